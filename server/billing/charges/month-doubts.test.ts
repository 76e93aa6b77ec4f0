import { describe, expect, it } from 'vitest';
import { firstDayOf, monthOf } from '../../../shared/days.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { toldCells, workbook } from '../../platform/sheets/sheets.fixture.ts';
import { UnitIndex } from '../store/unit-index.ts';
import { conceptOfHeader, meaningOf } from './column-words.ts';
import { asksOf } from './month-asks.ts';
import { codesOf, fromCsv, fromXlsx, rolesOf, shortRows } from './month-sheet.fixture.ts';
import { readMonthSheet } from './month-sheet.ts';
import type { MonthChoices, MonthSheet } from './month-sheet.types.ts';
import { aboutSaid, monthsSaid } from './months-said.ts';
import { aboutOwners } from './owner-names.ts';

const units = ['101', '102', '103', '104'];
const questionsOf = (sheet: MonthSheet) =>
  asksOf(sheet.problems, sheet, [], {}).map(({ code, column, choices }) => [
    code,
    column,
    ...choices.map(({ role, concept, skipSheets, joinSheets }) =>
      joinSheets === undefined ? (concept ?? role ?? skipSheets) : { joinSheets },
    ),
  ]);

describe('columns with ambiguous words', () => {
  it('pesos under a coefficient are charged with a warning, and metered values are a question', () => {
    const text =
      'Apto;Cuota por coeficiente;Administración según área;Agua caliente (m3);Coeficiente;Área m2;Lectura gas\n' +
      '101;250.000;12.000;18.450;25,5;72,4;312\n102;240.000;11.000;22.310;24,5;71;298\n103;240.000;11.000;9.900,50;25;71;301\n';
    const sheet = fromCsv(text, { units });
    expect(rolesOf(sheet)).toEqual({
      Apto: 'unit',
      'Cuota por coeficiente': 'charge fee',
      'Administración según área': 'charge fee',
      'Agua caliente (m3)': 'ignore',
      Coeficiente: 'ignore',
      'Área m2': 'ignore',
      'Lectura gas': 'ignore',
    });
    expect(codesOf(sheet)).toEqual(['- measureDoubtful', '- measureCharged', '- measureCharged']);
    expect(questionsOf(sheet)).toEqual([['measureDoubtful', 3, 'charge', 'ignore']]);
    const charged = fromCsv(text, { units }, { columns: [{ column: 3, role: 'charge' }] });
    expect(codesOf(charged)).not.toContain('- measureDoubtful');
    expect(shortRows(charged)[2]?.at(-1)).toBe('Agua caliente (m3) 990050');
    const mappedSheet = fromCsv(text, { units }, { columns: [{ column: 3, role: 'ignore' }] });
    expect(codesOf(mappedSheet)).toEqual(['- measureCharged', '- measureCharged']);
  });

  it('amounts without a title are a question, and running numbers without a title are not', () => {
    const sheet = fromCsv('Apto;Administración;\n101;250.000;5.000\n102;180.000;3.000\n', { units });
    expect(questionsOf(sheet)).toEqual([
      ['headerUnknown', 2, 'charge', 'credit', 'opening', 'total', 'ignore'],
    ]);
    expect(shortRows(sheet)[0]).toEqual(['101', 'Administración 25000000']);
    expect(codesOf(fromCsv(';Apto;Administración\n1;101;250.000\n2;102;180.000\n', { units }))).toEqual([]);
  });

  it('a concept that is a balance, a payment, a total or interest is never charged in silence', () => {
    const sheet = (...rows: string[]) => fromCsv(['Apto;Concepto;Valor', ...rows].join('\n'), { units });
    const concepts = [
      'Saldo anterior',
      'Pago',
      'Abono',
      'Total a pagar',
      'Saldo a favor',
      'Intereses de mora',
    ];
    const refused = sheet('101;Administración;250.000', ...concepts.map((concept) => `101;${concept};5.000`));
    expect(codesOf(refused)).toEqual([3, 4, 5, 6, 7, 8].map((row) => `${row} conceptNotCharged`));
    expect(refused.rows.flatMap(({ charges }) => charges.map(({ concept }) => concept.name))).toEqual([
      'Administración',
    ]);
    expect(codesOf(sheet('101;Administración;250.000', '101;Descuento;25.000'))).toEqual([
      '3 conceptNotCharged',
    ]);
    expect(codesOf(sheet('101;Administración;250.000', '101;Descuento;-25.000', '101;Multa;5.000'))).toEqual([
      '3 chargeNegative',
    ]);
  });

  it('a row in a single cell is an error and not a note', () => {
    const sheet = fromCsv('Apto;Administración\n101,250000\n102;180.000\nNota, 250000;\n', { units });
    expect(codesOf(sheet)).toEqual(['2 rowUndivided', '4 rowIgnored']);
    for (const note of ['"101, 102 y 103 pagan en junio"', '"101, 102"', '"101: visto el 2026, 102 no"'])
      expect(codesOf(fromCsv(`Apto;Administración\n101;1.000\n${note};\n`, { units })), note).toEqual([
        '3 rowIgnored',
      ]);
  });

  it('fees of several months are a question each, and each may be charged or left out', () => {
    const text = 'Apto;Cuota ene;Cuota feb\n101;50.000;60.000\n102;50.000;60.000\n';
    const sheet = fromCsv(text, { units });
    expect(questionsOf(sheet).slice(1)).toEqual(
      [1, 2].map((column) => ['monthsSeveral', column, 'charge', 'opening', 'ignore']),
    );
    const both = [1, 2].map((column) => ({ column, role: 'charge' as const }));
    const charged = fromCsv(text, { units }, { columns: both });
    expect(codesOf(charged)).toEqual([]);
    expect(shortRows(charged)[0]).toEqual(['101', 'Cuota ene 5000000', 'Cuota feb 6000000']);
  });

  it('debts by month are one question, and become openings due in their months', () => {
    const text =
      'Apto;OCTUBRE;NOVIEMBRE;ENERO 2026;TOTAL DEUDA\n101;200.000;210.000;190.000;600.000\n102;;210.000;;210.000\n';
    const month = monthOf(2026, 11);
    const sheet = fromCsv(text, { units }, { month });
    const [all] = asksOf(sheet.problems, sheet, [], {});
    expect([all?.column, all?.choices.map(({ columns }) => columns)]).toEqual([
      null,
      [
        [1, 2, 3].map((column) => ({ column, role: 'opening' })),
        [...[2, 1].map((column) => ({ column, role: 'opening' })), { column: 3, role: 'charge' }],
      ],
    ]);
    const columns = all?.choices[0]?.columns ?? [];
    const answered = fromCsv(text, { units, dueDay: 10 }, { month, columns });
    expect(codesOf(answered)).toEqual([]);
    expect(answered.rows.map(({ openings }) => openings.map((one) => [one.dueDate, one.amount]))).toEqual([
      [
        ['2026-10-10', 20_000_000],
        ['2026-11-10', 21_000_000],
        ['2026-01-10', 19_000_000],
      ],
      [['2026-11-10', 21_000_000]],
    ]);
    const before = fromCsv(text, { units }, { month: monthOf(2026, 2), columns });
    expect(before.rows[0]?.openings.map(({ dueDate }) => dueDate)).toEqual([
      '2025-10-31',
      '2025-11-30',
      '2026-01-31',
    ]);
  });

  it.each([
    ['Cuota ene', 'Cuota feb', ['2026-01-10', '2026-02-10']],
    ['Administración sept', 'Administración de octubre', ['2025-09-10', '2025-10-10']],
    ['Mayo de 24', 'Cuota jun 25', ['2024-05-10', '2025-06-10']],
    ['01/03/2026', 'Abril', ['2026-03-10', '2026-04-10']],
    ['mar-26', 'ABR', ['2026-03-10', '2026-04-10']],
  ])('debts under %s and %s fall due in their months', (one, other, dueDates) => {
    const text = `Apto;${one};${other}\n101;200.000;210.000\n`;
    const month = monthOf(2026, 5);
    const sheet = fromCsv(text, { units }, { month });
    const [all] = asksOf(sheet.problems, sheet, [], {});
    expect(all?.choices[0]?.label).toBe('Se debe cada mes, desde su vencimiento');
    const owed = fromCsv(text, { units, dueDay: 10 }, { month, columns: all?.choices[0]?.columns ?? [] });
    expect(owed.rows[0]?.openings.map(({ dueDate }) => dueDate)).toEqual(dueDates);
  });

  it('a debt by month is not offered for columns without a named month', () => {
    const text = 'Apto;Mes actual;Abril\n101;200.000;210.000\n';
    const sheet = fromCsv(text, { units }, { month: monthOf(2026, 5) });
    expect(asksOf(sheet.problems, sheet, [], {}).map(({ column }) => column)).toEqual([1, 2]);
  });

  it('the charged month of an earlier sheet is asked about again', () => {
    const before = fromCsv(
      'Apto;MARZO;ABRIL\n101;200.000;210.000\n',
      { units },
      {
        month: monthOf(2026, 4),
        columns: [
          { column: 1, role: 'opening' },
          { column: 2, role: 'charge' },
        ],
      },
    );
    expect(codesOf(before)).toEqual([]);
    const joint = {
      units,
      remembered: before.columns,
      concepts: [{ name: 'ABRIL', nature: 'fee' as const }],
    };
    const next = fromCsv('Apto;ABRIL;MAYO\n101;210.000;210.000\n', joint, { month: monthOf(2026, 5) });
    expect(codesOf(next)).toEqual(['- monthsSeveral', '- monthsSeveral']);
    const other = fromCsv('Apto;MES ACTUAL;ABRIL\n101;9;8\n', {
      units,
      remembered: [
        { header: 'MES ACTUAL', role: 'charge', byHand: true },
        { header: 'ABRIL', role: 'charge', byHand: true },
      ],
    });
    expect(codesOf(other)).toEqual(['- monthsSeveral', '- monthsSeveral']);
  });

  it.each([
    ['charge', ['Administración 25000000', 'JUNIO 28000000']],
    ['ignore', ['Administración 25000000']],
  ] as const)('the answer for a fee and its month holds for the next month: %s', (role, charged) => {
    const sheetOf = (month: string, fees = '250.000;280.000') =>
      `Apto;Administración;${month}\n${units.map((unit) => `${unit};${fees}`).join('\n')}\n`;
    const inMay = { month: monthOf(2026, 5) };
    expect(questionsOf(fromCsv(sheetOf('MAYO'), { units }, inMay)).length).toBe(2);
    const columns = [
      { column: 1, role: 'charge' as const },
      { column: 2, role },
    ];
    const may = fromCsv(sheetOf('MAYO'), { units }, { ...inMay, columns });
    expect(codesOf(may)).toEqual([]);
    const joint = { units, remembered: may.columns, concepts: [{ name: 'MAYO', nature: 'fee' as const }] };
    const june = fromCsv(sheetOf('JUNIO'), joint, { month: monthOf(2026, 6) });
    expect(questionsOf(june)).toEqual([]);
    expect(shortRows(june)[0]).toEqual(['101', ...charged]);
    // The fee of another month may be a debt.
    const late = fromCsv(sheetOf('MAYO'), joint, { month: monthOf(2026, 6) });
    expect(questionsOf(late)).not.toEqual([]);
  });

  it.each([
    { may: 'Administración;MAYO', role: 'extra', june: 'JUNIO', codes: 'monthAsFee' },
    {
      ...{ may: 'Administración;MAYO', role: 'extra', june: 'Cuota ordinaria;JUNIO' },
      codes: 'chargesSame chargesSame monthAsFee',
    },
    { may: 'Administración;MAYO', role: 'ignore', june: 'Parqueadero;JUNIO', codes: 'monthAsFee' },
    { may: 'Parqueadero;MAYO', role: 'ignore', june: 'Parqueadero;JUNIO', codes: 'monthAsFee' },
    {
      ...{ may: 'MAYO', role: 'charge', june: 'Administración;Parqueadero;JUNIO' },
      codes: 'sumDoubtful chargesSame chargesSame monthAsFee',
    },
    {
      ...{ may: 'Administración;Parqueadero;MAYO', role: 'charge' },
      ...{ june: 'Administración;Parqueadero;JUNIO', codes: 'sumDoubtful monthAsFee' },
    },
  ])('the answer $role for the month of $may is no answer for $june', ({ may, role, june, codes }) => {
    const sheetOf = (titles: string, fees: string) =>
      `Apto;${titles}\n${units.map((unit) => `${unit};${fees}`).join('\n')}\n`;
    const own = role === 'extra' ? { role: 'charge', concept: 'Cuota extra', nature: 'extra' } : { role };
    const others = may.split(';').length - 1;
    const columns = Array.from({ length: others }, (_, at) => ({ column: at + 1, role: 'charge' }));
    const choices = { month: monthOf(2026, 5), columns: [...columns, { column: others + 1, ...own }] };
    const mayFees = ['280.000', '250.000;280.000', '250.000;31.000;285.000'][others] ?? '';
    const before = fromCsv(sheetOf(may, mayFees), { units }, choices as MonthChoices);
    expect(codesOf(before)).toEqual([]);
    const concepts = [
      { name: 'Administración', nature: 'fee' as const },
      { name: 'Cuota extra', nature: 'extra' as const },
    ];
    const charged = june.split(';');
    const juneFees = ['280.000', '250.000;280.000', '250.000;30.000;280.000'][charged.length - 1] ?? '';
    const joint = { units, remembered: before.columns, concepts };
    const sheet = fromCsv(sheetOf(june, juneFees), joint, { month: monthOf(2026, 6) });
    const amounts = juneFees.split(';').map((fee) => `${fee.replace('.', '')}00`);
    expect(shortRows(sheet)[0]).toEqual(['101', ...charged.map((name, at) => `${name} ${amounts[at]}`)]);
    expect(codesOf(sheet)).toEqual(codes.split(' ').map((code) => `- ${code}`));
  });

  it('debts by age and amounts in thousands are questions before any charge', () => {
    const aged =
      'Inmueble;A 30 días;61 a 90 días;Más de 90;Admon\n101;50.000;0;70.000;200.000\n102;0;40.000;;200.000\n';
    const sheet = fromCsv(aged, { units });
    expect(shortRows(sheet)[0]).toEqual(['101', 'Administración 20000000']);
    const before = [1, 2, 3].map((column) => ({ column, role: 'opening' as const }));
    expect(questionsOf(sheet)).toEqual(
      before.map(({ column }) => ['ageDoubtful', column, 'opening', 'charge', 'ignore']),
    );
    const answered = fromCsv(aged, { units }, { columns: before });
    expect(codesOf(answered)).toEqual([]);
    expect(answered.rows.map(({ openings }) => openings.map(({ amount }) => amount))).toEqual([
      [5_000_000, 7_000_000],
      [4_000_000],
    ]);

    const thousands = 'Apto;Administración (miles de pesos)\n101;200\n102;180\n';
    expect(questionsOf(fromCsv(thousands, { units }))).toEqual([
      ['pesosDoubtful', 1, 'Administración (miles de pesos)', 'ignore'],
    ]);
    const whole = { columns: [{ column: 1, role: 'charge', concept: 'Administración' }] } as const;
    expect(codesOf(fromCsv(thousands, { units }, whole))).toEqual([]);
  });

  it('rows with concept and date are earlier debts, unless all dates are in the month', () => {
    const rows = (day: string) =>
      `Apto;Concepto;Fecha;Valor\n101;Administración;${day};200.000\n101;Parqueadero;31/12/2026;15.000\n102;Administración;31/12/2026;200.000\n`;
    const month = monthOf(2026, 12);
    const now = fromCsv(rows('01/12/2026'), { units }, { month });
    expect(questionsOf(now)).toEqual([['instalmentsDoubtful', 3, 'charge', 'opening']]);
    const columns = [{ column: 3, role: 'charge' }] as const;
    const charged = fromCsv(rows('01/12/2026'), { units }, { month, columns });
    expect(codesOf(charged)).toEqual([]);
    expect(shortRows(charged).map(([unit, ...charges]) => [unit, ...charges])).toEqual([
      ['101', 'Administración 20000000'],
      ['101', 'Parqueadero 1500000'],
      ['102', 'Administración 20000000'],
    ]);
    expect(codesOf(fromCsv(rows('30/11/2026'), { units }, { month }))).toEqual(['- instalmentsMixed']);
  });

  it('accounting debits are charges, credits are payments, and account numbers are no pesos', () => {
    const text = `Cuenta;Tercero;Inmueble;Débito;Crédito;Saldo\n${units
      .map((unit) => `130505;Ana;${unit};200.000;50.000;150.000`)
      .join('\n')}\n`;
    const sheet = fromCsv(text, { units });
    expect(rolesOf(sheet)).toMatchObject({ Cuenta: 'ignore', Crédito: 'payment', Saldo: 'opening' });
    expect(questionsOf(sheet).map(([code]) => code)).toContain('balanceAfter');
    expect(sheet.problems.map(({ message }) => message).join()).toContain('«Cuenta»');
  });

  it("the month's interest beside an earlier debt may be the ledger's or the sheet's", () => {
    const text =
      'Apto;Saldo anterior;Intereses anteriores;Intereses del mes;Admon;Total\n101;400.000;12.000;6.000;200.000;618.000\n';
    const sheet = fromCsv(text, { units });
    expect(questionsOf(sheet)).toEqual([['interestIgnored', 3, 'ignore', 'interest']]);
    const charged = fromCsv(text, { units }, { columns: [{ column: 3, role: 'interest' }] });
    expect(charged.rows[0]).toMatchObject({ interest: 600_000, leftOut: 0 });
  });

  it("a due date is proposed for the month, and a discount's day is reported", () => {
    const text = 'Apto;Admon;Fecha límite de pago;Fecha descuento\n101;100;10/12/26;5-dic-2026\n';
    const sheet = fromCsv(text, { units }, { month: '2026-12' });
    expect(codesOf(sheet)).toEqual(['- datesIgnored', '- dueDateSaid']);
    expect(sheet.problems[0]?.message).toContain('«Fecha descuento»');
    expect(sheet.dueDay).toMatchObject({ day: '2026-12-10', column: 2 });
    // The user chose a due date, or the joint's day.
    for (const dueDate of ['2026-12-15', null])
      expect(codesOf(fromCsv(text, { units }, { month: '2026-12', dueDate }))).toEqual(['- datesIgnored']);
    // A due date before the month is not accepted.
    const early = fromCsv(text, { units }, { month: '2027-01' });
    expect([codesOf(early), early.dueDay]).toEqual([['- datesIgnored', '- datesIgnored'], null]);
    const several = 'Apto;Admon;Vence\n101;100;10/12/2026\n102;100;11/12/2026\n';
    const apart = fromCsv(several, { units }, { month: '2026-12' });
    expect([codesOf(apart), apart.dueDay]).toEqual([['- datesIgnored'], null]);
  });

  it.each([
    ['Vence: 12/10/2026', '2026-12-10'],
    ['Vence: 10/12/2026', '2026-12-10'],
    ['Vence: 12/01/2027', '2027-01-12'],
    ['Vence: 01/12/2027', '2027-01-12'],
    ['Vence: 12/01/2026', '2026-12-01'],
  ])('the day in «%s» is read in the order that falls in the month', (title, day) => {
    const sheet = fromCsv(`${title};;\nApto;Admon\n101;100\n`, { units }, { month: '2026-12' });
    expect(sheet.dueDay?.day).toBe(day);
  });

  it('a due date with two possible readings names the other reading', () => {
    const text = 'Apto;Admon;Vence\n101;100;11/12/2026\n';
    const sheet = fromCsv(text, { units }, { month: '2026-11' });
    expect(sheet.dueDay).toMatchObject({ day: '2026-12-11', other: '2026-11-12' });
    expect(sheet.problems.at(-1)?.message).toContain('Si es el');
  });

  it.each([
    ['Páguese antes de: 15 de diciembre de 2026', '2026-12-15'],
    ['Fecha límite de pago;15/12/2026', '2026-12-15'],
    ['Vence: 15-dic-26', '2026-12-15'],
    ['Fecha: 01/12/2026', null],
    ['Pronto pago hasta: 05/12/2026', null],
  ])('a title above the table may name the due date: %s', (title, day) => {
    const sheet = fromCsv(`${title}\nApto;Admon\n101;100\n`, { units }, { month: '2026-12' });
    expect(sheet.dueDay?.day ?? null).toBe(day);
  });

  it.each([
    ['Desc. administración', '20.000', ['e discountDoubtful']],
    ['Dcto', '20.000', ['e discountDoubtful']],
    ['Incentivo pronto pago', '-20.000', ['e discountDoubtful']],
    ['% Descuento', '10', ['w columnIgnored']],
    ['Descuento (%)', '10', ['w columnIgnored']],
    ['Descuento', '10%', ['w columnIgnored']],
    ['Ref. pago', '123456', []],
    ['Valor comercial', '300.000.000', ['e headerUnknown']],
    ['Base', '100.000', ['e headerUnknown']],
    ['Valor del inmueble', '300.000.000', ['e headerUnknown']],
    ['Canon', '1.500.000', ['e headerUnknown']],
    ['Nro. factura', '10234', ['w columnIgnored']],
    ['Área', '80,5', []],
  ])('«%s» beside the fee is never charged without an answer', (header, value, codes) => {
    const sheet = fromCsv(`Apto;Admon;${header}\n101;200.000;${value}\n102;200.000;${value}\n`, { units });
    expect(rolesOf(sheet)[header]).toBe('ignore');
    expect(sheet.problems.map(({ severity, code }) => `${severity.slice(0, 1)} ${code}`)).toEqual(codes);
  });

  it('a discount and an agreement are questions, answered once for all sheets', () => {
    const text = 'Apto;Cuota;Descuento;Acuerdo de pago\n101;100.000;10.000;\n102;100.000;;50.000\n';
    const sheet = fromCsv(text, { units });
    expect(questionsOf(sheet)).toEqual([
      ['discountDoubtful', 2, 'credit', 'ignore'],
      ['agreementDoubtful', 3, 'charge', 'payment', 'ignore'],
    ]);
    expect(sheet.problems.filter(({ severity }) => severity === 'error')).toHaveLength(2);
    const columns = [
      { column: 2, role: 'credit' },
      { column: 3, role: 'payment' },
    ] as const;
    const answered = fromCsv(text, { units }, { columns });
    expect(codesOf(answered)).toEqual([]);
    expect(shortRows(answered)[0]).toEqual(['101', 'Cuota 10000000', 'Descuento -1000000']);
    expect(answered.rows.map(({ payment }) => payment)).toEqual([0, 5_000_000]);
    const next = fromCsv(text, { units, remembered: answered.columns });
    expect(codesOf(next)).toEqual([]);
    expect(next.columns.flatMap(({ header, remembered }) => (remembered ? [header] : []))).toEqual([
      'Descuento',
      'Acuerdo de pago',
    ]);
    // Without amounts there is no question.
    expect(codesOf(fromCsv('Apto;Cuota;Descuento\n101;100.000;0\n', { units }))).toEqual([]);
  });

  it('the day of a payment is read beside the payment and refused after today', () => {
    const text =
      'Apto;Cuota;Pago;Fecha de pago\n101;100.000;90.000;08/05/2026\n102;100.000;;\n103;100.000;90.000;\n';
    const sheet = fromCsv(text, { units }, { today: '2026-06-02' });
    expect(rolesOf(sheet)).toMatchObject({ Pago: 'payment', 'Fecha de pago': 'paidOn' });
    expect(sheet.rows.map(({ paidOn }) => paidOn)).toEqual(['2026-05-08', null, null]);
    expect(codesOf(fromCsv(text, { units }, { today: '2026-05-07' }))).toEqual(['2 paidOnInvalid']);
    expect(codesOf(fromCsv(text.replace('08/05/2026', 'ayer'), { units }))).toEqual(['2 paidOnInvalid']);
    // Without a payment column, the payment's day is not read.
    expect(rolesOf(fromCsv('Apto;Cuota;Fecha de pago\n101;100.000;08/05/2026\n', { units }))).toMatchObject({
      'Fecha de pago': 'ignore',
    });
  });

  it('a balance or total ignored by hand is read again in the next sheet', () => {
    const text = 'Apto;Saldo anterior;Cuota;Total\n101;1.000;5.000;6.000\n';
    const ignored = [
      { column: 1, role: 'ignore' },
      { column: 3, role: 'ignore' },
    ] as const;
    const first = fromCsv(text, { units }, { columns: ignored });
    expect(rolesOf(first)).toMatchObject({ 'Saldo anterior': 'ignore', Total: 'ignore' });
    const next = fromCsv(text, { units, begun: true, remembered: first.columns });
    expect(rolesOf(next)).toMatchObject({ 'Saldo anterior': 'balance', Total: 'total' });
  });
});

