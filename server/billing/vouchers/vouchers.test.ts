/**
 * Reads the voucher files as an accounting program would: independently of the writer, with the headings of the
 * specification (formats, section 3).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import excel from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { annulBill } from '../../../shared/billing/bills.api.ts';
import { addPayment, annulReceipt, assignPayment } from '../../../shared/billing/payments.api.ts';
import { vouchersReport } from '../../../shared/billing/reports.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import type { VoucherLayout } from '../../../shared/billing/vouchers.ts';
import { monthOfDay, shiftMonth, today } from '../../../shared/days.ts';
import { fromPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { readAccounting } from '../reports/accounting.report.ts';

const FORMATS = join(import.meta.dirname, '../../../../shared/spec/FORMATS.md');
const hasFormats = existsSync(FORMATS);
/** Units: enough for several files of 500 rows; in a long run a large joint. */
const UNITS = Array.from({ length: rounds(260, 1_500) }, (_, i) => String(101 + i));
/** Billed months: two, in a long run a year. */
const MONTHS = Array.from({ length: rounds(2, 12) }, (_, i) => shiftMonth('2026-02', -i)).reverse();

type Cells = (string | number)[];
interface File {
  name: string;
  sheet: string;
  rows: Cells[];
}

/** Returns the headings of a section of the specification. */
function headingsOf(section: string): string[] {
  const [, json = '[]'] =
    new RegExp(`### ${section}.*?\`\`\`json\\n(.*?)\`\`\``, 's').exec(readFileSync(FORMATS, 'utf8')) ?? [];
  return JSON.parse(json);
}

async function readFiles(bytes: Uint8Array): Promise<File[]> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  const files: File[] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    const book = new excel.Workbook();
    await book.xlsx.load(content as unknown as ArrayBuffer);
    const [sheet] = book.worksheets;
    if (sheet === undefined) throw new Error(entry.fileName);
    const rows: Cells[] = [];
    sheet.eachRow({ includeEmpty: true }, (row) => {
      const cells = Array.isArray(row.values) ? row.values.slice(1) : [];
      rows.push(Array.from(cells, (cell) => (typeof cell === 'number' ? cell : String(cell ?? ''))));
    });
    files.push({ name: entry.fileName, sheet: sheet.name, rows });
  }
  return files;
}

/** Row of a voucher as an accounting program reads the row. Amounts in centavos. */
interface Read {
  voucher: string;
  account: string;
  party: string;
  debit: number;
  credit: number;
}

/** Columns of each program with type, number, account, third party, and debit and credit or amount and side. */
const PROGRAMS: Readonly<Record<VoucherLayout, { headingRow: number; columns: readonly string[] }>> = {
  siigoNube: {
    headingRow: 1,
    columns: [
      'Tipo de comprobante',
      'Consecutivo comprobante',
      'Código cuenta contable',
      'Identificación tercero',
      'Débito',
      'Crédito',
    ],
  },
  siigoPyme: {
    headingRow: 5,
    columns: [
      'TIPO DE COMPROBANTE (OBLIGATORIO)',
      'NÚMERO DE DOCUMENTO (OBLIGATORIO)',
      'CUENTA CONTABLE   (OBLIGATORIO)',
      'NIT',
      'VALOR DE LA SECUENCIA   (OBLIGATORIO)',
      'DÉBITO O CRÉDITO (OBLIGATORIO)',
    ],
  },
  worldOffice: {
    headingRow: 1,
    columns: [
      'Encab: Tipo Documento',
      'Encab: Documento Número',
      'Detalle: CuentaContable',
      'Detalle: TerceroExterno',
      'Detalle: Débito',
      'Detalle: Crédito',
    ],
  },
  own: { headingRow: 1, columns: ['Clase', 'No.', 'Cta', 'Nit', 'Debe', 'Haber'] },
};

function readRows({ rows }: File, layout: VoucherLayout): Read[] {
  const { headingRow, columns } = PROGRAMS[layout];
  const headings = rows[headingRow - 1] ?? [];
  const at = columns.map((title) => {
    expect(headings, title).toContain(title);
    return headings.indexOf(title);
  });
  const pesos = (cell: unknown) => fromPesos(Number(cell)) ?? NaN;
  // The accounts of the chart have 8 digits.
  const digits = layout === 'siigoPyme' ? /^\d{8}00$/ : /^\d{8}$/;
  const accounts = rows.slice(headingRow).map((row) => String(row[at[2] ?? -1]));
  expect(accounts.filter((account) => !digits.test(account))).toEqual([]);
  return rows.slice(headingRow).map((row) => {
    const [type, number, account, party, first, second] = at.map((index) => row[index]);
    const isSided = second === 'D' || second === 'C';
    return {
      voucher: `${type} ${number}`,
      account: String(account).slice(0, 8),
      party: String(party),
      debit: isSided ? (second === 'D' ? pesos(first) : 0) : pesos(first),
      credit: isSided ? (second === 'C' ? pesos(first) : 0) : pesos(second),
    };
  });
}

