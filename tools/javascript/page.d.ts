// The types of the scripts' own values.

/** What an element may contain; null and undefined are left out. */
type Child = Node | string | number | null | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | Record<string, string | number>>;
/** A part of a sentence. */
type Part = string | Node;
type PlaceValue = Child;
/** The values of a text's placeholders; with `first`, the first form of {place:form|form} is chosen. */
type Places = Record<string, PlaceValue | readonly [value: string | number, first: boolean]>;
type Words = (text: string) => Part[];

// Cards on the table.

/** Where a card lies on the table. */
type Place = Seat | "trick" | "kitty" | "middle" | "out" | "won";
interface Piece {
  element: HTMLElement;
  place: Place;
  card: Card | null;
  /** The seat that played the card to a trick, or won it. */
  by: Seat | null;
  /** The CSS transform, null before the piece was placed. */
  transform: string | null;
  /** The order of the pieces in a state. */
  slot: number;
  /** The words for screen readers, null for a back. */
  spoken: string | null;
}
/** A place that a piece takes in a state. */
interface Slot {
  place: Place;
  card: Card | null;
  by: Seat | null;
  slot: number;
}
/** A piece's place on the screen: its middle, its size, and the width of the part that no other piece covers. */
interface Spot extends Pose {
  z: number;
  seen: number;
}
interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}
type Box = {
  left: number;
  top: number;
  width: number;
  height: number;
};
type Speed = "slow" | "normal" | "fast" | "instant";

// The frame of a table: see table/places.js.

interface Given {
  width: number;
  height: number;
  text: number;
  open: boolean;
  own: number;
  long: boolean;
  buttons: boolean;
  line: boolean;
}
interface Measures {
  need: number;
  side: number;
  card: number;
  avatar: number;
  zone: Box;
  /** The backs beside the avatars; null if they lie under the avatars. */
  backs: {top: number; bottom: number; card: number; step: number} | null;
  most: number;
  hand: {top: number; bottom: number; rows: number};
  trick: {card: number; apart: number; drop: number; y: number};
  /** The open hands of the players on the left and on the right. */
  hands: Hands[];
  /** The dealer's discards, by the dealer's side of the screen; null if they lie under the avatar. */
  out: {card: number; places: number[]; end?: number} | null;
  boxes: {plates: Box[]; trump: Box; pile?: Box; line?: Box; prompt: Box; buttons: Box};
}
interface Hands {
  top: number;
  card: number;
  left: number;
  width: number;
  rows: number;
  shift: number;
}
interface Frame extends Measures {
  mode: "wide" | "tall" | "low";
  rise: number;
  open: boolean;
  width: number;
  height: number;
}
/** A frame, and the height of the captions and buttons in the middle. */
interface ToldFrame extends Frame {
  told: number;
}
/** Returns a seat's side of the screen: 0 below, 1 left, 2 right. */
type Sides = (seat: Seat) => number;
/** A piece and its place on the screen. */
type Placed = [piece: Piece, spot: Spot];
interface Row {
  left: number;
  width: number;
  top: number;
  /** The width of a card, and the greatest distance between two cards. */
  own: number;
  most: number;
  z: number;
  end?: "start" | "middle" | "end";
}
interface Stacked<Name extends string> {
  part: number;
  need: number;
  less: number;
  bands: Record<Name, {top: number; height: number; middle: number}>;
}

// What the scripts select in a page are HTML elements, whose kind the end of the selector tells.

type Selected<Selector extends string> = Selector extends `${string},${string}`
  ? HTMLElement
  : Selector extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Selector]
    : Selector extends `${string} ${infer Last}`
      ? Selected<Last>
      : Selector extends `${infer Tag extends keyof HTMLElementTagNameMap}[${string}`
        ? HTMLElementTagNameMap[Tag]
        : HTMLElement;
interface ParentNode {
  querySelector<Selector extends string>(selectors: Selector): Selected<Selector> | null;
  querySelectorAll<Selector extends string>(selectors: Selector): NodeListOf<Selected<Selector>>;
}
interface Element {
  closest<Selector extends string>(selector: Selector): Selected<Selector> | null;
}

// A table: see table/table.js.

interface TableOptions {
  choose: (choice: Choice | boolean) => unknown;
  settings: TableSettings;
  moves?: boolean;
  careful?: () => boolean;
  buttons?: HTMLElement;
  line?: HTMLElement;
}
interface TableSettings {
  get<Name extends keyof Settings>(name: Name): Settings[Name] | undefined;
  watch(watcher: () => void): void;
}
interface Shown {
  pace?: Speed;
  marks?: Marks;
  said?: Part[][];
  spoken?: string;
  below?: Seat;
}
interface Marks {
  hinted?: Choice | true;
  tags?: Record<string, string>;
  raised?: Card[];
  asked?: Seat | null;
}
interface Waiting extends Shown {
  state: TableObject;
  below: Seat;
}
/** Returns a player as the value of a placeholder. */
type Person = (seat: Seat) => Places[string];

