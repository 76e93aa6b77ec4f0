import { vouchersReport } from '../../../shared/billing/reports.api.ts';
import {
  accountFor,
  UNKNOWN_PARTY,
  type VoucherLayout,
  type VoucherSettings,
  type VoucherUse,
  voucherLayouts,
  voucherUses,
} from '../../../shared/billing/vouchers.ts';
import {
  type Day,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthOfDay,
  monthTitle,
  shortDay,
} from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { documentsIn } from '../../../shared/properties/documents.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { plainSheet, tableSheet, workbookFile } from '../../platform/documents/workbook.ts';
import { Problem } from '../../platform/http/problem.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { type OwnerOnDay, readOwnersByDay } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import { readCashNumbers, readUnidentifiedMoves } from '../reports/accounting.repository.ts';
import { readHeading } from '../reports/heading.ts';
import { filesOf, formOf, partyOf, voucherCell } from './layouts.ts';
import { balanceChange, ledgerChange, type Voucher, vouchersOf } from './vouchers.ts';

/** Vouchers of a joint for a month or a day, with the data of the columns. */
export interface VouchersReading {
  jointName: string;
  vouchers: Voucher[];
  ownerOn: (apartmentId: string, day: Day) => OwnerOnDay | undefined;
  settings: VoucherSettings;
}

/**
 * Reads the vouchers of a joint for the days from `first` to `last`, all in one month.
 * @throws Problem monthNotFound without movements
 */
export async function readVouchers(
  trx: Db,
  { jointId, first, last }: { jointId: number; first: Day; last: Day },
): Promise<VouchersReading> {
  const { jointName } = await readHeading(trx, jointId);
  const accounts = [...(await readAccounts(trx, jointId, false)).values()];
  const moves = await readUnidentifiedMoves(trx, jointId, monthOfDay(first));
  const inCash = await readCashNumbers(trx, jointId);
  const vouchers = vouchersOf({ accounts, moves, inCash, first, last });
  if (vouchers.length === 0) throw new Problem('monthNotFound');
  const [posted, owed] = [balanceChange(vouchers), ledgerChange(accounts, first, last)];
  if (posted !== owed) throw new Error(`The vouchers change the debts by ${posted}, the ledger by ${owed}.`);
  return {
    jointName,
    vouchers,
    ownerOn: await readOwnersByDay(trx, jointId),
    settings: (await readBooks(trx, jointId)).settings.vouchers,
  };
}

/** Sum of an account in the vouchers, in centavos. */
interface AccountSum {
  use: VoucherUse;
  debit: Centavos;
  credit: Centavos;
}

/** Returns the sums of the vouchers by account, in the order of `voucherUses`. Debits and credits have equal sums. */
export function accountSums(vouchers: readonly Voucher[]): AccountSum[] {
  const rows = vouchers.flatMap((voucher) => voucher.rows);
  const sumOf = (use: VoucherUse, sign: 1 | -1) =>
    centavos(
      rows.reduce((sum, row) => sum + (row.use === use && row.amount * sign > 0 ? row.amount * sign : 0), 0),
    );
  return (Object.keys(voucherUses) as VoucherUse[])
    .map((use) => ({ use, debit: sumOf(use, 1), credit: sumOf(use, -1) }))
    .filter(({ debit, credit }) => debit !== 0 || credit !== 0);
}

/** Writes the import files of a layout and the summary as a .zip archive. */
async function vouchersZip(
  { jointName, vouchers, ownerOn, settings }: VouchersReading,
  layout: VoucherLayout,
  title: string,
) {
  const form = formOf(layout, settings);
  const heading = { title, subject: jointName };
  const files = filesOf(vouchers, form.most);
  const archive = new Map<string, Uint8Array>();
  for (const [at, file] of files.entries()) {
    const lines = file.flatMap((voucher) =>
      voucher.rows.map((row, index) => ({
        voucher,
        row,
        position: index + 1,
        party: partyOf(ownerOn(voucher.apartmentId, row.since)),
        head: partyOf(ownerOn(voucher.apartmentId, voucher.day)),
        settings,
      })),
    );
    const rows = lines.map((line) => form.columns.map((column) => voucherCell(column, line)));
    const sheet = plainSheet(form.sheet, [
      ...form.above.map((text) => [text]),
      form.columns.map((column) => column.title),
      ...rows,
    ]);
    const name = files.length === 1 ? title : `${title} (${at + 1} de ${files.length})`;
    const made = await workbookFile(`${name} ${voucherLayouts[layout]}`, heading, [sheet]);
    archive.set(made.name, made.bytes);
  }
  const summary = await summaryFile({ jointName, vouchers, ownerOn, settings }, heading);
  archive.set(summary.name, summary.bytes);
  return {
    name: fileNameOf(`${title} ${voucherLayouts[layout]}`, 'zip'),
    mediaType: 'application/zip',
    bytes: await zipOf(archive),
  };
}

