import type { MonthRead, MonthToRead } from '../billing/charges/read-month-sheet.ts';
import type { UnseenFile } from '../billing/payments/files/matched-payments.ts';
import type { PaymentsToRead } from '../billing/payments/files/read-payments.ts';
import type { ParticipantsTable } from '../events/participants-table.ts';
import type { SheetRow } from '../platform/sheets/sheet.types.ts';
import type { CoefficientTable } from '../properties/coefficient-table.types.ts';

/**
 * What may be made of an uploaded file: what each reading is given beside the file and what it answers, both plain
 * data that crosses over between threads. Long lists in an answer come over some items at a time.
 */
export interface Readings {
  /** Whether it can be read at all. */
  check: { given: null; answer: object };
  /** The rows as they are, each with its sheet's place among the names. */
  rows: { given: null; answer: { names: string[]; rows: { sheet: number; row: SheetRow }[] } };
  /** A month's charges. */
  month: { given: MonthToRead; answer: MonthRead };
  /** Payments: a spreadsheet, or a bank's file. */
  payments: { given: PaymentsToRead; answer: UnseenFile };
  /** A joint's table of units. */
  units: { given: null; answer: CoefficientTable };
  /** Who is expected at an event. */
  participants: { given: null; answer: ParticipantsTable };
}

/** A file's bytes, its name, and what its reading is given beside it. */
export type Reader<K extends keyof Readings> = (
  file: Buffer,
  fileName: string,
  given: Readings[K]['given'],
) => Promise<Readings[K]['answer']>;
