/** Fields of every kind. */
interface Seen {
  schema: string;
  card: Card;
  from: string;
  by: BySeat<Card[]>;
  owed: Partial<BySeat<number>>;
  tags: Record<string, string>;
  pair: [string, number];
  due: "person" | "computer" | "next deal" | "over" | null;
  made: Choice | null;
  mark: "" | "?" | number;
  sampled: EstimateObject[];
  table: OwnTable;
  text_table: TableShown;
  later?: boolean;
  none?: string;
}
