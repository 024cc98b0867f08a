// The hand on the page and how it was won: what the tiles, the text box and the address bar all show.
import { EMPTY, everyTile, left, meldOfText, plainSize, read, sorted, write, type Hand, type MeldKind } from "./hand";
import { engine } from "./engine";
import { shelf } from "./shelf.svelte";
import type { Problem, ReadHand, ScoreRequest } from "./wire";
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
    const told = answer.ok ? handOf(answer) : null;
    if (told) this.hand = told.win ? told : { ...told, by: this.hand.by };
    this.unread = told ? [] : (answer.problems ?? []);
  }

  get shown(): Tile[] {
    return [...everyTile(this.hand), ...this.dora, ...this.ura];
  }

  left(tile: Tile): number {
    return left(tile, this.shown, (suit) => shelf.reds(suit));
  }

  /** how many tiles it has, a kan counted as three, flowers not at all */
  get size(): number {
    return plainSize(this.hand) + (this.hand.win ? 1 : 0);
  }

  /** Whether more of a tile are shown than there are. */
  get isStrange(): boolean {
    return this.shown.some((tile) => this.left(tile) < 0);
  }

  get request(): ScoreRequest {
    const base = { hand: write(this.hand), seat: this.seat, round: this.round, flags: this.flags, rules: shelf.spec };
    if (shelf.family === "classical") return base;
    return { ...base, dora_indicators: this.dora, ura_indicators: this.ura, honba: this.honba, deposits: this.deposits };
  }
}

/** A hand as the server has read it. */
export function handOf(told: ReadHand): Hand | null {
  const melds = (told.melds ?? []).map((meld) => meldOfText(meld.text));
  if (melds.some((meld) => meld === null)) return null;
  const hand = { ...EMPTY, closed: sorted([...(told.tiles ?? []), ...(told.flowers ?? [])]), melds: melds as Hand["melds"], norths: told.norths ?? 0 };
  return { ...hand, win: told.win ?? null, by: told.by ?? "ron" };
}

export const play = new Play();
