// Draws the tiles once, at build time: every face as one <symbol> of a sprite, one sprite for light pages and one for dark ones.
// The pictures are those of riichi-mahjong-tiles; flowers and seasons are glyphs of Noto Sans Symbols 2. Neither is kept in git.
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import opentype from "opentype.js";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as pictures from "riichi-mahjong-tiles";
import { optimize } from "svgo";

const require = createRequire(import.meta.url);
const OUT = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "drawn");
const HONOURS = ["Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"];
const SUITS = { m: "Man", p: "Pin", s: "Sou" };
// flowers first, as the tiles 1f..4f are; seasons are 5f..8f
const FLOWERS = [0x1f022, 0x1f023, 0x1f025, 0x1f024, 0x1f026, 0x1f027, 0x1f028, 0x1f029];
const PLAIN_WOFF = "@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff";

/** id of a symbol -> name of its picture */
function faces() {
  const found = {};
  for (const [suit, name] of Object.entries(SUITS)) {
    for (let n = 1; n <= 9; n++) found[`${suit}${n}`] = `${name}${n}`;
    found[`${suit}0`] = `${name}5Dora`;
  }
  HONOURS.forEach((name, i) => (found[`z${i + 1}`] = name));
  return found;
}

function drawn(picture, id) {
  const svg = renderToStaticMarkup(createElement(picture));
  const plugins = [
    { name: "preset-default", params: { overrides: { removeHiddenElems: true } } },
    "convertStyleToAttrs",
    { name: "removeXlink", params: { includeLegacy: true } },
    { name: "prefixIds", params: { prefix: id, prefixClassNames: false } },
    { name: "cleanupNumericValues", params: { floatPrecision: 1 } },
  ];
  return optimize(svg, { multipass: true, plugins }).data;
}

/** the inside of an <svg>, with the attributes that its root hands down */
function inside(svg) {
  const [, root, body] = /^<svg([^>]*?)(?:\/>|>(.*)<\/svg>)$/s.exec(svg);
  const handed = [...root.matchAll(/ ([\w-]+)="([^"]*)"/g)].filter(([, name]) => !/^(xmlns|viewBox|width|height)/.test(name));
  const attributes = handed.map(([, name, value]) => ` ${name}="${value}"`).join("");
  return attributes ? `<g${attributes}>${body ?? ""}</g>` : body ?? "";
}

function flowerSymbols(colour) {
  const bytes = readFileSync(require.resolve(PLAIN_WOFF));
  if (bytes.length < 10_000) throw new Error("the font of the flowers is empty: another subset of it has them");
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return FLOWERS.map((code, i) => {
    const glyph = font.charToGlyph(String.fromCodePoint(code));
    const path = glyph.getPath(0, 0, 1000);
    const box = path.getBoundingBox();
    if (!glyph.unicode || !(box.x2 > box.x1)) throw new Error(`the font has no glyph for flower ${i + 1}`);
    // the glyph is framed as a tile is: the frame is left outside
    const frame = 0.07 * (box.x2 - box.x1);
    const [x, y, wide, high] = [box.x1 + frame, box.y1 + frame, box.x2 - box.x1 - 2 * frame, box.y2 - box.y1 - 2 * frame];
    const view = [x, y, wide, high].map((n) => n.toFixed(0)).join(" ");
    return `<symbol id="f${i + 1}" viewBox="${view}"><path fill="${colour}" d="${path.toPathData(0)}"/></symbol>`;
  });
}

function sprite(variant, ink, frame) {
  const symbols = Object.entries(faces()).map(([id, name]) => {
    const picture = pictures[`${variant}${name}`];
    if (!picture) throw new Error(`riichi-mahjong-tiles has no ${variant}${name}`);
    let body = inside(drawn(picture, `${variant[0]}${id}`));
    // the white dragon is a blank tile: a thin frame tells it from a place without a tile
    if (id === "z5") body += `<rect x="45" y="45" width="210" height="310" rx="18" fill="none" stroke="${frame}" stroke-width="12"/>`;
    if (!/<(path|circle|rect|g|use|ellipse)/.test(body)) throw new Error(`${id} is blank`);
    return `<symbol id="${id}" viewBox="0 0 300 400">${body}</symbol>`;
  });
  symbols.push(...flowerSymbols(ink));
  const text = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${symbols.join("")}</svg>`;
  check(text, symbols.length);
  return text;
}

function check(text, count) {
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  const asked = [...text.matchAll(/(?:url\(#|href="#)([^)"]+)/g)].map((found) => found[1]);
  const dangling = asked.filter((id) => !ids.includes(id));
  if (count !== 45) throw new Error(`the sprite has ${count} faces: it is 34 tiles, 3 red fives and 8 flowers`);
  if (twice.length) throw new Error(`ids stand twice: ${twice.join(" ")}`);
  if (dangling.length) throw new Error(`nothing has the ids ${dangling.join(" ")}`);
  if (/ style="|<style|<script/.test(text)) throw new Error("styles in the sprite: the page's policy forbids them");
  const open = [];
  for (const [, close, name, , self] of text.matchAll(/<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else if (!self) open.push(name);
  }
  if (open.length) throw new Error(`<${open[0]}> stays open`);
}

mkdirSync(OUT, { recursive: true });
for (const [name, variant, ink, frame] of [["light", "Regular", "#1d5c3a", "#4a6a94"], ["dark", "Black", "#9fd8b6", "#8fb0dd"]]) {
  const text = sprite(variant, ink, frame);
  writeFileSync(join(OUT, `tiles-${name}.svg`), text);
  console.log(`tiles-${name}.svg: ${(text.length / 1000).toFixed(0)} kB`);
}
