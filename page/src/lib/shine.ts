// Which tiles of a hand a line of its explanation speaks of: the engine tells them group by group, here they are found in the hand.
import type { Hand } from "./hand";
import { kind, textOf, tilesOf, type Tile } from "./tiles";
import type { Group, Line } from "./wire";

export interface Shine {
  closed: Set<number>;
  /** places within each meld */
  melds: Map<number, Set<number>>;
  win: boolean;
  norths: boolean;
  dora: Set<number>;
  ura: Set<number>;
}

export interface Indicators {
  dora: readonly Tile[];
  ura: readonly Tile[];
}

interface Placed {
  name: string;
  isWait: boolean;
  closed: number[];
  meld: number;
}

/** tiles as their kinds, in order: the same for 0p5p5p and 555p */
const plain = (text: string): string => textOf((tilesOf(text) ?? []).map(kind).sort());

/** Where each group of a reading lies: in a meld, or among the concealed tiles, with the winning tile in the group that it completed. */
function placed(hand: Hand, reading: readonly Group[]): Placed[] {
  const free = new Set(hand.closed.keys());
  const melds = new Set(hand.melds.keys());
  return reading.map((group) => {
    const name = plain(group.tiles);
    const isWait = Boolean(group.wait);
    if (group.called || group.form === "quad") {
      const meld = [...melds].find((i) => plain(textOf(hand.melds[i].tiles)) === name) ?? -1;
      melds.delete(meld);
      return { name, isWait, closed: [], meld };
    }
    const kinds = (tilesOf(group.tiles) ?? []).map(kind);
    if (isWait && hand.win) kinds.splice(kinds.indexOf(kind(hand.win)), 1);
    const closed = kinds.map((wanted) => {
      const at = [...free].find((i) => kind(hand.closed[i]) === wanted) ?? -1;
      free.delete(at);
      return at;
    });
    return { name, isWait, closed, meld: -1 };
  });
}

/** The tiles of a line, in the hand and among the indicators; nothing without a line. */
export function shineOf(hand: Hand, line: Line | null, reading: readonly Group[] = [], shown: Indicators = { dora: [], ura: [] }): Shine {
  const shine: Shine = { closed: new Set(), melds: new Map(), win: false, norths: false, dora: new Set(), ura: new Set() };
  const parts = (line?.tiles ?? "").split(" ").filter(Boolean);
  if (!line || !parts.length) return shine;
  const every = (is: (tile: Tile) => boolean): void => {
    hand.closed.forEach((tile, i) => is(tile) && shine.closed.add(i));
    hand.melds.forEach((meld, i) => {
      const found = meld.tiles.flatMap((tile, j) => (is(tile) ? [j] : []));
      if (found.length) shine.melds.set(i, new Set([...(shine.melds.get(i) ?? []), ...found]));
    });
    if (hand.win && is(hand.win)) shine.win = true;
    if (hand.norths && is("4z")) shine.norths = true;
  };
  if (line.id === "kita") shine.norths = true;
  else if (line.id === "aka") every((tile) => tile[0] === "0");
  else if (line.indicators) {
    for (const part of parts) every((tile) => kind(tile) === kind((tilesOf(part) ?? [])[0]));
    const made = line.indicators.split(" ");
    const row = line.id === "ura" ? "ura" : "dora";
    shown[row].forEach((tile, i) => made.includes(tile) && shine[row].add(i));
  } else if (/^[+*]/.test(parts[0])) shine.win = true;
  else if (parts[0].endsWith("f")) hand.closed.forEach((tile, i) => tilesOf(parts[0])?.includes(tile) && shine.closed.add(i));
  else groups(hand, parts, placed(hand, reading), shine);
  return shine;
}

function groups(hand: Hand, parts: string[], left: Placed[], shine: Shine): void {
  for (const part of parts) {
    const name = plain(part);
    const group = left.find((one) => one.name === name && one.isWait) ?? left.find((one) => one.name === name);
    if (!group) continue;
    left.splice(left.indexOf(group), 1);
    group.closed.forEach((i) => shine.closed.add(i));
    if (group.meld >= 0) shine.melds.set(group.meld, new Set(hand.melds[group.meld].tiles.keys()));
    if (group.isWait) shine.win = true;
  }
}
