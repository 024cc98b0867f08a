// The hand on the page and how it was won: what the tiles, the text box and the address bar all show.
import { count, EMPTY, everyTile, left, read, write, type Hand, type MeldKind } from "./hand";
import { engine } from "./engine";
import { shelf } from "./shelf.svelte";
import type { Problem, ScoreRequest } from "./wire";
import { type Tile, type Wind } from "./tiles";

export type Target = "hand" | "dora" | "ura";

class Play {
  text = $state("");
  hand = $state.raw<Hand>(EMPTY);
  /** what is wrong with a text that isn't read */
  unread = $state.raw<Problem[]>([]);
  seat = $state<Wind>("S");
  round = $state<Wind>("E");
  flags = $state.raw<string[]>([]);
  dora = $state.raw<Tile[]>([]);
  ura = $state.raw<Tile[]>([]);
  honba = $state(0);
  deposits = $state(0);

  target = $state<Target>("hand");
  meld = $state<MeldKind | null>(null);
  /** a place in the hand, the winning tile, or a meld: "meld0" */
  selected = $state<number | "win" | `meld${number}` | null>(null);
  private reading: AbortController | null = null;

  /** The tiles were changed: the text follows. */
  set(hand: Hand): void {
    this.reading?.abort();
    this.hand = hand;
    this.text = write(hand);
    this.unread = [];
    const last = hand.closed.length;
    if (typeof this.selected === "number" && this.selected >= last) this.selected = last ? last - 1 : null;
    if (this.selected === "win" && !hand.win) this.selected = null;
  }

  /** The text was changed: the tiles follow, as soon as somebody can read it. */
  async type(text: string): Promise<void> {
    this.reading?.abort();
    this.text = text;
    this.selected = null;
    const found = read(text);
    if (found) {
      this.hand = found.win ? found : { ...found, by: this.hand.by };
      this.unread = [];
      return;
    }
    const mine = (this.reading = new AbortController());
    const answer = await engine.read(text, mine.signal).catch(() => null);
    if (mine.signal.aborted || !answer) return;
    const told = answer.ok && answer.text !== undefined ? read(answer.text) : null;
    if (told) this.hand = told.win ? told : { ...told, by: this.hand.by };
    this.unread = told ? [] : (answer.problems ?? []);
  }

  get shown(): Tile[] {
    return [...everyTile(this.hand), ...this.dora, ...this.ura];
  }

  get counts(): Map<Tile, number> {
    return count(this.shown);
  }

  left(tile: Tile): number {
    return left(tile, this.shown, (suit) => shelf.reds(suit));
  }

  get size(): number {
    return this.hand.closed.length + 3 * this.hand.melds.length + (this.hand.win ? 1 : 0);
  }

  get request(): ScoreRequest {
    const base = { hand: write(this.hand), seat: this.seat, round: this.round, flags: this.flags, rules: shelf.spec };
    if (shelf.family === "classical") return base;
    return { ...base, dora_indicators: this.dora, ura_indicators: this.ura, honba: this.honba, deposits: this.deposits };
  }
}

export const play = new Play();
