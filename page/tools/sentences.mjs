// The sentences of the page: t("…"), and t.plural("…", "…", n) as a pair.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SAID = /\bt(\.plural)?\(\s*("(?:[^"\\\n]|\\.)*")(?:\s*,\s*("(?:[^"\\\n]|\\.)*"))?/g;

export function sentences(folder) {
  const found = new Map();
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!/\.(ts|svelte)$/.test(name)) continue;
    for (const [, plural, one, many] of readFileSync(join(folder, name), "utf8").matchAll(SAID)) {
      found.set(one, plural ? [JSON.parse(one), JSON.parse(many)] : JSON.parse(one));
    }
  }
  return [...found.values()];
}
