import { beforeAll, describe, expect, it } from 'vitest';
import { sumMoney, toPesos } from '../../../shared/money.ts';
import { reportWorkbook } from '../../platform/documents/report-layout.ts';
import { canOpenOffice } from '../../testing/setup/libreoffice.ts';
import { type OfficeBook, openWorkbooks, sumsInOffice } from '../../testing/workbooks.ts';
import { balanceByAgeLayout } from './balance-by-age.report.ts';
import {
  agesOfUnits,
  certificateOf,
  clearanceOf,
  paymentsOfMonth,
  relationOfUnits,
} from './books.fixture.ts';
import { clearanceLayout } from './clearance.report.ts';
import { debtCertificateLayout } from './debt-certificate.report.ts';
import { monthsPaymentsLayout } from './months-payments.report.ts';
import { relationLayout } from './relation.report.ts';

const SHEETS = ['Relación de Facturas', 'Cartera por Edades', 'Recaudos'];
const SUMMED = ['Total a pagar', 'Saldo', 'Valor'];

describe.skipIf(!canOpenOffice)('billing reports in Excel', () => {
  const relation = relationOfUnits(60);
  const ages = agesOfUnits(60);
  const payments = paymentsOfMonth(60);
  /** All report spreadsheets, opened together because starting LibreOffice is slow. */
  let books: OfficeBook[];
  beforeAll(async () => {
    const files = [
      await reportWorkbook(relationLayout(relation)),
      await reportWorkbook(balanceByAgeLayout(ages)),
      await reportWorkbook(monthsPaymentsLayout(payments)),
      await reportWorkbook(debtCertificateLayout(certificateOf(30))),
      await reportWorkbook(clearanceLayout(clearanceOf(-17_500_000, 0))),
      await reportWorkbook(clearanceLayout(clearanceOf(25_872_000, 25_872_000))),
    ];
    expect(files.slice(0, 3).map(({ name }) => name)).toEqual([
      'Relación de Facturas Mayo - 2026.xlsx',
      'Cartera por Edades.xlsx',
      'Recaudos del Mes Mayo - 2026.xlsx',
    ]);
    books = openWorkbooks(files.map(({ bytes }) => bytes));
  });

  it('columns of the workbooks add up in LibreOffice to the printed totals, without formulas', {
    tags: 'slow',
  }, () => {
    const added = books.slice(0, 3);
    const counts = [relation.relation.rows.filter(({ annulled }) => !annulled).length, 60, 60];
    const sums = sumsInOffice(
      added.map((book, i) => ({ fods: book.fods, ranges: [rangeOf(book, i, counts[i] ?? 0)] })),
    );
    const totals = [
      relation.relation.totals.total,
      sumMoney(ages.rows.map(({ balance }) => balance)),
      sumMoney(payments.received.map(({ payment }) => payment.amount)),
    ].map(toPesos);
    for (const [i, book] of added.entries()) {
      const table = book.sheets.get(SHEETS[i] ?? '') ?? [];
      const column = (table[0] ?? []).findIndex(({ text }) => text === SUMMED[i]);
      expect(sums[i]?.[0]).toBeCloseTo(totals[i] ?? Number.NaN, 2);
      // An empty row separates the totals from sorting and filtering.
      expect(table).toHaveLength((counts[i] ?? 0) + 3);
      expect(table.at(-1)?.[0]?.text).toBe('Total');
      expect(table.at(-1)?.[column]).toMatchObject({ type: 'float', value: totals[i] });
      const cells = [...book.sheets.values()].flat(2);
      expect(cells.filter(({ formula }) => formula !== null)).toEqual([]);
    }
    const owners = (books[1]?.sheets.get('Cartera por Edades') ?? []).map((row) => row[2]?.text);
    expect(owners.slice(1, 61)).toEqual(ages.rows.map(({ owner }) => owner));
  });

  it("a unit's workbooks match its certificates: instalments that add up, or no debt", () => {
    const [debt, credit, owing] = books.slice(3);
    const rows = debt?.sheets.get('Obligaciones vencidas') ?? [];
    expect(rows[0]?.map(({ text }) => text)).toEqual([
      'Concepto',
      'Mes',
      'Inmueble',
      'Vencimiento',
      'Capital',
      'Intereses facturados',
      'Causados sin facturar',
      'Total',
    ]);
    expect(rows).toHaveLength(30 + 3);
    expect(rows[1]?.map(({ text }) => text).slice(1, 3)).toEqual(['Enero - 2025', 'PARQ 18']);
    expect(rows[1]?.[3]?.type).toBe('date');
    expect(rows.at(-1)?.[7]).toMatchObject({ type: 'float', value: 30 * 260_410.56 });
    const fact = (book: OfficeBook | undefined, label: string) =>
      book?.sheets.get('Resumen')?.find(([name]) => name?.text === label)?.[1];
    expect(fact(debt, 'Total')?.value).toBe(30 * 260_410.56);
    expect(fact(debt, 'Intereses causados sin facturar')?.value).toBe(30 * 456);
    expect(fact(debt, 'Intereses liquidados hasta')?.text).toBe('Abril - 2026');
    expect(fact(debt, 'Propietario')?.text).toBe(certificateOf(1).unit.owner);
    expect(fact(credit, 'Estado')?.text).toBe('A paz y salvo');
    expect(fact(credit, 'Saldo a favor')?.value).toBe(175_000);
    expect(fact(credit, 'El primero vence')).toBeUndefined();
    expect(fact(owing, 'Cobros que aún no vencen')?.value).toBe(258_720);
    expect(fact(owing, 'Saldo a favor')?.value).toBe(0);
    expect(fact(owing, 'El primero vence')?.type).toBe('date');
  });
});

function rangeOf(book: OfficeBook, i: number, rows: number): string {
  const titles = (book.sheets.get(SHEETS[i] ?? '') ?? [])[0] ?? [];
  const letter = String.fromCharCode(65 + titles.findIndex(({ text }) => text === SUMMED[i]));
  return `${SHEETS[i]}.${letter}2:${letter}${rows + 1}`;
}
