// The page of a review, whose modules are joined into one script (web/review_page.py).

/** The data of the page. */
type ReviewedData = ReviewData & {
  deals: (ReviewObject & {words: ReviewWordsObject})[];
} & ({match: ReviewsObject; match_figures: MatchFigures} | {match: null; match_figures: null});

type Phase = Decision["phase"];
/** Another choice, and the rest of the deal after it. */
interface WhatIf extends WhatIfShown {
  tricks: WholeTrick[];
}

// The modules' own values.

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
/** The position shown. */
interface Here {
  deal: number | null;
  at: number;
  other: Other | null;
  /** The number of seats by which the table is rotated. */
  turned: number;
  /** The number of the newest request or step; answers to older requests are dropped. */
  asked: number;
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
/** Fills a table of the page with what grid() makes: see review/text.js. */
type FillTable = (
  id: "options" | "players" | "ledger" | "grades" | "matchledger",
  ...table: Parameters<typeof import("../../src/ninefivetwo/web/page/grid.js").grid>
) => void;
/** Returns parts of the page on a step, whose decision may be unrated. */
type OfStep<Made> = (view: View, step: Step, decision: Decision | null) => Made[];
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
