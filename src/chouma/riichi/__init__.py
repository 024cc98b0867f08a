"""The riichi rules.

What is declared: `yaku`, `yakuman`, `local`, `fu`, `refusals`, with the switches of `rules` and `switches`. What makes ready and
counts: `declare` and `engine` turn a rule set into one function, `limits` and `pricing` make a price of what it gives. The table:
`table` and `settle` for wins, `draws` for all else, `liability`.
"""
