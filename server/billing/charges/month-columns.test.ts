import { describe, expect, it } from 'vitest';
import { workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { conceptOfHeader } from './column-words.ts';
import { codesOf, fromCsv, fromXlsx, rolesOf, shortRows } from './month-sheet.fixture.ts';

const units = ['101', '102', '103'];

describe('role of a column', () => {
  it("a column's role is found by its words, then by its values", () => {
    const sheet = fromCsv(
      'Unidad;Cédula;Teléfono;Coef.;Cuota extra de administración;Sanción;Fondo imprevistos;Gas;Piscina nueva;Habitantes;Descuento;Fecha de pago;Total a pagar\n' +
        '101;52111;3001112233;50,5;10.000;20.000;30.000;40.000;50.000;3;5.000;01/05/2026;150.000\n' +
        '102;52112;3001112234;49,5;10.000;0;30.000;40.000;50.000;2;0;;130.000\n',
      { units },
    );
    expect(rolesOf(sheet)).toEqual({
      Unidad: 'unit',
      Cédula: 'ignore',
      Teléfono: 'ignore',
      'Coef.': 'ignore',
      Habitantes: 'ignore',
      'Cuota extra de administración': 'charge extra',
      Sanción: 'charge fine',
      Gas: 'charge other',
      'Fondo imprevistos': 'charge fee',
      'Piscina nueva': 'charge other',
      Descuento: 'ignore',
      'Fecha de pago': 'ignore',
      'Total a pagar': 'total',
    });
    expect(codesOf(sheet)).toEqual(['- discountDoubtful', '- columnIgnored', '- datesIgnored']);
    expect(sheet.problems[1]?.message).toContain('«Habitantes»');
    expect(sheet.problems[2]?.message).toContain('«Fecha de pago»');
  });

  it('parking numbers are no charge, and parking prices are', () => {
    const numbers = fromCsv('Apto;Cochera;Cuota\n101;02;500\n102;-;500\n', { units });
    expect(rolesOf(numbers)).toEqual({ Apto: 'unit', Cochera: 'ignore', Cuota: 'charge fee' });
    expect(codesOf(numbers)).toEqual([]);
    const prices = fromCsv('Apto;Cochera;Cuota\n101;50.000;500\n102;-;500\n', { units });
    expect(rolesOf(prices)).toMatchObject({ Cochera: 'charge other' });
  });

  it('once the books have begun, balances are compared and interest is left out', () => {
    const text = 'Apto;Saldo anterior;Intereses;Administración\n101;5.000;120;90.000\n';
    expect(rolesOf(fromCsv(text, { units }))).toMatchObject({
      'Saldo anterior': 'opening',
      Intereses: 'openingInterest',
    });
    const begun = fromCsv(text, { units, begun: true });
    expect(rolesOf(begun)).toMatchObject({ 'Saldo anterior': 'balance', Intereses: 'ignore' });
    expect(codesOf(begun)).toEqual(['- interestIgnored']);
    expect(begun.rows[0]).toMatchObject({ balance: { amount: 500_000 }, leftOut: 12_000, openings: [] });
    const byHand = { columns: [{ column: 2, role: 'charge', concept: 'Mora', nature: 'other' }] } as const;
    const charged = fromCsv(text, { units, begun: true }, byHand);
    expect(shortRows(charged)).toEqual([['101', 'Mora 12000', 'Administración 9000000']]);
  });

  it('a column mapped by the user has the role, and other columns are still guessed', () => {
    const text = 'Apto;A;B;Saldo anterior;Total\n101;50.000;7;1.000;51.000\n';
    const sheet = fromCsv(
      text,
      { units },
      {
        columns: [
          { column: 1, role: 'total' },
          { column: 2, role: 'charge', concept: 'Cuota', nature: 'fee' },
          { column: 3, role: 'ignore' },
        ],
      },
    );
    expect(rolesOf(sheet)).toEqual({
      Apto: 'unit',
      A: 'total',
      B: 'charge fee',
      'Saldo anterior': 'ignore',
      Total: 'ignore',
    });
    expect(shortRows(sheet)).toEqual([['101', 'Cuota 700']]);
    const remembered = [
      { header: 'b', role: 'charge', concept: 'Cuota', nature: 'fee', byHand: true },
    ] as const;
    expect(rolesOf(fromCsv(text, { units, remembered }))).toMatchObject({
      A: 'ignore',
      B: 'charge fee',
    });
  });

  it('credit notes are subtracted, and an unclear sign is a question', () => {
    const sheet = fromCsv(
      'Apto;Cuota;Nota crédito;Reintegro;Consig.\n101;50.000;5.000;3.000;20.000\n102;50.000;;;\n',
      { units },
    );
    expect(rolesOf(sheet)).toEqual({
      Apto: 'unit',
      Cuota: 'charge fee',
      'Nota crédito': 'credit other',
      Reintegro: 'ignore',
      'Consig.': 'payment',
    });
    expect(shortRows(sheet)[0]).toEqual(['101', 'Cuota 5000000', 'Nota crédito -500000']);
    expect(sheet.rows[0]?.payment).toBe(2_000_000);
    expect(codesOf(sheet)).toEqual(['- headerUnknown', '- creditRead']);
    expect(codesOf(fromCsv('Apto;Cuota;Ajuste\n101;50.000;5.000\n', { units }))).toEqual(['- signDoubtful']);
    const columns = [
      { column: 2, role: 'charge' },
      { column: 3, role: 'credit' },
    ] as const;
    const secondSheet = fromCsv(
      'Apto;Cuota;Nota crédito;Reintegro\n101;50.000;5.000;-3.000\n',
      { units },
      { columns },
    );
    expect(shortRows(secondSheet)[0]?.slice(2)).toEqual(['Nota crédito 500000', 'Reintegro -300000']);
    expect(codesOf(secondSheet)).toEqual([]);
    const mixed = fromCsv('Apto;Cuota;Nota crédito\n101;50.000;5.000\n102;50.000;-1.000\n', { units });
    expect(codesOf(mixed)).toEqual(['- creditMixed']);
    const stored = [{ name: 'Nota crédito', nature: 'other' }] as const;
    const next = fromCsv('Apto;Cuota;Nota crédito\n101;50.000;5.000\n', { units, concepts: stored });
    expect(shortRows(next)[0]).toContain('Nota crédito -500000');
  });

  it('unread balances give a warning', () => {
    for (const header of ['Saldo actual', 'Saldo a la fecha', 'Nuevo saldo', 'Saldo final']) {
      const sheet = fromCsv(`Apto;Cuota;${header}\n101;50.000;70.000\n`, { units });
      expect([rolesOf(sheet)[header], ...codesOf(sheet)]).toEqual(['ignore', '- balanceIgnored']);
      expect(sheet.problems[0]?.message).toContain(`«${header}»`);
      const both = fromCsv(`Apto;Saldo anterior;Cuota;${header}\n101;20.000;50.000;70.000\n`, { units });
      expect(codesOf(both)).toEqual([]);
    }
  });

  it('a credit balance beside another balance is read if no unit has both', () => {
    const text = 'Apto;Saldo anterior;Saldo a favor;Cuota\n101;30.000;;50.000\n102;0;20.000;50.000\n';
    const sheet = fromCsv(text, { units });
    expect(codesOf(sheet)).toEqual(['- favourRead']);
    const openings = sheet.rows.map((row) => row.openings.map(({ amount }) => amount));
    expect(openings).toEqual([[3_000_000], [-2_000_000]]);
    const begun = fromCsv(text, { units, begun: true });
    expect(begun.rows.map(({ balance }) => balance?.amount)).toEqual([3_000_000, -2_000_000]);
    const twice = text.replace('102;0;', '102;-20.000;');
    const doubtful = fromCsv(twice, { units });
    expect([rolesOf(doubtful)['Saldo a favor'], ...codesOf(doubtful)]).toEqual(['ignore', '- favourIgnored']);
    const columns = [{ column: 2, role: 'opening' }] as const;
    const secondSheet = fromCsv(text.replace('101;30.000;;', '101;30.000;10.000;'), { units }, { columns });
    expect(secondSheet.rows[0]?.openings.map(({ amount }) => amount)).toEqual([3_000_000, -1_000_000]);
  });

  it('a month as header is charged as the fee and reported', async () => {
    const date = new Date(Date.UTC(2026, 4, 1));
    const file = await workbookOf([
      ['Apto', date, 'Multa'],
      ['101', 50_000, 5_000],
    ]);
    const sheet = await fromXlsx(file, { units });
    expect(sheet.rows[0]?.charges[0]?.concept).toEqual({ name: 'Mayo 2026', nature: 'fee' });
    expect(codesOf(sheet)).toEqual(['- monthAsFee']);
    const words = fromCsv('Apto;Mes actual;Mayo;Multa\n101;50.000;60.000;\n', { units });
    expect(rolesOf(words)).toMatchObject({ 'Mes actual': 'charge fee', Mayo: 'charge fee' });
    // A table of a whole year is not charged at once.
    expect(codesOf(words)).toEqual(['- monthsSeveral', '- monthsSeveral']);
    expect(words.problems[0]).toMatchObject({ severity: 'error' });
    expect(words.problems[0]?.message).toContain('(«Mes actual» y «Mayo»)');
    const chosen = fromCsv(
      'Apto;Abril;Mayo;Multa\n101;50.000;60.000;\n',
      { units },
      { columns: [{ column: 1, role: 'ignore' }] },
    );
    expect(codesOf(chosen)).toEqual(['- monthAsFee']);
    expect(shortRows(chosen)).toEqual([['101', 'Mayo 6000000']]);
  });

  it('columns of the same concept are reported', () => {
    const sheet = fromCsv('Apto;Cuota;CUOTA\n101;50.000;5.000\n', { units });
    expect(codesOf(sheet)).toEqual(['- conceptRepeated']);
    expect(sheet.problems[0]?.message).toContain('Las columnas B, C son del mismo concepto, «Cuota»');
  });

  it("a known concept keeps the joint's spelling", () => {
    const concepts = [{ name: 'Administración', nature: 'extra' }] as const;
    const sheet = fromCsv('Apto;ADMINISTRACION \n101;5.000\n', { units, concepts });
    expect(sheet.rows[0]?.charges).toEqual([{ concept: concepts[0], amount: 500_000 }]);
    const columns = [{ column: 1, role: 'charge', concept: 'administracion', nature: 'fee' }] as const;
    const sheetWithColumns = fromCsv('Apto;Valor\n101;5.000\n', { units, concepts }, { columns });
    expect(sheetWithColumns.rows[0]?.charges).toEqual([{ concept: concepts[0], amount: 500_000 }]);
    expect(codesOf(sheetWithColumns)).toEqual(['- natureKept']);
  });

  it('a row per instalment and a row per charge are read', () => {
    const sheet = fromCsv(
      'Inmueble;Concepto;Vencimiento;Capital;Interés\n101;Administración;31/01/2026;100.000;2.500\n101;Administración;28/02/2026;100.000;\n102;Multa;2026-02-28;50.000;\n',
      { units },
    );
    expect(codesOf(sheet)).toEqual([]);
    expect(
      sheet.rows.flatMap(({ apartmentId, openings }) =>
        openings.map((one) => [apartmentId, one.role, one.concept?.nature, one.dueDate, one.amount]),
      ),
    ).toEqual([
      ['101', 'opening', 'fee', '2026-01-31', 10_000_000],
      ['101', 'openingInterest', 'fee', '2026-01-31', 250_000],
      ['101', 'opening', 'fee', '2026-02-28', 10_000_000],
      ['102', 'opening', 'fine', '2026-02-28', 5_000_000],
    ]);
    const long = fromCsv(
      'Inmueble;Concepto;Valor\n101;Administración;100.000\n101;Multa;5.000\n102;;7.000\n',
      { units, begun: true },
    );
    expect(shortRows(long)).toEqual([
      ['101', 'Administración 10000000'],
      ['101', 'Multa 500000'],
    ]);
    expect(codesOf(long)).toEqual(['4 conceptMissing']);
  });
});

describe('names of charges by header', () => {
  it.each([
    ['Cuota function', 'Cuota function'],
    ['Cuota constructor', 'Cuota constructor'],
    ['Admon toString', 'Administración toString'],
    ['Adm 2.5%', 'Administración 2.5%'],
    ['Cta. Extra 1.5 SMMLV', 'Cuota Extra 1.5 SMMLV'],
    ['Cuota vig. 2026', 'Cuota vig. 2026'],
    ['CUOTA ADMON TORRE A', 'CUOTA ADMINISTRACIÓN TORRE A'],
    ['CTA ADMON', 'Cuota administración'],
    ['Cta.Admon', 'Cuota administración'],
    ['CUOTA ADMÓN', 'CUOTA ADMINISTRACIÓN'],
    ['Vr. Cuota', 'Cuota'],
    ['Vr. Admón', 'Administración'],
    ['CUOTA EXTRA', 'CUOTA EXTRA'],
    ['Vr.', 'Vr.'],
  ])('%s is charged as %s', (header, name) => {
    expect(conceptOfHeader(header)).toBe(name);
  });
});
