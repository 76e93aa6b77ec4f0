import Type, { type Static } from 'typebox';

/** Order of day and month in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];
export const DayOrder = Type.Enum(dayOrders);

const Count = Type.Integer({ minimum: 0 });
const Reason = Type.Union([Type.String(), Type.Null()]);

/**
 * What became of the cells of a spreadsheet that was sent in: each cell with something in it is counted once, as read or
 * under the reason why it is not.
 */
export const SheetAccount = Type.Object({
  /** Cells with something in them, in all sheets, hidden ones too. */
  cells: Count,
  /** Those that were read. */
  read: Count,
  sheets: Type.Array(
    Type.Object({
      name: Type.String(),
      cells: Count,
      /** Why nothing of the sheet was read; null where its columns and rows tell. */
      reason: Reason,
      /** Cells in rows of the table, by column. Either `as` or `reason` says something. */
      columns: Type.Array(
        Type.Object({
          /** As the spreadsheet program names it: 'A'. */
          letter: Type.String(),
          /** As the sheet has it; '' where there is none. */
          header: Type.String(),
          cells: Count,
          /** What the column was read as, in Spanish. */
          as: Reason,
          reason: Reason,
        }),
      ),
      /** Rows that are none of the table's, by reason. */
      rows: Type.Array(
        Type.Object({
          reason: Type.String(),
          /** How many, and the first of them as the spreadsheet program numbers them. */
          count: Count,
          first: Type.Array(Type.Integer()),
          cells: Count,
        }),
      ),
    }),
  ),
});
export type SheetAccount = Static<typeof SheetAccount>;
