import Type, { type Static } from 'typebox';

/**
 * Orders of day and month in a column of dates: '05/03/2026' is 5 March (`dayFirst`) or 3 May (`monthFirst`).
 */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];
/** Schema of the order of day and month. */
export const DayOrder = Type.Enum(dayOrders);

/**
 * Fields of the choices of a user for reading a table: tables to join, header row, and roles of columns. The server
 * finds absent fields automatically.
 * @param roles roles of a column
 * @param most maximum number of columns
 */
// @__NO_SIDE_EFFECTS__
export const tableChoices = <Role extends string>(roles: readonly Role[], most: number) => ({
  /** Indexes of the tables to read and join, as in `tables` of the report. */
  tables: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 200 }), { maxItems: 200 })),
  /** Row number of the header in the first table, from 1 (the last row of two); 0 without a header. */
  headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  /** Columns of the first table, from 0. Columns with the same headers in other tables have the same role. */
  columns: Type.Optional(
    Type.Array(
      Type.Object({ column: Type.Integer({ minimum: 0, maximum: 500 }), role: Type.Enum(roles as Role[]) }),
      { maxItems: most },
    ),
  ),
});

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
