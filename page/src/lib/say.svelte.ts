// What the page says, in four languages. Sentences stand in English where they are said, as t("…"), and the other languages come
// from the catalogues that the library uses too.
import { engine } from "./engine";

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", ja: "日本語" } as const;
export type Lang = keyof typeof LANGUAGES;

type Values = Record<string, string | number>;

const said = $state<{ lang: Lang; words: Record<string, string | string[]> }>({ lang: "en", words: {} });

export const lang = (): Lang => said.lang;

const filled = (sentence: string, values?: Values): string =>
  values ? sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : sentence;

/** A sentence in the reader's language, with values in its brackets. */
export function t(sentence: string, values?: Values): string {
  const found = said.words[sentence];
  return filled((Array.isArray(found) ? found[0] : found) ?? sentence, values);
}

/** A sentence about a number of things; the number is {n}. Each of the two has its own translation. */
t.plural = (one: string, many: string, n: number, values?: Values): string =>
  t(n === 1 ? one : many, { n, ...values });

function known(tag: string): Lang | null {
  const low = tag.toLowerCase();
  if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
  return low.startsWith("ja") ? "ja" : low.startsWith("en") ? "en" : null;
}

export function preferred(asked?: string | null): Lang {
  for (const tag of [asked ?? "", localStorage.getItem("lang") ?? "", ...navigator.languages]) {
    const found = tag && known(tag);
    if (found) return found;
  }
  return "en";
}

/** Speak another language from now on. */
export async function speak(lang: Lang): Promise<void> {
  const words = lang === "en" ? {} : await engine.messages(lang).catch(() => null);
  if (words === null && lang !== said.lang) return;
  said.words = words ?? said.words;
  said.lang = lang;
  document.documentElement.lang = lang;
  localStorage.setItem("lang", lang);
}
