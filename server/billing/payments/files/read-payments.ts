import { readFile } from '../../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { matchPayments, type PaymentGrounds, type UnseenFile } from './matched-payments.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/** What a file of payments is read with. */
export interface PaymentsToRead extends SheetReading {
  grounds: PaymentGrounds;
}

/** Reads a file of payments by what stands in it: in a worker. @throws SheetError */
export async function readPayments(
  bytes: Buffer,
  fileName: string,
  { grounds, ...reading }: PaymentsToRead,
): Promise<UnseenFile> {
  const layout = asobancariaLayout(bytes);
  const read =
    layout === null
      ? readPaymentSheet({ sheets: await readFile(bytes, fileName) }, reading)
      : readAsobancaria(bytes, layout, reading.today);
  return matchPayments(read, grounds);
}
