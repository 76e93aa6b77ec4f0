import Type, { type Static } from 'typebox';

/** Order of day and month in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];
export const DayOrder = Type.Enum(dayOrders);

const Count = Type.Integer({ minimum: 0 });
const Reason = Type.Union([Type.String(), Type.Null()]);

/**
 * Account of the cells of an uploaded spreadsheet: counts each non-empty cell once, as read or under the reason for
 * skipping.
 */
export const SheetAccount = Type.Object({
  /** Number of non-empty cells in all sheets, including hidden sheets. */
  cells: Count,
  /** Number of cells read. */
  read: Count,
  sheets: Type.Array(
    Type.Object({
      name: Type.String(),
      cells: Count,
      /** Reason for skipping the whole sheet. Null if the columns and rows give reasons. */
      reason: Reason,
      /** Cells in table rows, by column. Either `as` or `reason` is set. */
      columns: Type.Array(
        Type.Object({
          /** Column letter of the spreadsheet program: 'A'. */
          letter: Type.String(),
          /** Header in the sheet; '' if missing. */
          header: Type.String(),
          cells: Count,
          /** Meaning of the column, in Spanish. */
          as: Reason,
          reason: Reason,
        }),
      ),
      /** Rows outside the table, by reason. */
      rows: Type.Array(
        Type.Object({
          reason: Type.String(),
          /** Number of rows. `first` has the first row numbers as in the spreadsheet program. */
          count: Count,
          first: Type.Array(Type.Integer()),
          cells: Count,
        }),
      ),
    }),
  ),
});
export type SheetAccount = Static<typeof SheetAccount>;