/**
 * Writes 'Resumen': the sums by account, and the owners in the vouchers without a document, or with several: the third
 * party is then only one of the owners.
 */
function summaryFile(
  { vouchers, ownerOn, settings }: VouchersReading,
  heading: { title: string; subject: string },
) {
  const owners = new Map<string, { apartmentId: string; owner: OwnerOnDay | undefined }>();
  for (const { apartmentId, rows } of vouchers)
    for (const { since } of rows) {
      const owner = ownerOn(apartmentId, since);
      owners.set(JSON.stringify([apartmentId, owner?.name, owner?.document]), { apartmentId, owner });
    }
  const unsure = [...owners.values()].filter(
    ({ owner }) =>
      documentsIn(owner?.document ?? null).length > 1 || partyOf(owner).document === UNKNOWN_PARTY,
  );
  return workbookFile('Resumen', heading, [
    tableSheet<AccountSum>({
      name: 'Sumas por cuenta',
      rows: accountSums(vouchers),
      columns: [
        { title: 'Cuenta', kind: 'text', value: ({ use }) => accountFor(settings, use).account },
        { title: 'Uso', kind: 'text', value: ({ use }) => voucherUses[use][0] },
        { title: 'Débito', kind: 'money', value: ({ debit }) => debit, total: true },
        { title: 'Crédito', kind: 'money', value: ({ credit }) => credit, total: true },
      ],
    }),
    tableSheet<(typeof unsure)[number]>({
      name: 'Terceros por revisar',
      rows: unsure,
      columns: [
        { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId || 'Sin inmueble' },
        { title: 'Propietario', kind: 'text', value: ({ owner }) => owner?.name ?? '' },
        { title: 'Tercero usado', kind: 'text', value: ({ owner }) => partyOf(owner).document },
        { title: 'Documento en la tabla', kind: 'text', value: ({ owner }) => owner?.document ?? '' },
      ],
    }),
  ]);
}

const writerOf =
  (layout: VoucherLayout) =>
  (reading: VouchersReading, { query: { year, month, day } }: { query: VouchersQuery }) =>
    vouchersZip(reading, layout, titleOf(year, month, day));

interface VouchersQuery {
  year: number;
  month: number;
  day?: number | undefined;
}

function titleOf(year: number, month: number, day: number | undefined): string {
  const ofMonth = monthOf(year, month);
  return `Comprobantes ${day === undefined ? monthTitle(ofMonth) : shortDay(dayIn(ofMonth, day))}`;
}

/** Returns a day of a month. @throws Problem badRequest for a day after the month's end */
function dayIn(month: Month, day: number): Day {
  const inMonth = `${month}-${String(day).padStart(2, '0')}` as Day;
  if (inMonth > lastDayOf(month)) throw new Problem('badRequest', [{ field: '/day', rule: 'maximum' }]);
  return inMonth;
}

/** Vouchers of a month or a day in double entry, as import files of an accounting program. */
export default defineReport(vouchersReport, {
  read: (trx, { params: { jointId }, query: { year, month, day } }) => {
    const ofMonth = monthOf(year, month);
    const [first, last] =
      day === undefined
        ? [firstDayOf(ofMonth), lastDayOf(ofMonth)]
        : [dayIn(ofMonth, day), dayIn(ofMonth, day)];
    return readVouchers(trx, { jointId, first, last });
  },
  formats: {
    siigoNube: writerOf('siigoNube'),
    siigoPyme: writerOf('siigoPyme'),
    worldOffice: writerOf('worldOffice'),
    own: writerOf('own'),
  },
});
