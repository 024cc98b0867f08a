"""The texts of the help: what each command's page opens and closes with."""

ABOUT = "Score mahjong hands, and explain every figure."
ABOUT_RULES = "The rule sets: list them, show one, compare two."

EXAMPLES = """Examples:
  chouma score "234m 345678p 6634s +5s" --riichi --rules tenhou
  chouma score 4h30f
  chouma table --rules tenhou
  chouma compare "234m 345678p 6634s +5s" --rules ningbo,majsoul
  chouma practice --rules tenhou
  chouma game new friday --players Anna,Bob,Cleo,Dan
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
  Flowers are 1f to 4f and seasons 5f to 8f; 1f and 5f are East's.
  Round brackets hold a called meld, square ones a closed kan,
  curly ones declared norths. On standard input: one hand a line.
  4h30f are han and fu; from 5 han on 5h is enough; y, 2y are yakuman.

Exit status:
  0 scored, 1 no win or no yaku, 2 bad usage or input,
  3 some lines of many failed, 130 interrupted"""

EXPLAIN_EXAMPLES = """Examples:
  chouma explain "222m 555p 88s 77s (123p) *8s"
  chouma explain "123m 678m 11z 234p 67s +8s" --seat E --why-not pinfu
  chouma explain "234m 67s 55z 678p 123p +8s"
  chouma explain "13p 555p 99s (666z) (234m) +2p" --rules ningbo
  chouma explain "234m 345678p 6634s +5s" --riichi --lang ja --tiles unicode"""

EXPLAIN_NOTES = """What is told:
  the reading that counts, yaku by yaku and fu by fu, the base points,
  each payment, and the other readings with what they lost. A hand
  without a yaku is told why it lacks those it came nearest to.

Exit status:
  0 scored, 1 no win or no yaku, 2 bad usage or input,
  3 some lines of many failed, 130 interrupted"""

SETTLE_EXAMPLES = """Examples:
  chouma settle --winner S --from N --han 3 --fu 40 --honba 1 --deposits 2
  chouma settle S:"234m 345678p 6634s +5s" --from W --riichi --rules tenhou
  chouma settle S:3h40f W:2h30f --from N --rules tenhou
  chouma settle --winner S --from N --yakuman daisangen --pao W
  chouma settle E:"888s6779p(555m)(345s)" S:"13p555p99s(666z)(234m)+2p" \\
                W:"446p33z55z(777z)[1111z]" N:"6778m44z6z(789m)(123p)" --from W
  chouma settle --rules ningbo --explain --from W < table.txt
  chouma settle --rules ningbo --false-win N
  chouma settle --jsonl < tables.jsonl > ledgers.jsonl"""

SETTLE_NOTES = """Hands:
  E: S: W: N: stand before the hand of each seat; East is the dealer.
  Riichi: each hand that won, with its winning tile, +5s by ron or *5s by
  self-draw, or its worth: 3h40f, 5h, 2y. Without --from it was drawn.
  Several hands win on one discard.
  Classical rules: all four hands; the one that won carries its winning
  tile, the others have 13 tiles, and one more for each kong.
  Round brackets hold an open group, square ones a concealed kan. Mark the
  tile that was called, < from the left, ^ from across, > from the right,
  (5>55z): then who is liable is known.
  On standard input: the same, over as many lines as it likes.

A draw of riichi: chouma draw.

Exit status:
  0 settled, 2 bad usage or input, 3 some lines of many failed,
  130 interrupted"""

DRAW_EXAMPLES = """Examples:
  chouma draw --tenpai E,S --rules tenhou
  chouma draw --tenpai none --honba 2 --deposits 1
  chouma draw --nagashi W --tenpai E
  chouma draw kyuushu_kyuuhai --honba 1
  chouma draw --chombo N --riichi S --deposits 1"""

DRAW_NOTES = """Abortive draws:
  kyuushu_kyuuhai, suufon_renda, suukan_sanra, suucha_riichi, sanchahou,
  or abortive for any other.

Exit status:
  0 settled, 2 bad usage or input, 130 interrupted"""

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

