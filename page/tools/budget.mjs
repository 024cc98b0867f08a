// What a first visit loads, compressed: the page stays small.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const OUT = "../src/chouma/web/page";
const MOST = 300_000;
// one of the two sprites is loaded, the other when the look changes; what the service worker keeps comes after the first view
const sizes = readdirSync(OUT, { recursive: true })
  .filter((name) => statSync(join(OUT, name)).isFile() && name !== "sentences.json")
  .map((name) => [name, gzipSync(readFileSync(join(OUT, name))).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes.sort((one, other) => other[1] - one[1])) console.log(`${String(size).padStart(7)}  ${name}`);
console.log(`${String(total).padStart(7)}  bytes in all, of ${MOST} at most (gzip)`);
if (total > MOST) {
  console.error("the page is too large");
  process.exit(1);
}
