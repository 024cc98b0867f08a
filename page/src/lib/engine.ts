// The page's one door to whoever scores: today the server's API. Scoring in the browser would be another `Engine`.
import type { AuditLine, Statistics } from "./record";
import type { Answer, Comparison, GameAnswer, Names, ReadHand, RuleSet, RuleSetHead, RulesSpec, ScoreRequest, Settlement, Tables, Waits } from "./wire";

export interface Engine {
  read(text: string, signal?: AbortSignal): Promise<ReadHand>;
  explain(request: ScoreRequest, lang: string, whyNot?: string, signal?: AbortSignal): Promise<Answer>;
  waits(request: object, lang: string, signal?: AbortSignal): Promise<Waits>;
  compare(request: object, lang: string, signal?: AbortSignal): Promise<Comparison>;
  settle(request: object, lang: string, signal?: AbortSignal): Promise<Settlement>;
  table(rules: RulesSpec, options: object, lang: string, signal?: AbortSignal): Promise<Tables>;
  ruleSets(lang: string): Promise<RuleSetHead[]>;
  ruleSet(rules: RulesSpec, lang: string): Promise<RuleSet>;
  names(lang: string): Promise<Names>;
  messages(lang: string): Promise<Record<string, string | string[]>>;
  game(request: object, lang: string): Promise<GameAnswer>;
  /** Judges game records; the lines come a few at a time, the summary last. */
  audit(files: FormData, rules: RulesSpec | null, lang: string, hear: (lines: AuditLine[]) => void, signal: AbortSignal): Promise<void>;
  stats(files: FormData, rules: RulesSpec | null, lang: string, signal: AbortSignal): Promise<Statistics>;
}

/** The server can't be reached. */
export class Away extends Error {}

/** Why something was refused: every reason at once. */
export class Refused extends Error {
  constructor(readonly problems: { id: string; message: string; where: string }[]) {
    super(problems.map((problem) => problem.message).join("; "));
  }
}

const ROOT = new URL("api/", document.baseURI);

async function ask<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const how = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(new URL(path, ROOT), { ...how, signal, credentials: "omit" });
  } catch (gone) {
    if (signal?.aborted) throw gone;
    throw new Away("the server can't be reached", { cause: gone });
  }
  if (answer.status >= 500) throw new Away(`the server answered ${answer.status}`);
  const value = await answer.json();
  if (value?.ok === false && value.problems) return value;
  if (!answer.ok) throw new Refused([{ id: "status", message: `${answer.status}`, where: "" }]);
  return value;
}

/** Files, sent; where the server is at others it is asked again in a moment. */
async function send(path: string, files: FormData, rules: RulesSpec | null, lang: string, signal: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ lang, ...(rules && { rules: typeof rules === "string" ? rules : JSON.stringify(rules) }) });
  for (let tries = 0; ; tries++) {
    const answer = await fetch(new URL(`${path}?${query}`, ROOT), { method: "POST", body: files, signal, credentials: "omit" }).catch((gone) => {
      if (signal.aborted) throw gone;
      throw new Away("the server can't be reached", { cause: gone });
    });
    if (answer.ok) return answer;
    const problems = (await answer.json().catch(() => ({}))).problems ?? [];
    if (answer.status === 503 && tries < 30) await new Promise((go) => setTimeout(go, 1000));
    else if (answer.status >= 500) throw new Away(`the server answered ${answer.status}`);
    else throw new Refused(problems);
  }
}

async function eachLine(answer: Response, hear: (lines: AuditLine[]) => void): Promise<void> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let whole = false;
  for (;;) {
    const { value, done } = await reader.read();
    const texts = (rest + (value ?? "")).split("\n");
    rest = texts.pop() ?? "";
    const lines = texts.filter(Boolean).map((text): AuditLine => JSON.parse(text));
    whole ||= lines.at(-1)?.is === "summary";
    if (lines.length) hear(lines);
    if (done) break;
  }
  if (!whole) throw new Away("the answer broke off");
}

/** A refusal is an answer too: who asks shows its problems. */
export const engine: Engine = {
  read: (hand, signal) => ask("read", { hand }, signal),
  explain: (request, lang, whyNot, signal) => ask("explain", { ...request, lang, ...(whyNot && { why_not: [whyNot] }) }, signal),
  waits: (request, lang, signal) => ask("waits", { ...request, lang }, signal),
  compare: (request, lang, signal) => ask("compare", { ...request, lang }, signal),
  settle: (request, lang, signal) => ask("settle", { ...request, lang }, signal),
  table: (rules, options, lang, signal) => ask("table", { rules, ...options, lang }, signal),
  ruleSets: async (lang) => (await ask<{ rules: RuleSetHead[] }>(`rules?lang=${lang}`)).rules,
  ruleSet: (rules, lang) => (typeof rules === "string" ? ask(`rules/${rules}?lang=${lang}`) : ask("rules/check", { rules, lang })),
  names: async (lang) => {
    type Named = { id: string; name: string }[];
    const told = await ask<{ yaku: (Named[number] & { category: string })[]; patterns: Named; flags: Named; limits: Named }>(`names?lang=${lang}`);
    const byId = (list: Named) => Object.fromEntries(list.map((one) => [one.id, one.name]));
    return { yaku: byId(told.yaku.filter((one) => one.category !== "bonus")), flags: byId(told.flags), limits: byId(told.limits) };
  },
  messages: async (lang) => (await ask<{ messages: Record<string, string | string[]> }>(`messages?lang=${lang}`)).messages,
  game: (request, lang) => ask("game", { ...request, lang }),
  audit: async (files, rules, lang, hear, signal) => eachLine(await send("audit", files, rules, lang, signal), hear),
  stats: async (files, rules, lang, signal) => (await send("stats", files, rules, lang, signal)).json(),
};
