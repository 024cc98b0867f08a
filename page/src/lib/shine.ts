// Which tiles of a hand a line of an explanation speaks of.
import type { Hand } from "./hand";
import { kind, textOf, tilesOf } from "./tiles";

export interface Shine {
  melds: Set<number>;
  closed: Set<number>;
  win: boolean;
}

/** A meld where there is one of just these tiles; else as many of the other tiles as are named. */
export function shineOf(hand: Hand, lit: string): Shine {
  const shine: Shine = { melds: new Set(), closed: new Set(), win: false };
  for (const part of lit.split(" ").filter(Boolean)) {
    const wanted = (tilesOf(part) ?? []).map(kind);
    const whole = textOf([...wanted].sort());
    const at = hand.melds.findIndex((meld, i) => !shine.melds.has(i) && textOf(meld.tiles.map(kind).sort()) === whole);
    if (at >= 0) {
      shine.melds.add(at);
      continue;
    }
    for (const tile of wanted) {
      const place = hand.closed.findIndex((one, i) => kind(one) === tile && !shine.closed.has(i));
      const meld = hand.melds.findIndex((one) => one.tiles.some((other) => kind(other) === tile));
      if (place >= 0) shine.closed.add(place);
      else if (hand.win && kind(hand.win) === tile && !shine.win) shine.win = true;
      else if (meld >= 0) shine.melds.add(meld);
    }
  }
  return shine;
}
