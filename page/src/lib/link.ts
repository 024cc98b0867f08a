// The address bar: what stands behind # is the whole of what the page shows, so that a link shows the same to somebody else.
import { play } from "./play.svelte";
import { shelf } from "./shelf.svelte";
import { four } from "./four.svelte";
import { write } from "./hand";
import { tilesOf, WINDS, type Wind } from "./tiles";
import type { RulesSpec } from "./wire";

export const VIEWS = ["hand", "both", "four", "tables", "club", "records", "rules"] as const;
export type View = (typeof VIEWS)[number];

export function parse(hash: string): { view: View; params: URLSearchParams } {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const view = VIEWS.find((one) => one === path) ?? "hand";
  return { view, params: new URLSearchParams(query) };
}

const rulesText = (spec: RulesSpec): string => (typeof spec === "string" ? spec : JSON.stringify(spec));

function rulesOf(text: string): RulesSpec {
  if (!text.startsWith("{")) return text;
  try {
    const spec = JSON.parse(text);
    return typeof spec?.base === "string" ? spec : "general";
  } catch {
    return "general";
  }
}

/** What the page shows, as it stands behind #. */
export function hash(view: View): string {
  const params = new URLSearchParams();
  const put = (key: string, value: string | number, usual: string | number = "") => {
    if (value !== usual) params.set(key, String(value));
  };
  put("rules", rulesText(shelf.spec), "general");
  if (view === "four") {
    for (const wind of WINDS) put(wind, write(four.hands[wind]));
    put("winner", four.winner, "S");
    put("from", four.from);
    put("flags", four.flags.join(","));
    put("round", four.round, "E");
  } else if (view === "hand" || view === "both") {
    put("hand", play.unread.length ? play.text : write(play.hand));
    put("seat", play.seat, "S");
    put("round", play.round, "E");
    put("by", play.hand.by, "ron");
    put("flags", play.flags.join(","));
    put("dora", play.dora.join(""));
    put("ura", play.ura.join(""));
    put("honba", play.honba, 0);
    put("sticks", play.deposits, 0);
  }
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%28", "(").replaceAll("%29", ")");
  return `#/${view}${query ? `?${query}` : ""}`;
}

const windOf = (text: string | null, usual: Wind): Wind => WINDS.find((wind) => wind === text) ?? usual;
const whole = (text: string | null): number => Math.min(99, Math.max(0, Math.floor(Number(text)) || 0));

const flagsOf = (params: URLSearchParams): string[] => (params.get("flags") ?? "").split(",").filter((flag) => /^[a-z_]+$/.test(flag));

/** Show what a link says. */
export async function follow(view: View, params: URLSearchParams): Promise<void> {
  const spec = rulesOf(params.get("rules") ?? "general");
  const problems = await shelf.choose(spec).catch(() => []);
  if (problems?.length) shelf.refused = problems;
  if (view === "four") {
    for (const wind of WINDS) four.type(wind, params.get(wind) ?? "");
    four.winner = windOf(params.get("winner"), "S");
    four.from = params.get("from") ? windOf(params.get("from"), "E") : "";
    four.round = windOf(params.get("round"), "E");
    four.flags = flagsOf(params);
  } else if (view === "hand" || view === "both") {
    play.hand = { ...play.hand, by: params.get("by") === "tsumo" ? "tsumo" : "ron" };
    play.seat = windOf(params.get("seat"), "S");
    play.round = windOf(params.get("round"), "E");
    play.flags = flagsOf(params);
    play.dora = tilesOf(params.get("dora") ?? "") ?? [];
    play.ura = tilesOf(params.get("ura") ?? "") ?? [];
    play.honba = whole(params.get("honba"));
    play.deposits = whole(params.get("sticks"));
    await play.type(params.get("hand") ?? "");
  }
}