const sumBy = (rows: readonly Read[], key: (row: Read) => string): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.debit - row.credit);
  return sums;
};

describeOnOneEngine('voucher files', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(
    async () => {
      world = await IssueWorld.of(app);
      jointId = await world.joint(UNITS);
      await app.store.db
        .updateTable('ownership')
        .set({ owner_document: '900.123.456-1' })
        .where('joint_id', '=', jointId)
        .where('apartment_id', '=', '101')
        .execute();
      await sells('106');
      await world.ceilings(shiftMonth(MONTHS[0] ?? '', -1), 25.62);
      for (const month of MONTHS) {
        const rows = UNITS.map((unit) => [unit, 200_000.5, 30_000]);
        await world.prepare(jointId, month, [['Inmueble', 'Administración', 'Multa'], ...rows]);
        await world.issue(jointId, month, { issueDate: `${month}-02` });
        const paid = { apartmentId: '101', amount: 150_000.25, valueDate: `${month}-10` };
        await world.pay(jointId, paid);
        if (month === '2026-01')
          await world.pay(jointId, { apartmentId: '106', amount: 150_000, valueDate: '2026-01-20' });
      }
      // A late payment, money in cash, waiting money that finds its unit, a credit, and two annulments.
      await world.pay(jointId, { apartmentId: '102', amount: 90_000, valueDate: '2026-01-20' });
      const cash = { apartmentId: '103', amount: 1_000_000, valueDate: '2026-02-11', means: 'cash' as const };
      expect((await app.call(addPayment, { params: { jointId }, body: cash }, world.as)).status).toBe(201);
      const waiting = { apartmentId: null, amount: 70_000, valueDate: '2026-02-12' };
      const added = await app.call(addPayment, { params: { jointId }, body: waiting }, world.as);
      const of = { params: { jointId, payment: added.body.payment }, body: { apartmentId: '104' } };
      expect((await app.call(assignPayment, of, world.as)).status).toBe(201);
      const back = { params: { jointId, cashReceipt: 1 }, body: { reason: 'Devuelto', unidentified: true } };
      expect((await app.call(annulReceipt, back, world.as)).status).toBe(201);
      const wrong = { params: { jointId, bill: 5 }, body: { reason: 'Error' } };
      expect((await app.call(annulBill, wrong, world.as)).status).toBe(201);
      const columns = (['type', 'number', 'account', 'party', 'debit', 'credit', 'text'] as const).map(
        (field, at) => ({ title: [...PROGRAMS.own.columns, 'Empresa'][at] ?? '', field, text: 'PH' }),
      );
      const body = {
        vouchers: {
          accounts: { bank: { account: '11200501', costCentre: 'ADM' } },
          types: { receipt: '11' },
          columns,
        },
      };
      const saved = await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
      expect(saved.body.vouchers).toEqual(body.vouchers);
    },
    rounds(240_000, 2_400_000),
  );

  /** Gives a unit new owners on 15 January 2026. */
  async function sells(apartmentId: string): Promise<void> {
    const sold = Date.parse('2026-01-15T12:00:00-05:00');
    const { db } = app.store;
    const former = { since: 0, until: sold, owner_document: 'CC 51.222.333' };
    const unit = { joint_id: jointId, apartment_id: apartmentId };
    await db
      .updateTable('ownership')
      .set(former)
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', apartmentId)
      .execute();
    const buyer = { owner_name: 'Compradora', owner_document: 'CC 80.111.222', since: sold, until: null };
    await db
      .insertInto('ownership')
      .values({ ...unit, ...buyer })
      .execute();
  }

  const filesOf = async (layout: VoucherLayout, year: number, month: number, day?: number) => {
    const query = { year, month, ...(day !== undefined && { day }), [layout]: true };
    const made = await app.call(vouchersReport, { params: { jointId }, query }, world.as);
    expect(made.status).toBe(200);
    const all = await readFiles(made.body.bytes);
    return { name: made.body.name, files: all.filter(({ name }) => name !== 'Resumen.xlsx'), all };
  };

  it.runIf(hasFormats)(
    'headings are the headings of the programs, to the last blank',
    { tags: 'slow' },
    async () => {
      for (const [layout, section] of [
        ['siigoNube', '3.1'],
        ['siigoPyme', '3.2'],
        ['worldOffice', '3.3'],
      ] as const) {
        const { files } = await filesOf(layout, 2026, 1);
        for (const { rows } of files)
          expect(rows[PROGRAMS[layout].headingRow - 1]).toEqual(headingsOf(section));
      }
    },
  );

  it('every layout gives balanced whole vouchers with the sums of the ledger', async () => {
    const now = monthOfDay(today());
    for (const month of [...new Set([...MONTHS, now])]) {
      const [year = 0, number = 0] = month.split('-').map(Number);
      const exported = await readAccounting(app.store.db, { jointId, month });
      const charged = exported.reduce((sum, { debit }) => sum + (debit ?? 0), 0);
      const credited = exported
        .filter(({ document }) => document !== 'Consignación' && document !== 'Otro ingreso')
        .reduce((sum, { credit }) => sum + (credit ?? 0), 0);
      const bySum = new Set<string>();
      // All layouts at once: the workers write while this process reads.
      const layouts = (Object.keys(PROGRAMS) as VoucherLayout[]).map(async (layout) => ({
        layout,
        files: (await filesOf(layout, year, number)).files,
      }));
      for (const { layout, files } of await Promise.all(layouts)) {
        const read = files.map((file) => readRows(file, layout));
        if (layout === 'siigoNube') for (const rows of read) expect(rows.length).toBeLessThanOrEqual(500);
        const inFiles = read.map((rows) => new Set(rows.map(({ voucher }) => voucher)));
        const names = inFiles.flatMap((some) => [...some]);
        expect(new Set(names).size, 'a voucher stands in a single file').toBe(names.length);
        const rows = read.flat();
        expect(rows.filter(({ debit, credit }) => debit > 0 === credit > 0)).toEqual([]);
        const byVoucher = [...sumBy(rows, ({ voucher }) => voucher)];
        expect(byVoucher.filter(([, sum]) => sum !== 0)).toEqual([]);
        const accounts = sumBy(rows, ({ account }) => account);
        const owed = [...accounts].filter(([account]) => /^(1305|2805)/.test(account));
        expect(owed.reduce((sum, [, amount]) => sum + amount, 0)).toBe(charged - credited);
        bySum.add(JSON.stringify([...accounts].sort()));
        const parties = new Set(rows.map(({ party }) => party));
        if (month === '2026-01')
          expect(parties).toEqual(new Set(['900123456', '222222222222', '51222333', '80111222']));
      }
      expect(bySum.size, 'all layouts have the same sums').toBe(1);
    }
  });

  it('many rows give several files, and the summary names units without a document', async () => {
    const { name, files, all } = await filesOf('siigoNube', 2026, 1);
    expect(name).toBe('Comprobantes Enero - 2026 Siigo Nube.zip');
    expect(files.length).toBeGreaterThan(1);
    expect(files.map(({ sheet }) => sheet)).toEqual(files.map(() => 'Datos'));
    const summary = all.find((file) => file.name === 'Resumen.xlsx');
    expect(summary?.rows.some(([account]) => account === '11200501')).toBe(true);
    const totals = summary?.rows.at(-1) ?? [];
    expect(totals[2]).toBe(totals[3]);
  });

  it('after a sale the former owner stays the third party of the earlier bill', async () => {
    const rowsOf = async (day?: number) => {
      const { files } = await filesOf('worldOffice', 2026, 1, day);
      return files
        .flatMap(({ rows }) => rows)
        .filter(([, , , , , , , note]) => String(note).endsWith(' · 106'));
    };
    const all = await rowsOf();
    expect([...(await rowsOf(2)), ...(await rowsOf(20))]).toEqual(all);
    const [head, account, party] = [6, 26, 28] as const;
    const parties = (type: string) =>
      all.flatMap((row) =>
        row[1] === type ? [[row[head], String(row[account]).slice(0, 4), row[party]]] : [],
      );
    expect(new Set(parties('CC').map(([of, , party]) => `${of} ${party}`))).toEqual(
      new Set(['51222333 51222333']),
    );
    expect(
      parties('11')
        .map((row) => row.join(' '))
        .sort(),
    ).toEqual(['80111222 1120 80111222', '80111222 1305 51222333']);
  });

  it('a day gives the vouchers of the day alone', async () => {
    const { files } = await filesOf('own', 2026, 1, 2);
    const vouchers = new Set(files.flatMap((file) => readRows(file, 'own')).map(({ voucher }) => voucher));
    expect(vouchers.size).toBe(UNITS.length);
    const empty = { params: { jointId }, query: { year: 2026, month: 1, day: 3 } };
    expectRefused(await app.call(vouchersReport, empty, world.as), 'monthNotFound');
  });

  it('settings with a wrong account, type or column are refused', async () => {
    const settings = { accounts: {}, types: {}, columns: [] };
    for (const vouchers of [
      { ...settings, accounts: { bank: { account: '11A', costCentre: '' } } },
      { ...settings, types: { receipt: 'con espacio' } },
      { ...settings, types: { receipt: 'cc' } },
      { ...settings, types: { billBack: 'AN', receiptBack: 'AN' } },
      { ...settings, columns: [{ title: 'X', field: 'otro', text: '' }] },
      { ...settings, columns: Array(61).fill({ title: 'X', field: 'debit', text: '' }) },
    ]) {
      const sent = { params: { jointId }, body: { vouchers: vouchers as typeof settings } };
      expect((await app.call(changeBillingSettings, sent, world.as)).status).toBe(400);
    }
  });
});