/** The user's settings: see settings.js. */
interface Settings {
  name: string;
  left: string;
  right: string;
  rules: string;
  seat: string;
  opponents: string;
  speed: Speed;
  sound: boolean;
  deck: "four" | "two";
  order: string;
  autoplay: boolean;
  confirm: boolean;
  verdicts: boolean;
  theme: string;
  coached: boolean;
}
interface SettingsStore extends TableSettings {
  get<Name extends keyof Settings>(name: Name): Settings[Name];
  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void;
}

// Requests: see ui.js.

type Path = keyof Answers;
type Line<Asked extends Path> = NonNullable<Answers[Asked]>;
interface Listening<Asked extends Path> {
  onLine?: (line: Line<Asked>) => void;
  signal?: AbortSignal;
}
/** Sends a request; only an address whose stream may be empty resolves to null. */
type Post = <Asked extends Path>(path: Asked, body?: object, listening?: Listening<Asked>) => Promise<Answers[Asked]>;
/** A field of a form. */
type Field = HTMLInputElement | HTMLSelectElement | RadioNodeList;

/** The elements that the scripts find by their ids, in the pages that have them. */
interface Ids extends ReviewIds {
  actions: HTMLDivElement;
  add: HTMLButtonElement;
  advice: HTMLDivElement;
  answers: HTMLDivElement;
  back: HTMLButtonElement;
  bar: HTMLProgressElement;
  coach: HTMLButtonElement;
  count: HTMLParagraphElement;
  data: HTMLScriptElement;
  deletions: HTMLDivElement;
  exchange: HTMLDetailsElement;
  figures: HTMLDivElement;
  files: HTMLUListElement;
  forget: HTMLButtonElement;
  go: HTMLButtonElement;
  gone: HTMLDetailsElement;
  hands: HTMLDetailsElement;
  "how-many": HTMLParagraphElement;
  input: HTMLInputElement;
  list: HTMLTableSectionElement;
  log: HTMLUListElement;
  main: HTMLElement;
  more: HTMLButtonElement;
  next: HTMLButtonElement;
  "next-cards": HTMLDivElement;
  none: HTMLDivElement;
  open: HTMLFormElement;
  picker: HTMLDivElement;
  records: HTMLTableElement;
  rejoin: HTMLButtonElement;
  remove: HTMLButtonElement;
  restore: HTMLButtonElement;
  reviews: HTMLOListElement;
  sample: HTMLParagraphElement;
  share: HTMLDivElement;
  skipped: HTMLDivElement;
  solve: HTMLButtonElement;
  solved: HTMLTableSectionElement;
  solving: HTMLDivElement;
  status: HTMLParagraphElement;
  table: HTMLDivElement;
  tricks: HTMLOListElement;
  undo: HTMLDivElement;
  values: HTMLButtonElement;
  ways: HTMLDivElement;
  words: HTMLParagraphElement;
}

/** What a tab tells the other tabs: that the library or a match has changed. */
interface ToTabs {
  library?: boolean;
  match?: TableName;
  version?: number | null;
}

// Parts of pages.

/** A cell of a table: its content, or a `td`. */
type Cell = Child | Child[];
/** A note of the tour. */
interface Note {
  at: string;
  words: string;
}
/** A place that a picker can put cards in, and its parts in the page: see picker.js. */
interface PickPlace {
  name: string;
  label: string;
  most: number;
}
interface HeldPlace extends PickPlace {
  held: Set<Card>;
  radio: HTMLInputElement;
  choice: HTMLElement;
  words: HTMLElement;
}
/** How a card of a grid looks: see card_grid.js. */
interface Dress {
  kind?: string;
  place?: string;
  off?: boolean;
  on?: boolean | null;
}
type Shared = readonly [code: string, after: number | null];
type Point = [x: number, y: number];
/** How advice, a verdict or the end of a deal is drawn: see advice.js. */
interface Drawing {
  /** The players' names, in which nothing is coloured like a card. */
  names?: string[];
  /** Whether the similar hands are open at first, and whether everything after the reasons is folded. */
  like?: boolean;
  brief?: boolean;
  /** Stops the request, null if it has ended. */
  stop?: (() => void) | null;
  tryAgain?: (events: number) => unknown;
}
type Advising = "/api/match/hint" | "/api/match/verdict" | "/api/match/end" | "/api/analyse/advise";
interface Asking<Asked extends Advising> extends Drawing {
  draw: (element: HTMLElement, answer: Answers[Asked], drawing: Drawing) => void;
  onAdvice?: (answer: Answers[Asked]) => void;
}
interface Running {
  done: Promise<unknown>;
  stop: () => void;
}

