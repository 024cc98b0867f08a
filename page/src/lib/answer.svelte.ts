// The answer to the hand on the page, asked anew with every change; the last one stays until the next is here, so that nothing jumps.
import { Away, engine } from "./engine";
import { play } from "./play.svelte";
import { lang } from "./say.svelte";
import { shelf } from "./shelf.svelte";
import type { Answer, Problem, Waits } from "./wire";

/** a change is asked for at once; of changes that follow one another quicker than this, the last */
const PAUSE = 20;
/** what every hand lacks until it is whole: not worth a word while one types */
const UNFINISHED = ["no_winning_tile", "tile_count"];

class Current {
  answer = $state.raw<Answer | null>(null);
  waits = $state.raw<Waits | null>(null);
  problems = $state.raw<Problem[]>([]);
  away = $state(false);
  /** the request that the answer answers, as text */
  of = $state("");
  private asked = "";
  private asking: AbortController | null = null;
  private timer = 0;
  private last = -PAUSE;

  /** Ask for the hand as it stands now. */
  ask(): void {
    const request = play.request;
    const speech = lang();
    const size = play.size;
    const won = play.hand.win !== null;
    const whole = JSON.stringify([request, speech, shelf.family, this.away]);
    if (whole === this.asked) return;
    this.asked = whole;
    clearTimeout(this.timer);
    this.asking?.abort();
    const mine = (this.asking = new AbortController());
    const fetch = () => {
      this.last = performance.now();
      void this.fetch(request, speech, size, won, mine.signal);
    };
    const pause = this.last + PAUSE - performance.now();
    if (pause <= 0) fetch();
    else this.timer = window.setTimeout(fetch, pause);
  }

  private async fetch(request: typeof play.request, speech: string, size: number, won: boolean, signal: AbortSignal): Promise<void> {
    try {
      // while tiles are still to come there is nothing to ask, unless one of them can't be
      const waiting = !won && (size === 13 || size === 14);
      const asking = !waiting && (size >= 13 || won || play.isStrange);
      const answer = asking ? await engine.explain(request, speech, undefined, signal) : null;
      const waits = waiting ? await engine.waits(request, speech, signal) : null;
      if (signal.aborted) return;
      const problems = answer?.problems ?? waits?.problems ?? [];
      this.away = false;
      this.answer = answer?.ok ? answer : null;
      this.waits = waits?.ok ? waits : null;
      this.problems = won || size > 14 ? problems : problems.filter((problem) => !UNFINISHED.includes(problem.id));
      this.of = JSON.stringify(request);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Away)) throw error;
      this.away = true;
      this.answer = this.waits = null;
    }
  }
}

export const current = new Current();
