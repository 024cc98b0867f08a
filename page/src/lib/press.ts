// A tile of the keyboard was pressed: where it goes depends on what takes tiles now.
import { add, addMeld, meldOf } from "./hand";
import { play } from "./play.svelte";
import { kind, type Tile } from "./tiles";

export function press(tile: Tile): void {
  if (play.target !== "hand") {
    if (play[play.target].length < 5) play[play.target] = [...play[play.target], tile];
    if (play[play.target].length === 5) play.target = "hand";
    return;
  }
  if (play.meld) {
    const meld = meldOf(play.meld, tile);
    if (!meld || !meld.tiles.every((one) => play.left(kind(one)) > 0 || one[0] === "0")) return;
    if (play.hand.melds.length < 4) play.set(addMeld(play.hand, meld));
    play.meld = null;
    return;
  }
  if (play.left(tile) > 0 && play.size < 14) play.set(add(play.hand, tile));
}
