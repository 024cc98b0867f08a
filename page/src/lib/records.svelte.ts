// The game records that are being looked through: what was found in them, and what they come to.
import { Away, engine, Refused } from "./engine";
import { form, parts, type AuditLine, type Counts, type Given, type JudgedHand, type Statistics } from "./record";
import { lang } from "./say.svelte";
import type { Problem, RulesSpec } from "./wire";

/** what one request holds, so that the bar moves; what the statistics take, which need all at once */
const PART_BYTES = 8_000_000;
const PART_FILES = 100;
const STATS_BYTES = 60_000_000;
/** hands with findings that are kept; all are counted */
const MOST_HANDS = 2_000;

const NOTHING: Counts & { games: number; clean: number } = { games: 0, clean: 0, rounds: 0, wins: 0, draws: 0, findings: 0, unreadable: 0 };

class Records {
  files = $state(0);
  done = $state(0);
  n = $state.raw(NOTHING);
  hands = $state.raw<JudgedHand[]>([]);
  notes = $state.raw<string[]>([]);
  problems = $state.raw<Problem[]>([]);
  statistics = $state.raw<Statistics | null>(null);
  picture = $state("");
  phase = $state<"" | "judging" | "counting" | "ready" | "stopped">("");
  away = $state(false);
  tooMany = $state(false);
  /** whether the rules chosen on the page take the place of those that the records tell */
  byHouse = $state(false);

  #given: Given[] = [];
  #asked = "";
  #stop = new AbortController();

  /** The same files once more, where another language or other rules are wanted now. */
  again(rules: RulesSpec | null): void {
    if (this.#given.length && this.#asked !== lang() + JSON.stringify(rules)) void this.read(this.#given, rules);
  }

  stop(): void {
    this.#stop.abort();
    if (this.busy) this.phase = "stopped";
  }

  get busy(): boolean {
    return this.phase === "judging" || this.phase === "counting";
  }

  async read(given: Given[], rules: RulesSpec | null): Promise<void> {
    if (!given.length) return;
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#given = given;
    this.#asked = lang() + JSON.stringify(rules);
    this.#clear();
    this.files = given.length;
    this.phase = "judging";
    try {
      for (const part of parts(given, PART_BYTES, PART_FILES)) {
        await this.#judge(part, rules, signal);
        this.done += part.length;
      }
      this.phase = "counting";
      await this.#count(given, rules, signal);
      this.phase = "ready";
    } catch (wrong) {
      if (signal.aborted) return;
      this.away = true;
      this.phase = "stopped";
      if (!(wrong instanceof Away)) throw wrong;
    }
  }

  async #judge(part: Given[], rules: RulesSpec | null, signal: AbortSignal): Promise<void> {
    try {
      await engine.audit(form(part), rules, lang(), (lines) => signal.aborted || this.#hear(lines), signal);
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      const where = part.length === 1 ? part[0].name : "";
      this.problems = [...this.problems, ...wrong.problems.map((one) => ({ ...one, message: where ? `${where}: ${one.message}` : one.message }))];
    }
  }

  #hear(lines: AuditLine[]): void {
    const n = { ...this.n };
    const hands: JudgedHand[] = [];
    for (const line of lines) {
      if (line.is === "hand") hands.push(line);
      else if (line.is === "summary") {
        if (!line.complete) this.notes = [...new Set([...this.notes, line.left_out])];
      } else {
        n.games += line.format ? 1 : 0;
        n.clean += line.format && !line.findings && !line.unreadable ? 1 : 0;
        for (const key of ["rounds", "wins", "draws", "findings", "unreadable"] as const) n[key] += line[key];
      }
    }
    this.n = n;
    const room = MOST_HANDS - this.hands.length;
    if (hands.length > room) this.tooMany = true;
    if (hands.length && room > 0) this.hands = [...this.hands, ...hands.slice(0, room)];
  }

  async #count(given: Given[], rules: RulesSpec | null, signal: AbortSignal): Promise<void> {
    if (!this.n.games || given.reduce((sum, one) => sum + one.file.size, 0) > STATS_BYTES) return;
    try {
      const found = await engine.stats(form(given), rules, lang(), signal);
      this.statistics = found;
      if (found.svg) this.picture = URL.createObjectURL(new Blob([found.svg], { type: "image/svg+xml" }));
      if (!found.complete) this.notes = [...new Set([...this.notes, found.left_out])];
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      this.problems = [...this.problems, ...wrong.problems];
    }
  }

  #clear(): void {
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.n = NOTHING;
    this.hands = [];
    this.notes = [];
    this.problems = [];
    this.statistics = null;
    this.picture = "";
    this.done = 0;
    this.away = this.tooMany = false;
  }
}

export const records = new Records();