// The forms of an analysis: see analyse_form.js.

type FormPath = "/api/analyse/hand" | "/api/analyse/layout";
/** An answer about a form's fields, or only the reason why there is none. */
type Answered<Asked extends FormPath> = Answers[Asked] | NoAnswer;
type NoAnswer = {fault: FieldFault; hands?: undefined; table?: undefined; code?: undefined; after?: undefined};
interface FormUse<Asked extends FormPath> {
  /** Called with each answer. */
  shown: (answer: Answered<Asked>) => unknown;
  /** Called before the user's change of a field. */
  edited: () => void;
  /** Called after Enter in a text field. */
  entered?: () => void;
}

/** The drill and the puzzle in the address of the drill page: see drill.js. */
interface DrillAddress {
  kind: string;
  player: string;
  weak: string;
  problem: string;
  code: string;
}

// The page at /play.

type MatchChange = "act" | "go-on" | "undo" | "claim" | "next" | "leave";
/** The names of all players, and the user's own. */
interface Names {
  all: string[];
  me: string;
}
/** A request about the match of the page; `more` are its other fields. */
type ReplayRequest = <What extends "replay" | "line">(what: What, more?: object) => Promise<Answers[`/api/match/${What}`]>;
interface ReplayUse {
  request: ReplayRequest;
  playOn: (events: number) => unknown;
  closed: () => void;
}
/** Called with a function that ends the wait for a click. */
type Leave = (release: () => void) => void;

// Signatures that would be too long for a comment.

type IconName = Parameters<typeof import("../../src/ninefivetwo/web/page/icons.js").icon>[0];
/** advice.js */
type AskAdvice = <Asked extends Advising>(path: Asked, body: object, element: HTMLElement, options: Asking<Asked>) => Running;
/** advice.js */
type Fill = (element: HTMLElement, kind: string, answer: {stage: Stage}, ...children: (Node | null | false | undefined)[]) => void;
/** bringing_in.js */
type SendFile = (file: File, signal: AbortSignal, told: (words: string, part?: number) => void) => Promise<[words: string, kind: string]>;
/** drill.js */
type DrillLink = (words: string, drill: Partial<DrillAddress>, attributes?: Attributes) => HTMLElement;
/** play.js */
type ActionButton = (name: IconName, words: string, pressed: () => unknown, more: Attributes) => HTMLButtonElement;
/** play_notes.js */
type ShowExchange = (told: string[], names: string[], speed: Speed, leave: Leave) => Promise<void>;
/** play_rail.js */
type ShowEnd = (result: MatchResult, due: MatchShown["due"], names: Names, actions: HTMLElement[]) => HTMLElement;
/** play_replay.js */
type StepButton = (name: IconName, label: string, by: (at: number) => number, key: string) => HTMLElement;
/** plot.js */
type DrawFrame = (title: string, xs: number[], ys: number[], xName: string, yName: string, label?: (value: number) => string, width?: number) => {drawing: SVGSVGElement, x: (value: number) => number, y: (value: number) => number};
/** plot.js */
type DrawCurve = (title: string, values: {point: number, mean: number, error: number}[], range: [low: number, high: number], xName: string, yName: string) => SVGSVGElement;
/** plot.js */
type DrawPair = (title: string, values: [number, number][], names: [kind: string, words: string][], xName: string, yName: string) => HTMLElement;
/** sounds.js */
type PlaySound = (context: AudioContext, source: AudioScheduledSourceNode, heard: AudioNode, begin: number, length: number, loudness: number) => void;
/** ui.js */
type Ask = (title: string, content: Child, choices: [value: string, words: string, kind?: string][]) => Promise<string>;
/** table/choosing.js */
type OfferButton = (name: string, words: Child | Child[], choice: Choice | boolean, more?: Attributes) => HTMLButtonElement;
/** table/choosing.js */
type EnterButton = (name: string, words: string, choice: Choice, disabled: boolean) => HTMLButtonElement;
/** table/dom.js */
type MakeElement = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[Name];
/** table/motion.js */
type CountTo = (element: HTMLElement, before: number | undefined, now: number, write: (number: number) => string, speed: Speed) => void;
/** table/places.js */
type FrameOf = (room: {width: number, height: number, text: number}, shown: Omit<Given, "width" | "height" | "text">) => Frame;
/** drill_replay.js */
type ReplayLines = (table: import("../../src/ninefivetwo/web/page/table/table.js").Table, lines: PlayedOut[], words: Words) => {element: HTMLElement, stop: () => void};
