import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { paymentsReading } from './bank-files/payments-reading.ts';
import { monthReading } from './charges/month-reading.ts';
import { ceilingsReading } from './settings/ceilings-reading.ts';

/**
 * Table of the spreadsheets of billing that a worker can read, by name of the task: a month's charges,
 * payments, and legal ceilings of the interest rate. The worker looks up the reader here.
 */
export const billingReaders: ReaderTable = new Map([
  readerOf(monthReading, async (file, fileName, input) => {
    const sheets = await readFile(file, fileName);
    return (await import('./charges/read-month-sheet.ts')).parseMonthSheet({ sheets }, input, fileName);
  }),
  readerOf(paymentsReading, async (file, fileName, input) =>
    (await import('./bank-files/read-payments.ts')).readPayments(file, fileName, input),
  ),
  readerOf(ceilingsReading, async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('./settings/ceilings-table.ts')).readCeilingsTable({ sheets });
  }),
]);
