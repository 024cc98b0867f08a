// The sentences of the page: t("…"), and both of t.plural("…", "…", n).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SAID = /\bt(\.plural)?\(\s*("(?:[^"\\\n]|\\.)*")(?:\s*,\s*("(?:[^"\\\n]|\\.)*"))?/g;

export function sentences(folder) {
  const found = new Set();
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!/\.(ts|svelte)$/.test(name)) continue;
    for (const [, plural, one, many] of readFileSync(join(folder, name), "utf8").matchAll(SAID)) {
      found.add(JSON.parse(one));
      if (plural) found.add(JSON.parse(many));
    }
  }
  return [...found];
}