describe('amounts under an unknown header', () => {
  const choices = ['charge', 'credit', 'ignore'];
  const sheetOf = (...headers: string[]) => {
    const rows = units.map((unit, at) =>
      [unit, '280.000', ...headers.map((_, nth) => `${251 + at + nth}.000`)].join(';'),
    );
    return [['Apto', 'Administración', ...headers].join(';'), ...rows, ''].join('\n');
  };
  it.each([
    ...['Avalúo', 'Avalúo catastral', 'Valor asegurado', 'Base', 'Base administración', 'IVA', 'IVA cuota'],
    ...['Retención', 'ReteICA', 'Promedio', 'Promedio agua', 'Provisión', 'Vr. Unitario', 'Incremento'],
    ...['Días mora', 'Consumo', 'Consumo gas', 'Subsidio', 'Subsidio acueducto', 'Bono', 'Compensación'],
    ...['Auxilio', 'Exoneración cuota', 'Cuota presupuestada', 'Canon', 'Zulia', 'Condonación'],
  ])('«%s» is a question, and is charged only after the answer', (header) => {
    const text = sheetOf(header);
    const sheet = fromCsv(text, { units });
    const answers = meaningOf(header) === null ? ['charge', 'credit', 'opening', 'total', 'ignore'] : choices;
    expect(questionsOf(sheet)).toEqual([['headerUnknown', 2, ...answers]]);
    expect(sheet.problems).toMatchObject([{ code: 'headerUnknown', severity: 'error', column: header }]);
    expect(shortRows(sheet)[0]).toEqual(['101', 'Administración 28000000']);
    const answered = (role: 'charge' | 'credit' | 'ignore') =>
      fromCsv(text, { units }, { columns: [{ column: 2, role }] });
    expect(choices.map((role) => shortRows(answered(role as 'charge'))[0]?.slice(2))).toEqual([
      [`${conceptOfHeader(header)} 25100000`],
      [`${conceptOfHeader(header)} -25100000`],
      [],
    ]);
    for (const role of ['charge', 'credit', 'ignore'] as const) {
      const { columns, ...first } = answered(role);
      expect(first.problems).toEqual([]);
      const next = fromCsv(text, { units, remembered: columns });
      expect(next.problems.map(({ code }) => code)).toEqual(role === 'ignore' ? ['columnIgnored'] : []);
      expect(next.columns[2]).toMatchObject({ role, remembered: true });
    }
  });

  it.each([
    [
      'Vigilancia',
      'Ascensor',
      'Mantenimiento',
      'Seguro',
      'Aseo',
      'Otros',
      'Parqueadero',
      'Fondo de imprevistos',
    ],
    ['Cuota parqueadero', 'Cuota extraordinaria', 'Retroactivo', 'Inasistencia asamblea', 'Agua'],
  ])('known words are charged without a question: %s, %s…', (...headers) => {
    const sheet = fromCsv(sheetOf(...headers), { units });
    expect(codesOf(sheet)).toEqual([]);
    expect(shortRows(sheet)[0]).toHaveLength(2 + headers.length);
  });

  it.each([
    ['Cuota mes', 'Cuota anual'],
    ['Administración', 'Administración semestral'],
  ])('the fee of several months is a question, beside the fee too: %s, %s', (one, other) => {
    const text = `Apto;${one};${other}\n${units.map((unit) => `${unit};250.000;280.000`).join('\n')}\n`;
    const question = [['headerUnknown', 2, 'charge', 'credit', 'ignore']];
    expect(questionsOf(fromCsv(text, { units }))).toEqual(question);
  });

  it.each([
    ['Cuota 2025', 'Cuota 2026'],
    ['Administración 2025', 'Administración 2026'],
    ['Vr admon', 'Vr admon redondeado'],
    ['Cuota', 'Cuota a cobrar'],
    ['Vr admon', 'Admón redondeada'],
    ['Agua', 'Valor agua'],
    ['Administración', 'Administración año pasado'],
    ['Admon.', 'Admon. ejecutada'],
    ['Administración', 'Cuota 1/6'],
    ['Cuota', 'Expensa según acta'],
    ['Administración', 'Facturado 2025'],
    ['Admon', 'Valor facturado'],
  ])('two columns for the same charge are a question: %s, %s', (one, other) => {
    const text = `Apto;${one};${other}\n${units.map((unit) => `${unit};250.000;280.000`).join('\n')}\n`;
    expect(questionsOf(fromCsv(text, { units }))).toEqual([
      ['chargesSame', 1, 'charge', 'ignore'],
      ['chargesSame', 2, 'charge', 'ignore'],
    ]);
    const columns = [{ column: 1, role: 'ignore' }] as const;
    const answered = fromCsv(text, { units }, { columns });
    expect(answered.problems).toEqual([]);
    expect(shortRows(answered)[0]).toEqual(['101', `${conceptOfHeader(other)} 28000000`]);
    // The sheet's total includes both charges.
    const total = units.map((unit) => `${unit};250.000;280.000;530.000`).join('\n');
    expect(codesOf(fromCsv(`Apto;${one};${other};Total\n${total}\n`, { units }))).toEqual([]);
  });

  it.each([
    ['Tarifa 2025', 'Tarifa 2026'],
    ['Cuota sin incremento', 'Cuota con incremento'],
    ['Cuota presupuestada', 'Cuota a cobrar'],
    ['Vr admon', 'Redondeado'],
    ['Administración', 'Mensualidad'],
    ['Cuota', 'nov-26'],
    ['Administración', 'Administración redondeada'],
  ])('no row is charged both fees before an answer: %s, %s', (one, other) => {
    const text = `Apto;${one};${other}\n${units.map((unit) => `${unit};251.300;251.000`).join('\n')}\n`;
    const sheet = fromCsv(text, { units });
    expect(questionsOf(sheet).length).toBeGreaterThan(0);
    expect(sheet.problems.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it.each([
    ['Deuda administración', 'Deuda cuota extra', 'opening'],
    ['Saldo anterior', 'Saldo vencido', 'opening'],
    ['Abono efectivo', 'Abono banco', 'payment'],
    ['Pago 1', 'Pago 2', 'payment'],
  ] as const)('a second column of debts or payments is a question: %s, %s', (one, other, role) => {
    const text = `Apto;${one};${other};Cuota\n101;20.000;3.000;50.000\n102;0;4.000;50.000\n`;
    const sheet = fromCsv(text, { units });
    expect(questionsOf(sheet)).toEqual([['alsoDoubtful', 2, role, 'ignore']]);
    const read = fromCsv(text, { units }, { columns: [{ column: 2, role }] });
    expect(codesOf(read)).toEqual([]);
    const [row] = read.rows;
    const openings = row?.openings.map(({ amount }) => amount) ?? [];
    expect([row?.payment, ...openings]).toEqual(role === 'payment' ? [2_300_000] : [0, 2_000_000, 300_000]);
  });

  it.each(['opening', 'payment'] as const)(
    'two columns of %s are read in the next months without a question',
    (role) => {
      const word = role === 'opening' ? 'Deuda' : 'Pago';
      const text = `Apto;${word} 1;${word} 2;Cuota\n101;20.000;3.000;50.000\n102;0;4.000;50.000\n`;
      let sheet = fromCsv(text, { units }, { columns: [{ column: 2, role }] });
      for (let month = 0; month < 2; month++) {
        sheet = fromCsv(text, { units, begun: true, remembered: sheet.columns });
        expect(questionsOf(sheet)).toEqual([]);
        const [row] = sheet.rows;
        expect(role === 'opening' ? row?.balance?.amount : row?.payment).toBe(2_300_000);
      }
    },
  );

  it('numbers of payments, parking spaces and the debt after the month are no question', () => {
    const text = 'Apto;Saldo anterior;Cuota;Pagos;No. consignación;Parqueadero;Saldo pendiente\n';
    const rows = ['101;5.000;50.000;5.000;200123;1201D;50.000', '102;0;50.000;0;200124;1202 C;50.000'];
    const sheet = fromCsv(text + rows.join('\n'), { units });
    expect(questionsOf(sheet)).toEqual([]);
    expect(shortRows(sheet)).toEqual(units.slice(0, 2).map((unit) => [unit, 'Cuota 5000000']));
  });

  it('a hidden fee of last year beside the fee is a question', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Mes');
      sheet.addRow(['Apto', 'Cuota 2025', 'Cuota 2026']);
      for (const unit of units) sheet.addRow([unit, 250_000, 280_000]);
      sheet.getColumn(2).hidden = true;
    });
    const sheet = await fromXlsx(file, { units });
    expect(questionsOf(sheet).map(([, column]) => column)).toContain(1);
    expect(sheet.problems.find(({ column }) => column === 'Cuota 2025')).toMatchObject({ severity: 'error' });
    expect(sheet.problems.map(({ message }) => message).join()).toContain('oculta');
    const answered = await fromXlsx(file, { units }, { columns: [{ column: 1, role: 'ignore' }] });
    expect(shortRows(answered)[0]).toEqual(['101', 'Cuota 2026 28000000']);
  });

  it('counts are reported and not charged, and metered values are a question', () => {
    const text =
      'Apto;Administración;Días de gracia;Consumo agua;Agua caliente\n101;280.000;5;14,87;3,25\n102;280.000;2;3,5;7,75\n';
    const sheet = fromCsv(text, { units });
    expect(codesOf(sheet)).toEqual(['- headerUnknown', '- measureDoubtful', '- columnIgnored']);
  });

  it('totals are compared after the column questions are answered', () => {
    const text = 'Apto;Administración;Bono;Total\n101;280.000;30.000;250.000\n102;280.000;;280.000\n';
    const { rows } = fromCsv(text, { units });
    expect(rows.map(({ totals }) => totals[0]?.amount)).toEqual([25_000_000, 28_000_000]);
    const sum = 'Apto;Saldo anterior;Administración;RESULTADO\n';
    const netos = units.map((unit) => `${unit};100.000;280.000;380.000`).join('\n');
    expect(questionsOf(fromCsv(`${sum}${netos}\n`, { units }))).toEqual([
      ['sumDoubtful', 3, 'total', 'charge'],
    ]);
  });

  it('hidden columns and hidden rows are questions', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Mes');
      sheet.addRow(['Apto', 'Cuota', 'Fondo', 'Avalúo', 'Cédula']);
      for (const unit of units) sheet.addRow([unit, 280_000, 5_000, 251_000_000, 'CC']);
      for (const column of [3, 4, 5]) sheet.getColumn(column).hidden = true;
      sheet.getRow(3).hidden = true;
    });
    const sheet = await fromXlsx(file, { units });
    expect(questionsOf(sheet)).toEqual([
      ['columnHidden', 2, 'Fondo', 'ignore'],
      ['headerUnknown', 3, ...choices],
      ['rowsHidden', null, undefined, undefined],
    ]);
    expect(codesOf(sheet)).toEqual(['- columnHidden', '- headerUnknown', '- rowsHidden']);
    expect(sheet.problems[1]?.message).toContain('columna oculta');
    const columns = [
      { column: 2, role: 'charge' },
      { column: 3, role: 'ignore' },
    ] as const;
    const read = await fromXlsx(file, { units }, { columns, hiddenRows: 'read' });
    expect(read.problems.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'rowsHidden']]);
    const skipped = await fromXlsx(file, { units }, { columns, hiddenRows: 'skip' });
    expect(skipped.problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', expect.stringContaining('No se leyeron: 1.')],
    ]);
    expect(skipped.rows.map(({ apartmentId }) => apartmentId)).toEqual(['101', '103', '104']);
    expect(toldCells(skipped.account)).toBe(skipped.account.cells);
  });
});

