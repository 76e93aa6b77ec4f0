import { contactLine, rateInForceWords } from '../../../shared/billing/letterhead.ts';
import { dayInBogota, type Month, monthOfDay } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { PageHead } from '../../platform/documents/report-page.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { type KeptLetterhead, letterheadOf, letterheadToApi } from '../settings/letterhead.ts';
import { readLogos } from '../settings/logos.repository.ts';
import { findMonth, letterheadOfMonth } from '../store/months.repository.ts';

/**
 * Reads the top of the printed page for documents of an issued month: administrator, interest rate and logo
 * as printed on the month's bills.
 */
export async function headOfMonth(trx: Db, jointId: number, month: Month): Promise<PageHead> {
  const issued = await findMonth(trx, jointId, month);
  if (issued?.state !== 'issued') return headNow(trx, jointId, month);
  return printed(trx, jointId, { storedLetterhead: await letterheadOfMonth(trx, issued.monthId), month });
}

/**
 * Reads the top of the printed page for documents made today: administrator, interest rate and logo by the
 * current settings.
 * @param month month of the printed interest rate; default: the current month. Null: no rate
 */
export async function headNow(
  trx: Db,
  jointId: number,
  month: Month | null = monthOfDay(dayInBogota(Date.now())),
): Promise<PageHead> {
  const { settings } = await readBooks(trx, jointId);
  const at = month ?? monthOfDay(dayInBogota(Date.now()));
  const letterhead = await letterheadOf(trx, jointId, { month: at, settings, bySheet: month === null });
  return printed(trx, jointId, { storedLetterhead: letterhead, month: at });
}

async function printed(
  trx: Db,
  jointId: number,
  { storedLetterhead: letterhead, month }: { storedLetterhead: KeptLetterhead; month: Month },
): Promise<PageHead> {
  const { nit } = (await readBooks(trx, jointId)).settings;
  const { rate, ...said } = letterheadToApi(letterhead);
  const logos = await readLogos(trx, letterhead.logoId === null ? [] : [letterhead.logoId]);
  const lines = [
    nit === '' ? '' : `NIT ${nit}`,
    contactLine(said),
    rate === null ? '' : rateInForceWords(rate, month),
  ];
  return {
    logo: letterhead.logoId === null ? null : (logos.get(letterhead.logoId) ?? null),
    lines: lines.filter((line) => line !== ''),
  };
}
