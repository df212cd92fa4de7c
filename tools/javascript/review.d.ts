// The page of a review, whose parts are joined into one script (web/review_page.py): what the modules before them
// declare, the data of the page, and the types of the parts.

type Dom = typeof import("../../src/ninefivetwo/web/page/table/dom.js");
type OfSettings = typeof import("../../src/ninefivetwo/web/page/settings.js");
type Table = import("../../src/ninefivetwo/web/page/table/table.js").Table;
declare const SEATS: Dom["SEATS"];
declare const SIGN: Dom["SIGN"];
declare const SUITS: Dom["SUITS"];
declare const button: Dom["button"];
declare const capital: Dom["capital"];
declare const cardText: Dom["cardText"];
declare const count: Dom["count"];
declare const el: Dom["el"];
declare const player: Dom["player"];
declare const rankText: Dom["rankText"];
declare const SERVER_GONE: Dom["SERVER_GONE"];
declare const WORD: Dom["WORD"];
declare const say: Dom["say"];
declare const saying: Dom["saying"];
declare const sentence: Dom["sentence"];
declare const suitEl: Dom["suitEl"];
declare const svg: Dom["svg"];
declare const trumpText: Dom["trumpText"];
declare const loneCard: typeof import("../../src/ninefivetwo/web/page/table/cards.js").loneCard;
declare const Table: typeof import("../../src/ninefivetwo/web/page/table/table.js").Table;
declare const grid: typeof import("../../src/ninefivetwo/web/page/grid.js").grid;
declare const UNNAMED: OfSettings["UNNAMED"];
declare const changed: OfSettings["changed"];
declare const settings: OfSettings["settings"];
declare const stored: OfSettings["stored"];

declare const DATA: ReviewData & {
  deals: (ReviewObject & {words: ReviewWordsObject})[];
} & ({match: ReviewsObject; match_figures: MatchFigures} | {match: null; match_figures: null});

type Phase = Decision["phase"];
/** Another choice, and the rest of the deal after it. */
interface WhatIf extends WhatIfShown {
  tricks: WholeTrick[];
}

// The parts' own values.

/** A step of a deal: a choice before the play, or a card; `decision` is null if the review does not rate it. */
type Step = {seat: Seat; decision: Decision | null} & (
  | {phase: Phase; chosen: Choice; card?: undefined; trick?: undefined; winner?: undefined}
  | {phase?: undefined; chosen?: undefined; card: Card; trick: number; winner: Seat | null}
);
interface DealLine {
  steps: Step[];
  /** The number of steps before the play. */
  first: number;
}
/** A deal that continues after another choice: the steps of its decision, and where it leaves the actual deal. */
interface Other extends WhatIf {
  line: DealLine;
  start: number;
  from: number;
  startStep: number;
}
interface View {
  number: number;
  review: ReviewObject;
  words: ReviewWordsObject;
  names: string[];
  line: DealLine;
  tables: TableObject[];
  figures: DealFigures;
  at: number;
  other: Other | null;
  open: boolean;
  canTry: boolean;
}
/** The plot of guaranteed tricks, before the first card and after each card. */
interface Plot {
  sure: BySeat<number>[];
  most: number;
  x: (cards: number) => number;
  y: (tricks: number) => number;
}

/** The elements that the review page finds by their ids. */
interface ReviewIds {
  all: HTMLButtonElement;
  back: HTMLButtonElement;
  banner: HTMLDivElement;
  bannerwords: HTMLParagraphElement;
  bestplay: HTMLParagraphElement;
  choicenote: HTMLParagraphElement;
  choices: HTMLDivElement;
  costliest: HTMLOListElement;
  costliestnote: HTMLParagraphElement;
  deal: HTMLDivElement;
  deallist: HTMLOListElement;
  deals: HTMLElement;
  dealshort: HTMLDivElement;
  finders: HTMLDivElement;
  first: HTMLButtonElement;
  four: HTMLInputElement;
  gains: HTMLDivElement;
  gradenote: HTMLDivElement;
  grades: HTMLTableElement;
  last: HTMLButtonElement;
  ledger: HTMLTableElement;
  leftout: HTMLUListElement;
  luck: HTMLDivElement;
  lucknote: HTMLParagraphElement;
  main: HTMLElement;
  match: HTMLDivElement;
  matchledger: HTMLTableElement;
  mistake: HTMLButtonElement;
  mistakes: HTMLOListElement;
  next: HTMLButtonElement;
  opencards: HTMLParagraphElement;
  options: HTMLTableElement;
  players: HTMLTableElement;
  playersnote: HTMLParagraphElement;
  plot: SVGSVGElement;
  points: HTMLOListElement;
  result: HTMLParagraphElement;
  return: HTMLButtonElement;
  share: HTMLDivElement;
  short: HTMLDivElement;
  table: HTMLDivElement;
  terms: HTMLParagraphElement;
  title: HTMLHeadingElement;
  tryit: HTMLParagraphElement;
  turn: HTMLButtonElement;
  turning: HTMLDetailsElement;
  unused: HTMLUListElement;
  what: HTMLHeadingElement;
  where: HTMLSpanElement;
  words: HTMLDivElement;
  work: HTMLParagraphElement;
}