describe('unread tables', () => {
  const towers = () =>
    workbook((book) => {
      for (const [name, ids] of [
        ['Torre 1', ['101', '102']],
        ['Torre 2', ['103', '104']],
      ] as const) {
        book.addWorksheet(name).addRows([['Apto', 'Cuota'], ...ids.map((id) => [id, 50_000])]);
      }
      book.addWorksheet('Notas').addRows([['Gracias']]);
    });

  it('a sheet with units of its own stops the month until a user skips or joins the sheet', async () => {
    const file = await towers();
    const sheet = await fromXlsx(file, { units });
    expect(sheet.problems).toMatchObject([{ code: 'sheetsUnread', severity: 'error' }]);
    expect(questionsOf(sheet)).toEqual([['sheetsUnread', null, { joinSheets: ['Torre 2'] }, ['Torre 2']]]);
    const skipped = await fromXlsx(file, { units }, { skipSheets: ['Torre 2'] });
    expect(codesOf(skipped)).toEqual(['- otherSheets']);
    expect(toldCells(sheet.account)).toBe(sheet.account.cells);
    expect(sheet.account.sheets.map(({ name, cells, reason }) => [name, cells, reason])).toEqual([
      ['Torre 1', 6, null],
      ['Torre 2', 6, 'Se usó la hoja «Torre 1».'],
      ['Notas', 1, 'Se usó la hoja «Torre 1».'],
    ]);
  });

  it('joined sheets keep their own columns, towers and account', () => {
    const csv = (name: string, text: string) => readCsv(Buffer.from(text), `${name}.csv`);
    const sheets = [
      ...csv('Torre 1', 'Apto;Cuota;Medidor agua;Pago\n101;50.000;7.000;\n102;50.000;8.000;20.000\n'),
      ...csv('Torre 2', 'Pago;Medidor agua;Apto;Cuota\n;9.000;101;60.000\n30.000;x;102;60.000\n'),
      ...csv('Torre 3', 'TORRE 3;\nApto;Cuota\n101;1.000\nTOTAL;1.000\n'),
      ...csv('Notas', 'Gracias\n'),
    ];
    const joint = {
      concepts: [],
      begun: false,
      remembered: [],
      units: new UnitIndex(['1', '2', '3'].flatMap((tower) => [`${tower}-101`, `${tower}-102`])),
    };
    const read = (choices: MonthChoices) => readMonthSheet({ sheets }, joint, choices);
    const first = read({});
    expect(codesOf(first)).toEqual(['- sheetsUnread']);
    expect(questionsOf(first)[0]?.slice(2)).toEqual([
      { joinSheets: ['Torre 2', 'Torre 3'] },
      ...[['Torre 2', 'Torre 3'], ['Torre 2'], ['Torre 3']],
    ]);
    const joined = read({ joinSheets: ['Torre 2', 'Torre 3'], columns: [{ column: 2, role: 'charge' }] });
    expect(joined.problems.map(({ sheet, row, code }) => [sheet, row, code])).toEqual([
      ['Torre 2', 3, 'amountInvalid'],
      ['Torre 3', 4, 'rowIgnored'],
    ]);
    expect(
      joined.rows.map(({ sheet, row, apartmentId, charges, payment }) => [
        ...[sheet, row, apartmentId, charges.map(({ amount }) => amount / 100), payment / 100],
      ]),
    ).toEqual([
      ['Torre 1', 2, '1-101', [50_000, 7_000], 0],
      ['Torre 1', 3, '1-102', [50_000, 8_000], 20_000],
      ['Torre 2', 2, '2-101', [9_000, 60_000], 0],
      ['Torre 3', 3, '3-101', [1_000], 0],
    ]);
    expect(toldCells(joined.account)).toBe(joined.account.cells);
    expect(joined.account.sheets.map(({ name, reason }) => [name, reason])).toEqual([
      ...[
        ['Torre 1', null],
        ['Torre 2', null],
        ['Torre 3', null],
      ],
      ['Notas', 'Se usaron las hojas «Torre 1», «Torre 2», «Torre 3».'],
    ]);
    // Choosing a sheet by name does not skip the other sheets.
    expect(codesOf(read({ sheet: 'Torre 2' }))).toContain('- sheetsUnread');
  });

  it('a repeated header with other columns stops the month', () => {
    const swapped = fromCsv('Apto;Cuota;Agua\n101;5.000;700\nApto;Agua;Cuota\n102;800;6.000\n', { units });
    expect(codesOf(swapped)).toEqual(['3 headerChanges']);
    expect(swapped.problems[0]?.message).toContain(
      'con «Agua» (celda B3) donde la primera tiene «Cuota». Póngala',
    );
    expect(toldCells(swapped.account)).toBe(swapped.account.cells);
    const same = fromCsv('Apto;Cuota;Agua\n101;5.000;700\nAPTO;cuota;AGUA\n102;6.000;800\n', { units });
    expect(codesOf(same)).toEqual(['3 rowIgnored']);
  });

  it('rows under a tower heading are units of the tower', () => {
    const sheet = fromCsv('Apto;Cuota\nTORRE 1;\n101;5.000\nTORRE 2;\n101;6.000\n', {
      units: ['1-101', '2-101'],
    });
    expect(shortRows(sheet)).toEqual([
      ['1-101', 'Cuota 500000'],
      ['2-101', 'Cuota 600000'],
    ]);
    expect(codesOf(sheet)).toEqual(['2 rowIgnored', '4 rowIgnored']);
  });

  it('a sheet of another month with the same units gives only a warning', async () => {
    const file = await workbook((book) => {
      for (const name of ['Mayo', 'Junio']) {
        book.addWorksheet(name).addRows([['Apto', 'Cuota'], ...units.map((id) => [id, 50_000])]);
      }
    });
    expect(codesOf(await fromXlsx(file, { units }))).toEqual(['- otherSheets']);
  });

  it('a table beside the read table stops the month', () => {
    const beside = fromCsv(
      'Apto;Cuota;Apto;Cuota\n101;5.000;103;7.000\n102;5.000;104;7.000\n101;;102;1.000\n',
      {
        units,
      },
    );
    expect(codesOf(beside)).toEqual(['- sheetsUnread']);
    expect(beside.problems[0]?.message).toContain(
      'y «mes, columnas A a B» trae otra tabla, de otros inmuebles o de otro mes',
    );
    const same = fromCsv('Apto;Cuota;Apto\n101;5.000;101\n102;5.000;102\n103;5.000;103\n', { units });
    expect(codesOf(same)).toEqual([]);
  });
});

