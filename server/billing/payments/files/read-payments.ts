import type { Day } from '../../../../shared/days.ts';
import { readFile } from '../../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { looksLikeAsobancaria } from './asobancaria-lines.ts';
import { matchPayments, type PaymentGrounds, type UnseenFile } from './matched-payments.ts';
import { readPaymentSheet } from './payment-sheet.ts';

/** What a file of payments is read with. */
export interface PaymentsToRead {
  today: Day;
  grounds: PaymentGrounds;
}

/** Reads a file of payments by what stands in it: in a worker. @throws SheetError */
export async function readPayments(
  bytes: Buffer,
  fileName: string,
  { today, grounds }: PaymentsToRead,
): Promise<UnseenFile> {
  const read = looksLikeAsobancaria(bytes)
    ? readAsobancaria(bytes, today)
    : readPaymentSheet({ sheets: await readFile(bytes, fileName) }, today);
  return matchPayments(read, grounds);
}
