// The keyboard of the computer: tiles as they are written, 345p, and one key for each thing that a hand can be told.
import { backspace, remove, removeMeld, toggleRed, toggleRedInMeld, winWith } from "./hand";
import { winBy } from "./flags";
import { play } from "./play.svelte";
import { press } from "./press";
import { tilesOf } from "./tiles";
import type { MeldKind } from "./hand";

let digits = "";

const MELDS: Record<string, MeldKind> = { c: "chi", o: "pon", k: "minkan", j: "kakan", a: "ankan" };

/** Take away what is chosen, or what came last. */
export function takeAway(): void {
  const at = play.selected;
  if (play.target !== "hand") play[play.target] = play[play.target].slice(0, -1);
  else if (typeof at === "number") play.set(remove(play.hand, at));
  else if (at?.startsWith("meld")) {
    play.selected = null;
    play.set(removeMeld(play.hand, Number(at.slice(4))));
  } else play.set(backspace(play.hand));
}

export function red(): void {
  const at = play.selected;
  if (at === null) return;
  if (at === "win" || typeof at === "number") play.set(toggleRed(play.hand, at));
  else play.set(toggleRedInMeld(play.hand, Number(at.slice(4))));
}

/** The chosen tile, or the last one, is the one that the hand was won with. */
export function won(by = play.hand.by): void {
  const { closed, win } = play.hand;
  const at = typeof play.selected === "number" ? play.selected : null;
  if (at !== null) {
    play.selected = null;
    play.set(winWith(play.hand, at, by));
  } else if (win === null && closed.length && play.size === 14) play.set(winWith(play.hand, closed.length - 1, by));
  winBy(by);
}

function move(step: number): void {
  const places = [...play.hand.closed.keys(), ...play.hand.melds.map((_, i) => `meld${i}` as const), ...(play.hand.win ? (["win"] as const) : [])];
  if (!places.length) return;
  const at = places.indexOf(play.selected as never);
  play.selected = places[at < 0 ? (step > 0 ? 0 : places.length - 1) : (at + step + places.length) % places.length];
}

export function onKey(event: KeyboardEvent): void {
  const inside = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || inside.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const key = event.key;
  if (/^[0-9]$/.test(key)) digits = (digits + key).slice(-14);
  else if (/^[mpszf]$/.test(key) && digits) {
    const tiles = tilesOf(digits + key) ?? [];
    digits = "";
    tiles.forEach(press);
  } else if (key === "ArrowLeft" || key === "ArrowRight") move(key === "ArrowLeft" ? -1 : 1);
  else if (key === "Backspace" || key === "Delete") {
    if (digits) digits = digits.slice(0, -1);
    else takeAway();
  } else if (key in MELDS) play.meld = play.meld === MELDS[key] ? null : MELDS[key];
  else if (key === "r") red();
  else if (key === "+") won("ron");
  else if (key === "*") won("tsumo");
  else if (key === "Escape") {
    play.meld = play.selected = null;
    play.target = "hand";
    digits = "";
  } else return;
  event.preventDefault();
}
