// What the API answers to game records, and how files come to the page.
import { meldOfText, type Hand } from "./hand";
import type { Group, Line } from "./wire";

export interface Found {
  seat: string;
  wind: string;
  topic: string;
  title: string;
  told: string;
  computed: string;
  why: string;
  lines: Line[];
}

export interface Worth {
  yaku: { id: string; name: string; n: number }[] | null;
  yakuman: boolean;
  han: number | null;
  fu: number | null;
  limit: string | null;
  points: number | null;
}

export interface WinBoard {
  seat: string;
  giver: string;
  tile: string | null;
  told: Worth;
  computed: Worth | null;
  differs: string[];
  reading: Group[];
}

export interface SeatBoard {
  wind: string;
  player: string;
  score: number;
  told: number | null;
  computed: number | null;
  concealed: string[] | null;
  win: string | null;
  melds: string[];
  norths: number;
  riichi: boolean;
  discards: { tile: string; drawn: boolean; riichi: boolean; claimed: boolean }[];
}

export interface Board {
  round: string;
  wind: string;
  number: number;
  honba: number;
  deposits: number;
  wall: number;
  indicators: string[];
  ura: string[];
  seats: SeatBoard[];
  wins: WinBoard[];
  draw: string;
}

export interface Counts {
  rounds: number;
  wins: number;
  draws: number;
  findings: number;
  unreadable: number;
}

export interface JudgedHand {
  is: "hand";
  record: string;
  round: string;
  findings: Found[];
  board: Board | null;
}

export type AuditLine =
  | ({ is: "game"; record: string; format: string; rules: string; players: number } & Counts)
  | JudgedHand
  | ({ is: "summary"; games: number; complete: boolean; left_out: string } & Counts);

export interface Statistics {
  headline: string;
  hands: number;
  tables: { id: string; title: string; head: string[]; rows: string[][] }[];
  svg: string | null;
  complete: boolean;
  left_out: string;
}

/** What a seat holds, as the page handles hands. */
export const handOf = (seat: SeatBoard): Hand => ({
  closed: seat.concealed ?? [],
  melds: seat.melds.map(meldOfText).filter((meld) => meld !== null),
  norths: seat.norths,
  win: seat.win,
  by: "ron",
});

/** A file, and what to call it: with the folders that it lies in. */
export interface Given {
  name: string;
  file: File;
}

export const chosen = (files: FileList | null): Given[] =>
  [...(files ?? [])].filter((file) => !file.name.startsWith(".")).map((file) => ({ name: file.webkitRelativePath || file.name, file }));

/** The files of what was dropped, those in folders too. */
export async function dropped(items: DataTransferItemList): Promise<Given[]> {
  // what is dropped can be asked for within the event alone
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: Given[] = [];
  while (entries.length) {
    const entry = entries.shift()!;
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
        if (!some.length) break;
        entries.push(...some);
      }
    } else {
      const file = await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail));
      found.push({ name: entry.fullPath.replace(/^\//, ""), file });
    }
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function form(given: readonly Given[]): FormData {
  const body = new FormData();
  for (const { name, file } of given) body.append("record", file, name);
  return body;
}

/** Files in parts that are sent one after another, so that one sees how far it is. */
export function parts(given: readonly Given[], bytes: number, most: number): Given[][] {
  const found: Given[][] = [];
  let size = 0;
  for (const one of given) {
    const last = found.at(-1);
    if (last && last.length < most && size + one.file.size <= bytes) last.push(one);
    else {
      found.push([one]);
      size = 0;
    }
    size += one.file.size;
  }
  return found;
}
