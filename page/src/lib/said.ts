// A score in a few words: what the price bar and what the announcements say.
import { t } from "./say.svelte";
import { shelf } from "./shelf.svelte";
import type { Payments, Problem, Score } from "./wire";

/** Points as players write them. */
export const figure = (n: number): string => String(n).replace("-", "−");

export function limitName(limit: string): string {
  return shelf.names.limits[limit] ?? limit.replaceAll("_", " ");
}

/** "3 han 30 fu", "mangan", "2 yakuman". */
export function worth(score: Score): string {
  if (score.fan !== undefined) {
    const counted = t("{fu} fu {fan} fan", { fu: score.fu ?? 0, fan: score.fan });
    return score.limit ? counted + t(", ") + limitName(score.limit) : counted;
  }
  if (score.yakuman) return score.yakuman > 1 ? t("{n} yakuman", { n: score.yakuman }) : t("yakuman");
  const counted = score.fu ? t("{han} han {fu} fu", { han: score.han ?? 0, fu: score.fu }) : t("{han} han", { han: score.han ?? 0 });
  return score.limit ? counted + t(", ") + limitName(score.limit) : counted;
}

export const price = (score: Score): number => score.points ?? score.score ?? 0;

/** Who pays what, counters and sticks included. */
export function paid(payments: Payments | undefined): string {
  if (!payments) return "";
  const { discarder, dealer, each_nondealer: each, total } = payments;
  if (discarder !== undefined) {
    return discarder === total
      ? t("the discarder pays {n}", { n: figure(discarder) })
      : t("the discarder pays {n}; {total} in all", { n: figure(discarder), total: figure(total) });
  }
  if (dealer !== undefined && each !== undefined) {
    return t("the dealer pays {dealer}, the others {n}; {total} in all", { dealer: figure(dealer), n: figure(each), total: figure(total) });
  }
  if (each !== undefined) return t("each pays {n}; {total} in all", { n: figure(each), total: figure(total) });
  return "";
}

/** Where on the page a problem is told: beside what is wrong. */
export function placeOf(problem: Problem): "hand" | "dora" | "ura" | "how" {
  if (problem.where.startsWith("dora_indicators")) return "dora";
  if (problem.where.startsWith("ura_indicators")) return "ura";
  return /^(flags|seat|round|honba|deposits)/.test(problem.where) ? "how" : "hand";
}
