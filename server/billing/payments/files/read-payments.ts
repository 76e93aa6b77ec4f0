import { readFile } from '../../../platform/sheets/read-file.ts';
import { type ProposalGrounds, proposalsFor } from '../proposals/proposals.ts';
import { textOf } from '../proposals/text-tokens.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { matchPayments, type PaymentGrounds, type UnseenFile } from './matched-payments.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/** What a file of payments is read with. */
export interface PaymentsToRead extends SheetReading {
  grounds: PaymentGrounds;
  /** What proposals for payments of nobody known are made of. */
  proposing: ProposalGrounds;
}

/** Reads a file of payments by what stands in it: in a worker. @throws SheetError */
export async function readPayments(
  bytes: Buffer,
  fileName: string,
  { grounds, proposing, ...reading }: PaymentsToRead,
): Promise<UnseenFile> {
  const layout = asobancariaLayout(bytes);
  const read =
    layout === null
      ? readPaymentSheet({ sheets: await readFile(bytes, fileName) }, reading)
      : readAsobancaria(bytes, layout, reading.today);
  const file = matchPayments(read, grounds);
  const waiting = file.rows.filter(({ apartmentId }) => apartmentId === null);
  const proposals = proposalsFor(
    waiting.map(({ valueDate, ...row }) => ({ text: textOf(row), valueDate })),
    proposing,
  );
  for (const [index, row] of waiting.entries()) row.proposal = proposals[index] ?? null;
  return file;
}
