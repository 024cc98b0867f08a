// A hand as it is being put together. Nothing here knows what a hand is worth or whether it may be: the engine does.
import { compare, isNumbered, kind, rank, row, textOf, tilesOf, type Tile } from "./tiles";

export type MeldKind = "chi" | "pon" | "minkan" | "kakan" | "ankan";

export interface Meld {
  readonly kind: MeldKind;
  readonly tiles: readonly Tile[];
  /** the place of the claimed tile, and whom it came from: < ^ > or nothing */
  readonly claimed: number;
  readonly from: string;
}

export interface Hand {
  readonly closed: readonly Tile[];
  readonly melds: readonly Meld[];
  readonly norths: number;
  readonly win: Tile | null;
  readonly by: "ron" | "tsumo";
}

export const EMPTY: Hand = { closed: [], melds: [], norths: 0, win: null, by: "ron" };

export const sorted = (tiles: readonly Tile[]): Tile[] => [...tiles].sort(compare);

const isFlower = (tile: Tile): boolean => tile[1] === "f";

/** The tiles that make groups: flowers lie beside them, and a kan counts as three. */
export const plainSize = (hand: Hand): number => hand.closed.filter((tile) => !isFlower(tile)).length + 3 * hand.melds.length;

export function everyTile(hand: Hand): Tile[] {
  const norths = Array.from({ length: hand.norths }, () => "4z");
  return [...hand.closed, ...hand.melds.flatMap((meld) => meld.tiles), ...norths, ...(hand.win ? [hand.win] : [])];
}

/** How many of a tile can still be there: four of a kind, as many red ones as the rules have, one of each flower. */
export function left(tile: Tile, shown: readonly Tile[], reds: (suit: string) => number): number {
  if (tile[1] === "f") return 1 - shown.filter((one) => one === tile).length;
  const ofKind = 4 - shown.filter((one) => kind(one) === kind(tile)).length;
  if (rank(tile) !== 5 || !isNumbered(tile)) return ofKind;
  const red = reds(tile[1]);
  const shownRed = shown.filter((one) => one === "0" + tile[1]).length;
  if (tile[0] === "0") return Math.min(ofKind, red - shownRed);
  return Math.min(ofKind, 4 - red - (shown.filter((one) => one === tile).length));
}

/** A tile more: into the hand, or as the tile that it is won with where the hand is full. */
export function add(hand: Hand, tile: Tile): Hand {
  if (isFlower(tile) || plainSize(hand) < 13) return { ...hand, closed: sorted([...hand.closed, tile]) };
  if (hand.win === null) return { ...hand, win: tile };
  return { ...hand, closed: sorted([...hand.closed, tile]) };
}

export function remove(hand: Hand, place: number): Hand {
  return { ...hand, closed: hand.closed.filter((_, i) => i !== place) };
}

/** The last thing that was added goes: the winning tile, a tile, a meld. */
export function backspace(hand: Hand): Hand {
  if (hand.win !== null) return { ...hand, win: null };
  if (hand.closed.length) return remove(hand, hand.closed.length - 1);
  if (hand.melds.length) return { ...hand, melds: hand.melds.slice(0, -1) };
  return { ...hand, norths: Math.max(0, hand.norths - 1) };
}

/** One tile of the hand becomes the one that it is won with; the one that was goes back. */
export function winWith(hand: Hand, place: number, by = hand.by): Hand {
  const rest = hand.closed.filter((_, i) => i !== place);
  const back = hand.win === null ? rest : [...rest, hand.win];
  return { ...hand, closed: sorted(back), win: hand.closed[place], by };
}

const red = (tile: Tile): Tile => (tile[0] === "0" ? kind(tile) : isNumbered(tile) && rank(tile) === 5 ? "0" + tile[1] : tile);

export function toggleRed(hand: Hand, place: number | "win"): Hand {
  if (place === "win") return hand.win ? { ...hand, win: red(hand.win) } : hand;
  return { ...hand, closed: sorted(hand.closed.map((tile, i) => (i === place ? red(tile) : tile))) };
}

export function toggleRedInMeld(hand: Hand, which: number): Hand {
  const melds = hand.melds.map((meld, i) => {
    if (i !== which) return meld;
    const at = meld.tiles.findIndex((tile) => red(tile) !== tile);
    return { ...meld, tiles: meld.tiles.map((tile, j) => (j === at ? red(tile) : tile)) };
  });
  return { ...hand, melds };
}

/** The tiles of a group that starts with a tile, or is made of it; null where there is no such group. */
export function groupOf(kindOf: MeldKind, tile: Tile): Tile[] | null {
  if (tile[1] === "f") return null;
  if (kindOf === "chi") {
    if (!isNumbered(tile)) return null;
    const first = Math.min(rank(tile), 7);
    return [0, 1, 2].map((step) => (first + step === 5 && tile[0] === "0" ? "0" : `${first + step}`) + tile[1]);
  }
  const many = kindOf === "pon" ? 3 : 4;
  return Array.from({ length: many }, (_, i) => (i === 0 ? tile : kind(tile)));
}

export function meldOf(kindOf: MeldKind, tile: Tile): Meld | null {
  const tiles = groupOf(kindOf, tile);
  return tiles && { kind: kindOf, tiles, claimed: 0, from: "" };
}

