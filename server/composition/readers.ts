import { readFile } from '../platform/sheets/read-file.ts';
import type { Reader, Readings } from './readings.ts';

/** Where each reading is made; only what is asked for is loaded into the worker. */
const readers: { [K in keyof Readings]: Reader<K> } = {
  check: async (file, fileName) => {
    await readFile(file, fileName);
    return {};
  },
  rows: async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return {
      names: sheets.map(({ name }) => name),
      rows: sheets.flatMap(({ rows }, sheet) => rows.map((row) => ({ sheet, row }))),
    };
  },
  month: async (file, fileName, given) => {
    const sheets = await readFile(file, fileName);
    return (await import('../billing/charges/read-month-sheet.ts')).readMonth({ sheets }, given);
  },
  payments: async (file, fileName, given) =>
    (await import('../billing/payments/files/read-payments.ts')).readPayments(file, fileName, given),
  units: async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('../properties/coefficient-table.ts')).readCoefficientTable({ sheets });
  },
  participants: async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('../events/participants-table.ts')).readParticipantsTable({ sheets });
  },
};

/** Reads a file in the worker's own thread. @throws SheetError */
export function readAs(
  kind: keyof Readings,
  ...[file, fileName, given]: Parameters<Reader<keyof Readings>>
): Promise<object> {
  const read = readers[kind] as (file: Buffer, fileName: string, given: unknown) => Promise<object>;
  return read(file, fileName, given);
}
