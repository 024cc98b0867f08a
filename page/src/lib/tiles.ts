// Tiles as the page handles them: two characters, "5m", "0p" (a red five), "7z", "1f".
import { lang, t } from "./say.svelte";

export type Tile = string;

export const SUITS = ["m", "p", "s"] as const;
export const ORDER = "mpszf";

/** The kind of a tile: a red five is a five. */
export const kind = (tile: Tile): Tile => (tile[0] === "0" ? "5" + tile[1] : tile);

export const rank = (tile: Tile): number => Number(kind(tile)[0]);

export const isNumbered = (tile: Tile): boolean => "mps".includes(tile[1]);

/** The id of a tile's picture in the sprite. */
export const picture = (tile: Tile): string => tile[1] + tile[0];

export function compare(one: Tile, other: Tile): number {
  const place = (tile: Tile) => ORDER.indexOf(tile[1]) * 100 + rank(tile) * 10 + (tile[0] === "0" ? 0 : 1);
  return place(one) - place(other);
}

export function row(suit: string, red: boolean): Tile[] {
  const last = suit === "z" ? 7 : suit === "f" ? 8 : 9;
  const tiles = Array.from({ length: last }, (_, i) => `${i + 1}${suit}`);
  return red && isNumbered("1" + suit) ? [...tiles, "0" + suit] : tiles;
}

/** "345p1z" as tiles; null where it is something else. */
export function tilesOf(text: string): Tile[] | null {
  const found: Tile[] = [];
  const clean = text.replace(/\s+/g, "");
  if (!/^(\d+[mpszf])*$/.test(clean)) return null;
  for (const [, digits, suit] of clean.matchAll(/(\d+)([mpszf])/g)) {
    for (const digit of digits) {
      if (!row(suit, true).includes(digit + suit)) return null;
      found.push(digit + suit);
    }
  }
  return found;
}

/** Tiles as text, suit by suit, in their order. */
export function textOf(tiles: readonly Tile[]): string {
  let text = "";
  for (let i = 0; i < tiles.length; i++) {
    text += tiles[i][0];
    if (tiles[i + 1]?.[1] !== tiles[i][1]) text += tiles[i][1];
  }
  return text;
}

/** What a tile is called, for people who don't see it. */
export function nameOf(tile: Tile): string {
  const n = tile[0];
  switch (tile[1]) {
    case "m":
      return n === "0" ? t("red five of characters") : t("{n} of characters", { n });
    case "p":
      return n === "0" ? t("red five of circles") : t("{n} of circles", { n });
    case "s":
      return n === "0" ? t("red five of bamboos") : t("{n} of bamboos", { n });
    case "z":
      return honours()[Number(n) - 1];
    default:
      return Number(n) <= 4 ? t("flower {n}", { n }) : t("season {n}", { n: Number(n) - 4 });
  }
}

function honours(): string[] {
  return [t("east wind"), t("south wind"), t("west wind"), t("north wind"), t("white dragon"), t("green dragon"), t("red dragon")];
}

export const WINDS = ["E", "S", "W", "N"] as const;
export type Wind = (typeof WINDS)[number];

/** The wind of a round, as short as players write it: E1, and 東1局 with the tile itself. */
export function windLetter(wind: string): string {
  return lang() === "en" ? wind : nameOf(`${WINDS.indexOf(wind as Wind) + 1}z`);
}

export function windName(wind: string): string {
  return { E: t("East"), S: t("South"), W: t("West"), N: t("North") }[wind] ?? wind;
}

/** "East 3" of E3, and with its counters "East 3.1" of E3.1. */
export function roundName(at: string): string {
  const n = at.slice(1);
  const names: Record<string, string> = { E: t("East {n}", { n }), S: t("South {n}", { n }), W: t("West {n}", { n }), N: t("North {n}", { n }) };
  return names[at[0]] ?? at;
}