/** A meld more; what no longer has a place in the hand goes. */
export function addMeld(hand: Hand, meld: Meld): Hand {
  const melds = [...hand.melds, meld];
  const flowers = hand.closed.filter(isFlower);
  const closed = hand.closed.filter((tile) => !isFlower(tile)).slice(0, Math.max(0, 13 - 3 * melds.length));
  return { ...hand, melds, closed: [...closed, ...flowers] };
}

export function removeMeld(hand: Hand, which: number): Hand {
  return { ...hand, melds: hand.melds.filter((_, i) => i !== which) };
}

// --- text

function meldText(meld: Meld): string {
  if (meld.kind === "ankan") return `[${textOf(meld.tiles)}]`;
  if (meld.kind === "kakan") return `(${marked(meld.tiles.slice(0, 3), meld).slice(0, -1)}+${meld.tiles[3]})`;
  return `(${marked(meld.tiles, meld)})`;
}

function marked(tiles: readonly Tile[], meld: Meld): string {
  if (!meld.from) return textOf(tiles);
  const suit = tiles[0][1];
  return tiles.map((tile, i) => tile[0] + (i === meld.claimed ? meld.from : "")).join("") + suit;
}

/** The canonical text of a hand. */
export function write(hand: Hand): string {
  const suits = [..."mpszf"].map((suit) => textOf(hand.closed.filter((tile) => tile[1] === suit))).filter(Boolean);
  const parts = [...suits, ...hand.melds.map(meldText)];
  if (hand.norths) parts.push(`{${"4".repeat(hand.norths)}z}`);
  if (hand.win) parts.push((hand.by === "ron" ? "+" : "*") + hand.win);
  return parts.join(" ");
}

const PARTS = /\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\}|([+*])\s*(\d[mpszf])|((?:\d+[mpszf]\s*)+)/gy;

/** A hand of canonical text; null where the text is in another notation, or not yet whole. */
export function read(text: string): Hand | null {
  const hand: { -readonly [K in keyof Hand]: Hand[K] } = { ...EMPTY };
  const closed: Tile[] = [];
  let rest = text.trim();
  while (rest) {
    PARTS.lastIndex = 0;
    const found = PARTS.exec(rest);
    if (!found) return null;
    const [whole, open, quad, norths, mark, won, plain] = found;
    if (open !== undefined || quad !== undefined) {
      const meld = quad !== undefined ? closedQuad(quad) : openMeld(open);
      if (!meld) return null;
      hand.melds = [...hand.melds, meld];
    } else if (norths !== undefined) {
      if (!/^4{1,4}z$/.test(norths.trim())) return null;
      hand.norths += norths.trim().length - 1;
    } else if (mark) {
      const tiles = tilesOf(won);
      if (!tiles || hand.win) return null;
      hand.win = tiles[0];
      hand.by = mark === "+" ? "ron" : "tsumo";
    } else {
      const tiles = tilesOf(plain);
      if (!tiles) return null;
      closed.push(...tiles);
    }
    rest = rest.slice(whole.length).trimStart();
  }
  hand.closed = sorted(closed);
  return hand;
}

function closedQuad(text: string): Meld | null {
  const tiles = tilesOf(text);
  return tiles?.length === 4 && isSame(tiles) ? { kind: "ankan", tiles, claimed: 0, from: "" } : null;
}

/** A meld of its text, brackets and all. */
export function meldOfText(text: string): Meld | null {
  return text.startsWith("[") ? closedQuad(text.slice(1, -1)) : openMeld(text.slice(1, -1));
}

function openMeld(text: string): Meld | null {
  const [first, added, ...more] = text.split("+");
  // (555+0s): the suit stands once, at the end
  const called = added !== undefined && /[\d<^>]$/.test(first) ? first + added.slice(-1) : first;
  const mark = /[<^>]/.exec(called);
  const plain = called.replace(/[<^>]/g, "");
  const tiles = tilesOf(plain);
  if (!tiles || more.length || /[<^>].*[<^>]/.test(called)) return null;
  const at = mark ? tilesBefore(called.slice(0, mark.index)) - 1 : 0;
  const from = mark?.[0] ?? "";
  if (added !== undefined) {
    const fourth = tilesOf(added);
    const all = fourth && [...tiles, ...fourth];
    return all?.length === 4 && tiles.length === 3 && isSame(all) ? { kind: "kakan", tiles: all, claimed: Math.max(0, at), from } : null;
  }
  const same = isSame(tiles);
  if (tiles.length === 4 && same) return { kind: "minkan", tiles, claimed: Math.max(0, at), from };
  if (tiles.length !== 3) return null;
  if (same) return { kind: "pon", tiles, claimed: Math.max(0, at), from };
  const ranks = tiles.map(rank).sort();
  const isRun = tiles.every((tile) => tile[1] === tiles[0][1]) && isNumbered(tiles[0]) && ranks[1] === ranks[0] + 1 && ranks[2] === ranks[0] + 2;
  return isRun ? { kind: "chi", tiles, claimed: Math.max(0, at), from } : null;
}

const tilesBefore = (text: string): number => text.replace(/\D/g, "").length;

const isSame = (tiles: readonly Tile[]): boolean => tiles.every((tile) => kind(tile) === kind(tiles[0]));

/** Every tile that a keyboard for these rules has, row by row. */
export function keyboardRows(players: number, reds: (suit: string) => number, flowers: boolean): Tile[][] {
  const suits = ["m", "p", "s"].map((suit) => row(suit, reds(suit) > 0).filter((tile) => players !== 3 || suit !== "m" || "19".includes(tile[0])));
  return [...suits, row("z", false), ...(flowers ? [row("f", false)] : [])];
}
