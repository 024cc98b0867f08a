"""What tiles, yaku and ends of a hand are called in mjai."""

from __future__ import annotations

from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON
from ..notation.mjai import spell
from ..notation.tokens import Piece
from ..riichi.draws import ABORTIVE, EXHAUSTIVE, NAGASHI
from ..tiles import DRAGONS, FIRST_FLOWER

FORMAT = "mjai"

#: tiles of a dealt hand
DEALT = 13
HIDDEN = "?"

#: by tile
TILE_NAMES = tuple(spell([Piece("", tile, "")]) for tile in range(FIRST_FLOWER))
TILES = {name: tile for tile, name in enumerate(TILE_NAMES)}

#: calls with how many of the caller's own tiles they take
CALLS = {"chi": (CHI, 2), "pon": (PON, 2), "daiminkan": (MINKAN, 3)}
CALL_NAMES = {type: name for name, (type, _) in CALLS.items()} | {ANKAN: "ankan", KAKAN: "kakan"}

#: why nobody won: the first name of each is that of the first server, the others those of later ones
REASONS = {
    **{EXHAUSTIVE: ("fanpai", "exhaustive_draw"), NAGASHI: ("nagashimangan",), ABORTIVE: ("abortive",)},
    **{"kyuushu_kyuuhai": ("kyushukyuhai",), "suufon_renda": ("sufonrenta", "sufuurenta", "sufurenta"), "suucha_riichi": ("suchareach",)},
    **{"suukan_sanra": ("sukaikan", "suukansansen"), "sanchahou": ("sanchaho",)},
}
KINDS_BY_REASON = {name.replace("_", ""): kind for kind, names in REASONS.items() for name in (kind, *names)}

YAKU_IDS = {
    **{"reach": "riichi", "double_reach": "double_riichi", "menzenchin_tsumoho": "menzen_tsumo", "tanyaochu": "tanyao"},
    **{"ipeko": "iipeikou", "ryanpeko": "ryanpeikou", "jikaze": "seat_wind", "bakaze": "round_wind", "rinshankaiho": "rinshan"},
    **{"haiteiraoyue": "haitei", "hoteiraoyui": "houtei", "chitoitsu": "chiitoitsu", "honchantaiyao": "chanta"},
    **{"junchantaiyao": "junchan", "ikkitsukan": "ittsuu", "sanshokudojun": "sanshoku_doujun", "sanshokudoko": "sanshoku_doukou"},
    **{"toitoiho": "toitoi", "sananko": "sanankou", "shosangen": "shousangen", "honroto": "honroutou", "honiso": "honitsu"},
    **{"chiniso": "chinitsu", "uradora": "ura_dora", "akadora": "aka_dora", "nukidora": "kita_dora", "renho": "renhou", "tenho": "tenhou"},
    **{"chiho": "chiihou", "suanko": "suuankou", "tsuiso": "tsuuiisou", "ryuiso": "ryuuiisou", "chinroto": "chinroutou"},
    **{"churenpoton": "chuuren", "kokushimuso": "kokushi", "daisushi": "daisuushii", "shosushi": "shousuushii", "sukantsu": "suukantsu"},
}
YAKU_NAMES_THERE = {id: name for name, id in YAKU_IDS.items()}
DRAGON_YAKU = dict(zip(DRAGONS, ("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"), strict=True))
DRAGON = "sangenpai"
#: what a yakuman counts there
YAKUMAN_FAN = 100
LEAST_YAKUMAN_FAN = 13


def reason_kind(reason: str) -> str | None:
    """The kind of a draw by what it is called, None for an unknown one."""
    return KINDS_BY_REASON.get(reason.lower().replace("_", ""))


def yaku_name(id: str) -> str:
    """What a yaku is called: all dragons alike."""
    return DRAGON if id in DRAGON_YAKU.values() else YAKU_NAMES_THERE.get(id, id)