describe("account of a sheet's cells", () => {
  it('every cell is accounted once: read by column or with a reason', () => {
    const text =
      'Conjunto;;;\nApto;Cuota;Correo;Nota\n101;50.000;a@b.co;\n102;60.000;;llamar\n999;1.000;;\nTOTAL;111.000;;\nTasa de mora:;2 %;;\n';
    const { account } = fromCsv(text, { units });
    expect(toldCells(account)).toBe(account.cells);
    expect(account.cells).toBe(text.split(/[;\n]/).filter((cell) => cell.trim() !== '').length);
    expect(account.sheets[0]?.columns.map(({ header, cells, as }) => [header, cells, as])).toEqual([
      ['Apto', 2, 'el inmueble'],
      ['Cuota', 2, 'cobro «Cuota»'],
      ['Correo', 1, null],
      ['Nota', 1, null],
    ]);
    expect(account.sheets[0]?.rows.map(({ reason, first }) => [reason.slice(0, 26), first])).toEqual([
      ['Está sobre el encabezado d', [1]],
      ['Es el encabezado de la tab', [2]],
      ['Tiene errores: vea los pro', [5]],
      ['Es una fila de total.', [6]],
      ['Parece una nota debajo de ', [7]],
    ]);
  });
});

describe('month named by a file', () => {
  const sheet = (titles: readonly string[], name = 'Hoja1') => ({
    name,
    rows: titles.map((text, index) => ({ number: index + 1, cells: [{ text }] })),
  });
  const read = (titles: readonly string[], fileName: string, name?: string) =>
    monthsSaid({ sheet: sheet(titles, name), headerRow: 9, fileName }, '2026-05').map(({ words }) => words);

  it('a file that names another month than the month read is reported', () => {
    expect(read(['Cobros de abril de 2026'], 'cobros.xlsx')).toEqual(['2026-04']);
    expect(read(['Fecha límite: 10 de junio de 2026', 'MAYO 2026'], 'cobros.xlsx')).toEqual([]);
    expect(read([], 'cobros 2025-05.xlsx')).toEqual(['2025-05']);
    expect(read([], 'cobros.xlsx', 'Junio')).toEqual(['2026-06']);
    expect(read(['Abril 2026'], 'abril 2026.csv', 'abril 2026')).toEqual(['2026-04']);
    expect(read(['Mayo'], 'mayo.xlsx', 'Mayo')).toEqual([]);
    const two = monthsSaid(
      { sheet: sheet(['Abril 2026']), headerRow: 9, fileName: 'marzo 2026.xlsx' },
      '2026-05',
    );
    expect(aboutSaid(two, '2026-05').map(({ message }) => message.split(' dice ')[0])).toEqual([
      'El título',
      'El nombre del archivo',
    ]);
    expect(firstDayOf(two[0]?.words ?? '')).toBe('2026-04-01');
  });
});

