// How a hand was won, as buttons: which of them can't stand together. The library refuses what is told here (a test holds the two
// together); the page only spares the reader the refusal.
import { play } from "./play.svelte";
import { shelf } from "./shelf.svelte";

const RIICHI = ["riichi", "double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou", "renhou"];
const LOCAL = ["open_riichi", "tsubame_gaeshi", "kanburi", "paarenchan"];
export const CLASSICAL = ["haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou", "original_call", "kong_on_kong"];

const DECLARED = ["riichi", "double_riichi", "open_riichi"];
const FIRST = ["tenhou", "chiihou", "renhou"];
const LAST = ["haitei", "houtei", "rinshan", "chankan"];

/** Sets of flags of which one alone can hold. */
export const ONE_OF: string[][] = [
  DECLARED,
  FIRST,
  ["haitei", "rinshan"],
  ["houtei", "chankan"],
  ["ippatsu", "rinshan"],
  ["chankan", "tsubame_gaeshi"],
  ["chankan", "kanburi"],
  ...FIRST.flatMap((first) => [...DECLARED, ...LAST].map((other) => [first, other])),
];
export const BY: Record<string, "ron" | "tsumo"> = {
  ...{ haitei: "tsumo", rinshan: "tsumo", tenhou: "tsumo", chiihou: "tsumo" },
  ...{ houtei: "ron", chankan: "ron", renhou: "ron", tsubame_gaeshi: "ron", kanburi: "ron" },
};
const DEALER: Record<string, boolean> = { tenhou: true, paarenchan: true, chiihou: false, renhou: false };
const CLOSED = [...DECLARED, "ippatsu", ...FIRST];

/** The flags of the rules that are played; the chosen ones always among them. */
export function flagsOffered(): string[] {
  if (shelf.family === "classical") return CLASSICAL;
  const local = Object.keys((shelf.value("local_yaku") ?? {}) as object);
  const renhou = shelf.value("renhou") !== "none";
  return [...RIICHI.filter((flag) => flag !== "renhou" || renhou), ...LOCAL.filter((flag) => local.includes(flag))];
}

const isOpen = (): boolean => play.hand.melds.some((meld) => meld.kind !== "ankan");

/** Whether a flag can't hold whatever else is switched: the seat or the melds forbid it. */
export function isOff(flag: string): boolean {
  if (shelf.family === "classical") return false;
  if (CLOSED.includes(flag) && isOpen()) return true;
  if (FIRST.includes(flag) && play.hand.melds.length > 0) return true;
  return flag in DEALER && DEALER[flag] !== (play.seat === "E");
}

/** Switch one on or off, and off what it excludes; the way of winning follows where it must. */
export function toggle(flag: string): void {
  const on = !play.flags.includes(flag);
  if (!on) {
    const rest = play.flags.filter((one) => one !== flag);
    const declared = rest.some((one) => DECLARED.includes(one));
    play.flags = declared ? rest : rest.filter((one) => one !== "ippatsu");
    return;
  }
  if (shelf.family === "classical") {
    play.flags = [...play.flags, flag];
    return;
  }
  const excluded = ONE_OF.filter((set) => set.includes(flag)).flat();
  let flags = play.flags.filter((one) => !excluded.includes(one) && (!BY[flag] || !BY[one] || BY[one] === BY[flag]));
  if (flag === "ippatsu" && !flags.some((one) => DECLARED.includes(one))) flags = [...flags, "riichi"];
  if (!flags.some((one) => DECLARED.includes(one)) && !DECLARED.includes(flag)) flags = flags.filter((one) => one !== "ippatsu");
  play.flags = [...flags, flag];
  if (BY[flag]) winBy(BY[flag]);
}

/** By ron or by self-draw; flags of the other way go. */
export function winBy(by: "ron" | "tsumo"): void {
  if (play.hand.by !== by) play.set({ ...play.hand, by });
  if (shelf.family === "riichi") play.flags = play.flags.filter((flag) => !BY[flag] || BY[flag] === by);
}

/** After the seat or the melds changed: what can't hold any more goes. */
export function tidy(): void {
  const kept = play.flags.filter((flag) => !isOff(flag));
  const declared = kept.some((flag) => DECLARED.includes(flag)) || shelf.family === "classical";
  const flags = declared ? kept : kept.filter((flag) => flag !== "ippatsu");
  if (flags.length < play.flags.length) play.flags = flags;
}
