"""The texts of the help: what each command's page opens and closes with."""

ABOUT = "Score mahjong hands, and explain every figure."
ABOUT_RULES = "The rule sets: list them, show one, compare two."

EXAMPLES = """Examples:
  chouma score "234m 345678p 6634s +5s" --riichi --rules tenhou
  chouma score 4h30f
  chouma table --rules tenhou
  chouma compare "234m 345678p 6634s +5s" --rules ningbo,majsoul
  chouma rules diff tenhou mleague
  chouma demo"""

SCORE_EXAMPLES = """Examples:
  chouma score "234m 345678p 6634s +5s" --riichi --rules tenhou
  chouma score "46m 22z (333p) (555+0s) [1111z] +0m" --seat E --dora 2p
  chouma score "22z 333m 123p 567s 34s *5s" --explain
  chouma score 4h30f
  chouma score 2y --seat E --by ron
  chouma score "13p555p99s(666z)(234m)+2p" --rules ningbo
  chouma score "446p33z55z(777z)[1111z]" --rules ningbo --seat W --lost
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

SETTLE_EXAMPLES = """Examples:
  chouma settle E:"888s6779p(555m)(345s)" S:"13p555p99s(666z)(234m)+2p" \\
                W:"446p33z55z(777z)[1111z]" N:"6778m44z6z(789m)(123p)" --from W
  chouma settle --rules ningbo --explain --from W < table.txt
  chouma settle --false-win N
  chouma settle --jsonl < tables.jsonl > ledgers.jsonl"""

SETTLE_NOTES = """Hands:
  E: S: W: N: stand before the hand of each seat; East is the dealer.
  The hand that won carries its winning tile, +2p by discard or *2p by
  self-draw; the others have 13 tiles, and one more for each kong.
  Round brackets hold an exposed set, square ones a concealed kong.
  On standard input: the same, over as many lines as it likes.

Exit status:
  0 settled, 2 bad usage or input, 3 some lines of many failed,
  130 interrupted"""

LIST_EXAMPLES = """Examples:
  chouma rules list
  chouma rules list --json"""

SHOW_EXAMPLES = """Examples:
  chouma rules show tenhou
  chouma rules show ningbo
  chouma rules show ningbo --switches
  chouma rules show club.toml --json"""

DIFF_EXAMPLES = """Examples:
  chouma rules diff tenhou mleague"""

RULES_EXAMPLES = """Examples:
  chouma rules list
  chouma rules show tenhou
  chouma rules diff tenhou mleague"""

SERVE_EXAMPLES = """Examples:
  chouma serve
  chouma serve -p 0 --open
  chouma serve --get /api/rules/tenhou
  chouma serve --host 0.0.0.0 --allow scores.example"""

SERVE_NOTES = """Addresses:
  /                  the page, if it is built (make page)
  /api/openapi.json  what the API takes and answers, with examples
  The server keeps nothing and writes nothing. It serves this machine
  alone unless --host says otherwise, and only what its own page asks
  for; before the open net put a server that speaks TLS and counts.

Exit status:
  0 served, or --get was answered, 2 bad usage, --get was refused,
  130 interrupted"""

DEMO_EXAMPLES = """Examples:
  chouma demo"""

BATCH_EXAMPLES = """Examples:
  chouma batch hands.parquet scores.parquet --rules tenhou
  chouma batch hands.csv scores.csv --columns hand,han,fu,points
  chouma batch hands.jsonl scores.parquet
  chouma batch - - --format jsonl < hands.jsonl > scores.jsonl"""

BATCH_NOTES = """Columns read (those of a request of score --jsonl):
  hand seat round, and as needed win by flags dora_indicators
  ura_indicators honba deposits kita rules; lists in CSV: riichi ippatsu.
Columns given: state problems han fu fu_raw yaku yakuman limit base points
  discarder dealer each_nondealer total dora ura aka kita.
  Other columns of IN are carried along.

A hand that can't be costs its own row only: its state is refused.
OUT is there whole or not at all.

Exit status:
  0 done, 2 bad usage or a file that can't be read,
  3 some rows refused, 130 interrupted"""

CENSUS_EXAMPLES = """Examples:
  chouma census --rules tenhou
  chouma census --rules mleague --sample 100000
  chouma census --rules tenhou --json > tenhou.json
  chouma census --check tenhou.json"""

CENSUS_NOTES = """Hands:
  every complete hand of 14 tiles once, with nothing declared, won by
  self-draw and by ron by South in the east round. Put in order and
  numbered from 0, the winning tile is the one whose number is the sum
  of all kinds (1m is 0, red dragon 33) modulo 14.

Exit status:
  0 counted, 1 other than the file of --check, 2 bad usage or file,
  130 interrupted"""

WAITS_EXAMPLES = """Examples:
  chouma waits "234m 345678p 6634s" --riichi --rules tenhou
  chouma waits "22z 333m 123p (567s) 34s" --discards "9m 5s 1z"
  chouma waits "123m 456p 789s 11z 23m 9p"
  chouma waits "13p555p99s(666z)(234m)" --rules ningbo
  chouma waits --rules mleague < hands.txt
  chouma waits --jsonl < requests.jsonl > answers.jsonl"""

WAITS_NOTES = """Hands:
  13 tiles, a meld counting as three, wait: each tile that wins is told
  with its price and how many are left. 14 tiles have one to discard:
  best first. On standard input: one hand a line.
  A request of --jsonl is an object with hand, seat, round, and as needed
  flags dora_indicators ura_indicators honba deposits discards seen rules.

Exit status:
  0 answered: ready, or 14 tiles, 1 not ready or nothing is paid,
  2 bad usage or input, 3 some lines of many failed, 130 interrupted"""

TABLE_EXAMPLES = """Examples:
  chouma table
  chouma table --rules mleague --dealer
  chouma table --rules tenhou --no-dealer --honba 1
  chouma table --rules ningbo
  chouma table --rules tenhou-sanma --set tsumo_loss=split
  chouma table --format markdown > table.md
  chouma table --format csv > table.csv"""

TABLE_NOTES = """Cells:
  by ron what the discarder pays, by self-draw what each pays, a
  non-dealer / the dealer. A letter stands where no hand can be, and
  the reason below. Classical rules: what fu and fan score, who pays."""

COMPARE_EXAMPLES = """Examples:
  chouma compare "22z 333m 123p 567s 34s *5s" --rules tenhou,wrc,mleague
  chouma compare "234m 345678p 6634s +5s" --riichi --rules tenhou,mleague
  chouma compare "13p 555p 99s (666z) (234m) +2p" --rules ningbo,majsoul
  chouma compare "88s 567m 22z 345s (777z) +2z" --rules ningbo,general --json"""

COMPARE_NOTES = """Rule sets:
  of one family: what each makes of the hand, a mark where they differ,
  and which switches make the difference. Of both: one hand as classical
  and as riichi rules count it, line beside line.
  Red fives, flowers and flags count where the rules have them."""