AUDIT_EXAMPLES = """Examples:
  chouma audit game.mjlog
  chouma audit records/ more.zip --format csv > findings.csv
  chouma audit club.json --rules club.toml --explain
  chouma audit - < game.mjlog
  chouma audit years/ --format parquet --out findings.parquet --games games.parquet
  chouma audit /shared/years --engine spark --master spark://host:7077 --out found"""

AUDIT_NOTES = """Records:
  Tenhou's XML, the JSON of tenhou.net/6 and of Mahjong Soul, the lines
  of mjai, the JSON of kobalab's programs; plain or gzip, one game or many
  in a file, a record a file or a line. The content tells which.

What is computed again:
  each win from its play and its tiles, what every seat pays, who is
  tenpai at a draw, what the next hand begins with, the final count.
  A record that can't be read costs that record only, and is named.

Many records:
  all cores are used, and the findings come in the order of the records.
  A file is written whole or not at all. Spark writes two folders of
  Parquet, findings and games.

Exit status:
  0 nothing differs, 1 something does, 2 bad usage,
  3 some parts can't be read, 130 interrupted"""

CONVERT_EXAMPLES = """Examples:
  chouma convert game.mjlog --to tenhou6 > game.json
  chouma convert majsoul.json --to mjlog --out game.mjlog
  chouma convert records/ more.zip --to tenhou6 --out converted/
  chouma convert - --to mjlog < game.json"""

CONVERT_NOTES = """Formats:
  whatever chouma audit reads is read. Written are Tenhou's XML (mjlog),
  the JSON of tenhou.net/6 (tenhou6) and of kobalab's programs (kobalab),
  and the lines of mjai.

What is kept:
  the deal, the play, wins, draws and payments, names and final points;
  of rules, limits and liability what the format has room for. A game
  that can't be carried is named with what and where, and isn't written.

Exit status:
  0 all written, 2 bad usage, 3 some games can't be read, carried or
  written, 130 interrupted"""

STATS_EXAMPLES = """Examples:
  chouma stats records/
  chouma stats records/ more.zip --of Anna --charts anna.svg
  chouma stats records/ --by seat --json > seats.json
  chouma stats years/ --rows hands.parquet --out years.csv
  chouma stats - < game.mjlog"""

STATS_NOTES = """What is counted:
  what the records tell of wins, draws and final counts, and what is
  computed from the play where they tell no yaku, fu, han or price.
  Rates are of the hands dealt to those who are counted: four a hand
  for all together. Prices are without counters and riichi sticks.

Files:
  csv and parquet hold one long table: of, table, key, name, value, share.
  --rows holds what every seat did in every hand, for programs of your own.
  A file is there whole or not at all. Pictures ask nobody for anything.

Exit status:
  0 counted, 2 bad usage, 3 some parts can't be read, 130 interrupted"""

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

DEALT_EXAMPLES = """Examples:
  chouma dealt 27p159s16m123457z
  chouma dealt 19m19p19s123z258m2p --json"""

COMPLETION_EXAMPLES = """Examples:
  eval "$(chouma completion bash)"
  chouma completion fish > ~/.config/fish/completions/chouma.fish"""

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

NEW_EXAMPLES = """Examples:
  chouma game new friday --players Anna,Bob,Cleo,Dan --rules tenhou
  chouma game new friday --players Anna,Bob,Cleo --rules tenhou-sanma
  chouma game new friday --players Anna,Bob,Cleo,Dan --set chips=2000
  chouma game new evening --players Anna,Bob,Cleo,Dan --rules ningbo
  chouma game new friday --length east --file club.db"""

NEW_NOTES = """Players:
  in turn as they sit in the first hand, East first.
Games are kept in games.db in this folder, or in the file of --file, many
in one if you like. What is answered is kept, whatever happens then."""

