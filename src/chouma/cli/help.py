"""The texts of the help: what each command's page opens and closes with."""

ABOUT = "Score mahjong hands, and explain every figure."
ABOUT_RULES = "The rule sets: list them, show one, compare two."

EXAMPLES = """Examples:
  chouma score "234m 345678p 6634s +5s" --riichi --rules tenhou
  chouma score 4h30f
  chouma rules diff tenhou mleague
  chouma demo"""

SCORE_EXAMPLES = """Examples:
  chouma score "234m 345678p 6634s +5s" --riichi --rules tenhou
  chouma score "46m 22z (333p) (555+0s) [1111z] +0m" --seat E --dora 2p
  chouma score "22z 333m 123p 567s 34s *5s" --explain
  chouma score 4h30f
  chouma score 2y --seat E --by ron
  chouma score --rules mleague < hands.txt
  chouma score --jsonl < requests.jsonl > answers.jsonl"""

SCORE_NOTES = """Hands:
  +5s is a win by ron on 5s, *5s a self-draw; 0 is a red five.
  Round brackets hold a called meld, square ones a closed kan,
  curly ones declared norths. On standard input: one hand a line.
  4h30f are han and fu; from 5 han on 5h is enough; y, 2y are yakuman.

Exit status:
  0 scored, 1 no win or no yaku, 2 bad usage or input,
  3 some lines of many failed, 130 interrupted"""

LIST_EXAMPLES = """Examples:
  chouma rules list
  chouma rules list --json"""

SHOW_EXAMPLES = """Examples:
  chouma rules show tenhou
  chouma rules show club.toml --json"""

DIFF_EXAMPLES = """Examples:
  chouma rules diff tenhou mleague"""

RULES_EXAMPLES = """Examples:
  chouma rules list
  chouma rules show tenhou
  chouma rules diff tenhou mleague"""

DEMO_EXAMPLES = """Examples:
  chouma demo"""
