"""The classical Chinese rules: fu and fan for the winner and for the three who did not win, under one limit."""