ADD_EXAMPLES = """Examples:
  chouma game add Bob:3h40f --from Anna --riichi Bob
  chouma game add Bob:"234m 345678p 6634s *5s" --riichi Bob --dora 2p
  chouma game add Bob:3h40f Cleo:2h30f --from Anna
  chouma game add friday --riichi Cleo
  chouma game add --tenpai Anna,Bob
  chouma game add --draw --kind kyuushu_kyuuhai
  chouma game add --chombo Dan
  chouma game add Cleo:5h --correct 4
  chouma game add --adjust Anna=1000 --adjust Bob=-1000 --note "miscounted"
  chouma game add evening Anna:"888s6779p(555m)(345s)" \\
        Bob:"13p555p99s(666z)(234m)+2p" Cleo:"446p33z55z(777z)[1111z]" \\
        Dan:"6778m44z6z(789m)(123p)" --from Cleo"""

ADD_NOTES = """Events:
  NAME: stands before each hand that won, or before all four under
  classical rules; +5s is a win by ron, *5s a self-draw, and 3h40f, 5h, 2y
  are worths. Without --from a worth was drawn. In place of a name stands
  a wind of this hand: E is the dealer. Without a game's name it is the
  newest game of the file.
  --riichi may be told with the end of the hand, or when it happens.
  With --json a JSON object on standard input is the event.

Exit status:
  0 kept, 2 bad usage or what can't have happened, 130 interrupted"""

UNDO_EXAMPLES = """Examples:
  chouma game undo
  chouma game undo friday
  chouma game undo --event 4"""

REDO_EXAMPLES = """Examples:
  chouma game redo
  chouma game redo friday"""

GAME_SHOW_EXAMPLES = """Examples:
  chouma game show
  chouma game show friday > friday.txt
  chouma game show friday --json"""

EXPORT_EXAMPLES = """Examples:
  chouma game export friday > friday.csv
  chouma game export friday --format json > friday.json"""

FINISH_EXAMPLES = """Examples:
  chouma game finish
  chouma game finish friday --json"""

GAMES_EXAMPLES = """Examples:
  chouma game list
  chouma game list --file club.db"""

GAME_EXAMPLES = """Examples:
  chouma game new friday --players Anna,Bob,Cleo,Dan --rules tenhou
  chouma game add Bob:3h40f --from Anna --riichi Bob
  chouma game add --tenpai Anna,Cleo
  chouma game undo
  chouma game show
  chouma game finish"""

NEEDS_EXAMPLES = """Examples:
  chouma needs --seat Anna
  chouma needs friday
  chouma needs --scores 32000,25000,24000,18000 --deposits 1 --seat N
  chouma needs --scores 32000,25000,24000,18000 --deposits 1 --honba 2 --at S3
  chouma needs --scores 40000,35000,30000 --rules tenhou-sanma --json"""

NEEDS_NOTES = """Scores:
  of the seats of this hand in turn, East, the dealer, first.
Table:
  a row for each place, a column for each way of winning: the lowest
  price that is enough, and the fewest fu that do with so many han."""

ABOUT_GAME = "Whole games: begin one, add what happens, undo, show, finish."

PRACTICE_EXAMPLES = """Examples:
  chouma practice
  chouma practice --kind fu --rules tenhou
  chouma practice --kind price,payments --n 20
  chouma practice --rules ningbo --kind settle
  chouma practice --seed 7 --json > sheet.json
  chouma practice --seed 7 < answers.txt"""

PRACTICE_NOTES = """Kinds, the easiest first:
  riichi: pair set wait fu han price payments
  classical: pair set wait fu fan score settle

Answers:
  30 or 30 fu; 7700; 2000/3900 is a non-dealer's and the dealer's part;
  E -220 S +160 W +186 N -126 is a table. An empty line passes on,
  and the end of the input (ctrl-D) ends with the count.
  On standard input: one answer a line.

Exit status:
  0 asked, 2 bad usage, 130 interrupted"""

#: what the pages of groups of commands open with
GROUPS = {"rules": (ABOUT_RULES, RULES_EXAMPLES), "game": (ABOUT_GAME, GAME_EXAMPLES)}
