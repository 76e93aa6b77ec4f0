import type { Day } from '../../../../shared/days.ts';
import type { Centavos } from '../../../../shared/money.ts';
import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';

/** A payment as a line of a file says it. */
export interface ReadPayment {
  /** The line as a text editor numbers it, or the row as the spreadsheet program does. */
  row: number;
  valueDate: Day;
  amount: Centavos;
  /** What whoever paid wrote; '' where nothing stands there. */
  reference: string;
  /** What a spreadsheet says of the unit; '' where it says nothing. */
  unit: string;
  /** What the line says of the payment: the same in every file that brings it. */
  identity: string;
}

/** With an error among the problems nothing may be imported. */
export interface ReadPaymentFile {
  kind: 'sheet' | 'asobancaria2001';
  rows: ReadPayment[];
  /** What the header calls the unit; null where no column names it. */
  unitColumn: string | null;
  problems: ImportProblem[];
}