describe('tables beside or below each other', () => {
  it("a second table with towers is not part of the first table's units", () => {
    const towers = ['1-101', '1-102', '1-103', '2-101', '2-102', '2-103'];
    const rows = [101, 102, 103].map((unit) => `1;${unit};100;;2;${unit};200`).join('\n');
    const sheet = fromCsv(`Torre;Apto;Admon;;Torre;Apto;Admon\n${rows}\n`, { units: towers });
    expect(sheet.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'sheetsUnread', message: expect.stringContaining('«mes, columnas E a G»') },
    ]);
    expect(sheet.rows.map(({ apartmentId }) => apartmentId)).toEqual(['1-101', '1-102', '1-103']);
  });

  it("a tower's total is compared with the rows of the tower", () => {
    const text = (last: number) =>
      `Apto;Admon\n101;100\n102;100\nTotal torre 1;200\n103;100\n104;100\nTotal torre 2;${last}\nGran total;400\n`;
    expect(codesOf(fromCsv(text(200), { units }))).toEqual(['4 rowIgnored', '7 rowIgnored', '8 rowIgnored']);
    expect(codesOf(fromCsv(text(300), { units }))).toContain('7 columnTotalDiffers');
  });
});

describe('names of owners in a sheet', () => {
  it('names are compared with the owners in any order, and different people are reported', () => {
    const text =
      'Apto;Propietario;Admon\n101;RUIZ ANA MARÍA;100\n102;Pedro Gil;100\n103;;100\n104;Otra Persona;100\n';
    const file = { sheets: readCsv(Buffer.from(text), 'mes.csv') };
    const sheet = fromCsv(text, { units });
    const owners = new Map([
      ['101', 'Ana Maria Ruiz / Luis Paz'],
      ['102', 'Lucía Mejía'],
      ['103', 'José Díaz'],
      ['104', ''],
    ]);
    expect(aboutOwners(file, sheet, owners)).toMatchObject([
      { code: 'ownersDiffer', severity: 'warning', message: expect.stringContaining('102 dice «Pedro Gil»') },
    ]);
    expect(aboutOwners(file, sheet, new Map([...owners, ['102', 'Gil Pérez, Pedro']]))).toEqual([]);
    const [sheetAccount] = sheet.account.sheets;
    expect(sheetAccount?.columns[1]).toMatchObject({
      header: 'Propietario',
      as: 'nombre, para comparar',
      cells: 3,
    });
  });
});
