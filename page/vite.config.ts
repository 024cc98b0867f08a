import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { sentences } from "./tools/sentences.mjs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The service worker knows the files of this build by name, so that the page opens without a connection after one visit. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      // without the page itself, which comes last: its name never changes, so that the version must
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map") && name !== "index.html");
      const worker = readFileSync("src/worker.js", "utf8");
      const version = createHash("sha256").update(files.sort().join() + worker + readFileSync("index.html")).digest("hex").slice(0, 12);
      const listed = ["./", ...files, "manifest.webmanifest", "icon.svg"];
      const source = worker.replace("__VERSION__", version).replace("__FILES__", JSON.stringify(listed));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
      // what the page says: the server sends these sentences, and no others, in the reader's language
      this.emitFile({ type: "asset", fileName: "sentences.json", source: JSON.stringify(sentences("src")) });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), offline()],
  build: {
    outDir: "../src/chouma/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765" } },
});
