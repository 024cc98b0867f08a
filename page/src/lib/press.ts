// A tile of the keyboard was pressed: where it goes depends on what takes tiles now.
import { add, addMeld, meldOf, type Meld } from "./hand";
import { play } from "./play.svelte";
import { shelf } from "./shelf.svelte";
import { isNumbered, kind, rank, type Tile } from "./tiles";

/** A kan of fives holds every five, the red ones too. */
function withReds(meld: Meld | null): Meld | null {
  if (meld?.tiles.length !== 4 || !isNumbered(meld.tiles[0]) || rank(meld.tiles[0]) !== 5) return meld;
  const suit = meld.tiles[0][1];
  const reds = shelf.reds(suit);
  return { ...meld, tiles: meld.tiles.map((_, i) => (i >= 4 - reds ? "0" : "5") + suit) };
}

export function press(tile: Tile): void {
  if (play.target !== "hand") {
    if (play[play.target].length < 5) play[play.target] = [...play[play.target], tile];
    if (play[play.target].length === 5) play.target = "hand";
    return;
  }
  if (play.meld) {
    const meld = withReds(meldOf(play.meld, tile));
    if (!meld || !meld.tiles.every((one) => play.left(kind(one)) > 0 || one[0] === "0")) return;
    if (play.hand.melds.length < 4) play.set(addMeld(play.hand, meld));
    play.meld = null;
    return;
  }
  if (play.left(tile) > 0 && play.size < 14) play.set(add(play.hand, tile));
}
