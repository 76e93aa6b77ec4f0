/**
 * What a query finds, written down by the store: a JSON list of lists (`readRowsText`). Whoever only passes it on, as the
 * main thread does to a worker, makes no object of any row; and that nothing changed is a comparison of two texts. Plain
 * data.
 */
export interface RowsText<Row> {
  columns: (keyof Row & string)[];
  text: string;
}

/** The rows, in the order of the query. Takes the thread for long where they are many: for workers. */
export function rowsIn<Row>({ columns, text }: RowsText<Row>): Row[] {
  const lists: unknown[][] = JSON.parse(text);
  return lists.map((list) => Object.fromEntries(columns.map((name, i) => [name, list[i]])) as Row);
}
