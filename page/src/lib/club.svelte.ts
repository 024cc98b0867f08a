// A club evening: one game, event after event, kept in this browser. What each event comes to the engine works out, from the first
// on; so an old one can be corrected, and everything after it follows.
import { engine } from "./engine";
import { lang } from "./say.svelte";
import type { GameAnswer, GameEvent, Problem, RulesSpec } from "./wire";

const KEY = "evening";

export interface Evening {
  rules: RulesSpec;
  players: string[];
  length?: string;
  events: GameEvent[];
}

function kept(): Evening | null {
  try {
    return evening(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return null;
  }
}

/** A file or what was kept, if it has the form of an evening; what it holds the engine checks. */
export function evening(told: any): Evening | null {
  if (!told || !Array.isArray(told.players) || !Array.isArray(told.events)) return null;
  const events = told.events.map((one: any) => (one && typeof one === "object" && "event" in one ? one.event : one));
  const length = typeof told.length === "string" ? { length: told.length } : {};
  return { rules: told.rules ?? "general", players: told.players.map(String), ...length, events };
}

class Club {
  now = $state.raw<Evening | null>(kept());
  answer = $state.raw<GameAnswer | null>(null);
  problems = $state.raw<Problem[]>([]);
  away = $state(false);
  private back = $state.raw<Evening[]>([]);
  private forth = $state.raw<Evening[]>([]);

  get canUndo(): boolean {
    return this.back.length > 0;
  }

  get canRedo(): boolean {
    return this.forth.length > 0;
  }

  /** Look at an evening; it becomes the one that is kept if the engine takes it. */
  private async look(next: Evening): Promise<boolean> {
    try {
      const answer = await engine.game({ ...next, needs: true }, lang());
      this.away = false;
      this.problems = answer.problems ?? [];
      if (!answer.ok) return false;
      this.answer = answer;
      this.now = next;
      localStorage.setItem(KEY, JSON.stringify(next));
      return true;
    } catch {
      this.away = true;
      return false;
    }
  }

  async refresh(): Promise<void> {
    if (this.now) await this.look(this.now);
  }

  async change(next: Evening): Promise<boolean> {
    const before = this.now;
    const taken = await this.look(next);
    if (taken) {
      this.back = before ? [...this.back, before] : [];
      this.forth = [];
    }
    return taken;
  }

  add(event: GameEvent): Promise<boolean> {
    return this.change({ ...this.now!, events: [...this.now!.events, event] });
  }

  correct(place: number, event: GameEvent): Promise<boolean> {
    return this.change({ ...this.now!, events: this.now!.events.map((one, i) => (i === place ? event : one)) });
  }

  remove(place: number): Promise<boolean> {
    return this.change({ ...this.now!, events: this.now!.events.filter((_, i) => i !== place) });
  }

  async undo(): Promise<void> {
    const to = this.back.at(-1);
    const from = this.now;
    if (to && from && (await this.look(to))) {
      this.back = this.back.slice(0, -1);
      this.forth = [...this.forth, from];
    }
  }

  async redo(): Promise<void> {
    const to = this.forth.at(-1);
    const from = this.now;
    if (to && from && (await this.look(to))) {
      this.forth = this.forth.slice(0, -1);
      this.back = [...this.back, from];
    }
  }

  /** The evening is over: the browser forgets it. */
  close(): void {
    localStorage.removeItem(KEY);
    this.now = this.answer = null;
    this.back = this.forth = [];
    this.problems = [];
  }
}

export const club = new Club();
