// The rule sets: those of the server, the reader's own (kept in the browser), and the one that is being played.
import { engine } from "./engine";
import { lang, t } from "./say.svelte";
import type { Names, RuleSet, RuleSetHead, RulesSpec } from "./wire";

const KEY = "rules";

function kept(): Record<string, RulesSpec> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

class Shelf {
  spec = $state.raw<RulesSpec>("general");
  heads = $state.raw<RuleSetHead[]>([]);
  /** the rule set that is played, in full; null until the server has told */
  full = $state.raw<RuleSet | null>(null);
  /** why a rule set of a link was refused */
  refused = $state.raw<NonNullable<RuleSet["problems"]>>([]);
  own = $state.raw<Record<string, RulesSpec>>(kept());
  names = $state.raw<Names>({ yaku: {}, flags: {}, limits: {} });
  /** the rule set that was asked for last, which may still be on its way */
  private wanted: RulesSpec = "general";
  private asked = 0;
  private told = "";

  get family(): string {
    return this.full?.family ?? this.heads.find((head) => head.name === this.base)?.family ?? "riichi";
  }

  get base(): string {
    return typeof this.spec === "string" ? this.spec : this.spec.base;
  }

  /** What it is called for the reader. */
  get title(): string {
    if (typeof this.spec === "string") return this.full?.title || this.full?.name || this.base;
    return this.titleOf(this.spec);
  }

  /** The same of any rule set. */
  titleOf(spec: RulesSpec): string {
    const base = typeof spec === "string" ? spec : spec.base;
    const title = this.heads.find((one) => one.name === base)?.title || base;
    return typeof spec === "string" ? title : spec.name || t("{name}, changed", { name: title });
  }

  value(name: string): unknown {
    return this.full?.switches.find((one) => one.switch === name)?.value;
  }

  get players(): number {
    return this.full?.players ?? 4;
  }

  reds(suit: string): number {
    if (this.family !== "riichi") return 0;
    const reds = Number(this.value("red_fives") ?? 3);
    return reds === 0 ? 0 : suit === "p" && reds === 4 ? 2 : 1;
  }

  async choose(spec: RulesSpec): Promise<RuleSet["problems"]> {
    const mine = ++this.asked;
    const speech = lang();
    this.wanted = spec;
    if (spec === this.spec && this.full && speech === this.told) return [];
    const found = await engine.ruleSet(spec, speech);
    if (mine !== this.asked) return [];
    if (!found.ok) {
      this.wanted = this.spec;
      return found.problems ?? [];
    }
    this.spec = found.is_preset ? found.name : spec;
    this.full = found;
    this.told = speech;
    return [];
  }

  async learn(): Promise<void> {
    const [heads, names] = await Promise.all([engine.ruleSets(lang()), engine.names(lang())]);
    this.heads = heads;
    this.names = names;
    await this.choose(this.wanted);
  }

  keep(name: string, spec: RulesSpec): void {
    this.own = { ...this.own, [name]: spec };
    localStorage.setItem(KEY, JSON.stringify(this.own));
  }

  drop(name: string): void {
    const { [name]: _, ...rest } = this.own;
    this.own = rest;
    localStorage.setItem(KEY, JSON.stringify(this.own));
  }
}

export const shelf = new Shelf();
