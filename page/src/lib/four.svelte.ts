// A classical table: four hands, one of which won.
import { handOf } from "./play.svelte";
import { EMPTY, everyTile, left, plainSize, read, write, type Hand } from "./hand";
import { engine } from "./engine";
import { shelf } from "./shelf.svelte";
import { WINDS, type Tile, type Wind } from "./tiles";

const each = <T>(value: T): Record<Wind, T> => ({ E: value, S: value, W: value, N: value });

class Four {
  hands = $state.raw<Record<Wind, Hand>>(each(EMPTY));
  texts = $state.raw<Record<Wind, string>>(each(""));
  winner = $state<Wind>("S");
  /** who discarded the winning tile; nobody on a self-draw */
  from = $state<Wind | "">("");
  round = $state<Wind>("E");
  /** how the winner won */
  flags = $state.raw<string[]>([]);

  set(wind: Wind, hand: Hand): void {
    this.hands = { ...this.hands, [wind]: hand };
    this.texts = { ...this.texts, [wind]: write(hand) };
  }

  async type(wind: Wind, text: string): Promise<void> {
    this.texts = { ...this.texts, [wind]: text };
    let found = read(text);
    if (!found) {
      const answer = await engine.read(text).catch(() => null);
      if (this.texts[wind] !== text) return;
      found = answer?.ok ? handOf(answer) : null;
    }
    if (found) this.hands = { ...this.hands, [wind]: found };
  }

  get shown(): Tile[] {
    return WINDS.flatMap((wind) => everyTile(this.hands[wind]));
  }

  left(tile: Tile): number {
    return left(tile, this.shown, (suit) => shelf.reds(suit));
  }

  get isWhole(): boolean {
    return WINDS.every((wind) => plainSize(this.hands[wind]) === 13) && this.hands[this.winner].win !== null && !this.lacksDiscarder;
  }

  /** Whether the winning tile was discarded, and nobody is told to have done so. */
  get lacksDiscarder(): boolean {
    const winner = this.hands[this.winner];
    return winner.win !== null && winner.by === "ron" && this.from === "";
  }

  get request(): object {
    const hands = Object.fromEntries(WINDS.map((wind) => [wind, { hand: write(this.hands[wind]), ...(wind === this.winner && this.flags.length ? { flags: this.flags } : {}) }]));
    const discarder = this.from && this.from !== this.winner && this.hands[this.winner].by === "ron" ? { from: this.from } : {};
    return { rules: shelf.spec, hands, ...discarder, ...(shelf.value("round_wind") === false ? {} : { round: this.round }) };
  }
}

export const four = new Four();
