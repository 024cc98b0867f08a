// The wire form, as far as the page reads it; docs/api.md tells all of it.
export type RulesSpec = string | ({ base: string; name?: string } & Record<string, unknown>);

export interface Problem {
  id: string;
  message: string;
  where: string;
}

export interface Line {
  id: string;
  text: string;
  amount?: number;
  unit?: string;
  total?: number;
  /** the tiles that it speaks of: groups, or a winning tile with its mark */
  tiles?: string;
  /** of dora: an indicator for each part of the tiles */
  indicators?: string;
  lines?: Line[];
}

export interface Payments {
  discarder?: number;
  dealer?: number;
  each_nondealer?: number;
  total: number;
  [payer: string]: number | undefined;
}

export interface Group {
  form: string;
  tiles: string;
  concealed: boolean;
  called: boolean;
  wait?: string;
}

export interface Score {
  ok: boolean;
  win: boolean;
  won?: boolean | "dealt";
  reason?: string;
  shanten?: number;
  nearest?: unknown[];
  han?: number | null;
  fu?: number | null;
  fan?: number;
  score?: number;
  yakuman?: number;
  limit?: string;
  points?: number;
  payments?: Payments;
  reading?: Group[];
  lines?: Line[];
  problems?: Problem[];
}

export interface ScoreRequest {
  hand: string;
  seat: string;
  round: string;
  flags: string[];
  rules: RulesSpec;
  dora_indicators?: string[];
  ura_indicators?: string[];
  honba?: number;
  deposits?: number;
  won?: boolean;
}

export interface Alternative {
  reading: Group[] | string;
  paid: boolean;
  han?: number | null;
  fu?: number | null;
  fan?: number;
  score?: number;
  limit?: string;
  base?: number;
  yakuman?: number;
}

export interface WhyNot {
  yaku: string;
  name: string;
  has: boolean;
  text: string;
}

export interface Answer {
  ok: boolean;
  problems?: Problem[];
  score?: Score;
  alternatives?: Alternative[];
  why_not?: WhyNot[];
  one_more?: (Partial<Score> & { payments: Payments }) | null;
}

export interface Wait {
  tile: string;
  left: number;
  needs_yaku?: boolean;
  ron: Score;
  tsumo: Score;
}

export interface Waits {
  ok: boolean;
  problems?: Problem[];
  ready?: boolean;
  shanten?: number;
  waits?: Wait[];
  draws?: { tile: string; left: number }[];
  discards?: { tile: string; shanten: number; draws: { tile: string; left: number }[] }[];
}

export interface Cell {
  text: string;
}

export interface ComparisonRow {
  section: string;
  id: string;
  label: string;
  cells: Cell[];
  differs: boolean;
  became?: string;
}

export interface Comparison {
  ok: boolean;
  problems?: Problem[];
  rules?: string[];
  families?: string[];
  answers?: Score[];
  rows?: ComparisonRow[];
  causes?: { text?: string; switch: string; rules?: string }[];
  notes?: string[];
}

export interface Settlement {
  ok: boolean;
  problems?: Problem[];
  winner?: string;
  scores?: Record<string, number>;
  hands?: Record<string, Score>;
  transfers?: { from: string; to: string; amount: number; why: string }[];
  deltas?: Record<string, number>;
  next_dealer?: string;
  next_honba?: number;
  deposits_left?: number;
  lines?: Line[];
}

export interface TableSide {
  possible: boolean;
  reason?: string;
  points?: number;
  payments?: Payments;
}

export interface Tables {
  ok: boolean;
  problems?: Problem[];
  family?: string;
  tables?: { dealer: boolean; rows: { han?: number; han_to?: number | null; yakuman?: number; cells: { fu: number | null; limit: string; base: number; ron: TableSide; tsumo: TableSide }[] }[] }[];
  rows?: { fu: number; cells: { fan: number; score: number; limit: string; east_wins: Record<string, number>; other_wins: Record<string, number> }[] }[];
  limit?: number;
}

export interface RuleSetHead {
  name: string;
  title: string;
  family: string;
  players?: number;
}

export interface Switch {
  switch: string;
  value: unknown;
  default: unknown;
  base_value: unknown;
  doc: string;
  source: string;
  unverified: boolean;
  differs: boolean;
  stage: string;
  kind: string;
  choices: unknown[] | null;
  allowed: string;
  least: number | null;
  most: number | null;
  step: number | null;
  names: string[];
  /** the same in the reader's words */
  value_text: string;
  base_text: string;
  choice_texts: string[] | null;
  name_texts: string[];
}

export interface RuleSet {
  ok: boolean;
  problems?: Problem[];
  name: string;
  base: string | null;
  family: string;
  title: string;
  note: string;
  players: number;
  is_preset: boolean;
  wire: RulesSpec;
  switches: Switch[];
  diff?: { switch: string; mine: unknown; theirs: unknown; doc: string }[];
  toml?: string;
  booklet: { head: string; lines: { text: string; gives: string; more?: string }[] }[] | null;
}

export interface Names {
  yaku: Record<string, string>;
  flags: Record<string, string>;
  limits: Record<string, string>;
}

export interface ReadHand {
  ok: boolean;
  problems?: Problem[];
  text?: string;
  tiles?: string[];
  flowers?: string[];
  melds?: { text: string }[];
  norths?: number;
  win?: string | null;
  by?: "ron" | "tsumo" | null;
  written?: Record<string, string | null>;
}

export interface GameWin {
  seat: string;
  from?: string;
  han?: number;
  fu?: number;
  yakuman?: number;
  hand?: string;
  flags?: string[];
  dora_indicators?: string[];
  ura_indicators?: string[];
}

export interface GameEvent {
  wins?: GameWin[];
  draw?: boolean | { kind: string; tenpai?: string[]; nagashi?: string[] };
  chombo?: string | { seat: string };
  hands?: Record<string, string | { hand: string; flags?: string[] }>;
  from?: string;
  false_win?: string;
  chips?: Record<string, number>;
  penalty?: { seat: string; points: number };
  stop?: boolean;
  riichi?: string[];
  [key: string]: unknown;
}

export interface GameStep {
  number: number;
  at: string;
  honba: number;
  kind: string;
  /** what happened, in words */
  text: string;
  event: GameEvent;
  deltas: Record<string, number>;
  table: number;
  scores: Record<string, number>;
}

export interface Way {
  by: string;
  from: string | null;
  possible: boolean;
  any_win: boolean;
  points: number | null;
  choices: { han: number | null; fu: number | null; yakuman: number; limit: string }[];
}

export interface GameAnswer {
  ok: boolean;
  problems?: Problem[];
  players?: string[];
  family?: string;
  /** what a chip is worth; 0 where nobody plays with chips */
  chips?: number;
  state?: { scores: Record<string, number>; at: string; dealer: string; honba: number; deposits: number; riichi: string[]; chips: Record<string, number>; over: string };
  events?: GameStep[];
  final?: { place: number; player: string; score: number; uma: number; oka: number; chips: number; penalty: number; points: number }[] | null;
  needs?: { player: string; place: number; needs: { place: number; ways: Way[] }[] }[] | null;
}
