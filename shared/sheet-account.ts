import Type, { type Static } from 'typebox';

/**
 * Orders of day and month in a column of dates: '05/03/2026' is 5 March (`dayFirst`) or 3 May (`monthFirst`).
 */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];
/** Schema of the order of day and month. */
export const DayOrder = Type.Enum(dayOrders);

const Count = Type.Integer({ minimum: 0 });
const Reason = Type.Union([Type.String(), Type.Null()]);

/**
 * Account of an uploaded spreadsheet for the user: every non-empty cell counts once, as read, or as skipped
 * with a reason.
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
      /** Reason for skipping the whole sheet. Null if columns and rows have the reasons. */
      reason: Reason,
      /**
       * Cells in table rows, by column. Either `as` (meaning of a read column) or `reason` (of a skipped column) is
       * set.
       */
      columns: Type.Array(
        Type.Object({
          /** Column letter of the spreadsheet program: 'A'. */
          letter: Type.String(),
          /** Text of the header. '' if missing. */
          header: Type.String(),
          cells: Count,
          /** Meaning of a read column, in Spanish. Null for a skipped column. */
          as: Reason,
          reason: Reason,
        }),
      ),
      /** Rows outside the table, grouped by reason for skipping. */
      rows: Type.Array(
        Type.Object({
          reason: Type.String(),
          /** Number of rows with the reason. `first`: first row numbers, as in the spreadsheet program. */
          count: Count,
          first: Type.Array(Type.Integer()),
          cells: Count,
        }),
      ),
    }),
  ),
});
export type SheetAccount = Static<typeof SheetAccount>;
