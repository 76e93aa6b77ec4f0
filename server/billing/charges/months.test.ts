import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import * as api from '../../../shared/billing/drafts.api.ts';
import { listMonths } from '../../../shared/billing/months.api.ts';
import { addPayment, annulReceipt } from '../../../shared/billing/payments.api.ts';
import { changeBillingSettings, listChargeConcepts } from '../../../shared/billing/settings.api.ts';
import { monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { readSheets } from '../../platform/sheets/sheets.fixture.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { ChargesWorld, problemsOf, reported } from './charges.fixture.ts';

const today = await lastingToday();

// The real sheet is beside the checkout and never copied into the repository.
const REAL = join(import.meta.dirname, '../../../../shared/data/cobros/garibaldi-407_2026-05.csv');

describeWithRaces('a month prepared of a spreadsheet', (make, { it, race }) => {
  const app = appForSuite(make);
  let world: ChargesWorld;
  beforeAll(async () => {
    world = await ChargesWorld.of(app);
  });

  const detailsOf = (reply: { error: { details?: unknown } }) => reply.error.details as api.MonthReport;
  const concepts = async (jointId: number) =>
    (await app.call(listChargeConcepts, { params: { jointId } }, { token: world.staff })).body;

  it('a prepared month keeps the due date of its sheet or of the user', async () => {
    const text = 'Apto;Administración;Fecha límite\n101;100.000;20/05/2026\n';
    const dueOf = async (dueDate?: string | null) => {
      const jointId = await world.joint(['101']);
      const { status, body, error } = await world.prepare(
        jointId,
        text,
        dueDate === undefined ? {} : { dueDate },
      );
      if (status !== 201) return error.code;
      const months = await app.call(listMonths, { params: { jointId } }, { token: world.staff });
      return [body.dueDate, body.asks.map(({ code }) => code), months.body[0]?.dueDate];
    };
    expect(await dueOf()).toEqual(['2026-05-20', ['dueDateSaid'], '2026-05-20']);
    expect(await dueOf('2026-05-25')).toEqual(['2026-05-25', [], '2026-05-25']);
    expect(await dueOf(null)).toEqual([null, [], null]);
    expect(await dueOf('2026-04-30')).toBe('dueDateInvalid');
  });

  (existsSync(REAL) ? it : it.skip)(`a real one, by itself and mapped by hand (${REAL})`, async () => {
    const text = readFileSync(REAL, 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const units = lines.map(([uf = '']) => uf);
    const jointId = await world.joint(units);
    const { status, body } = await world.preview(jointId, text);
    expect(status).toBe(200);
    // The test's owners are invented.
    expect(reported(body)).toEqual(['- ownersDiffer', '- conceptRaw', '- conceptRaw', '- conceptRaw']);
    expect(body.asks.map(({ choices }) => choices)).toEqual([
      [{ label: 'Llamarlo «Cuota de administración»', role: 'charge', concept: 'Cuota de administración' }],
      [{ label: 'Llamarlo «Extraordinaria B»', role: 'charge', concept: 'Extraordinaria B' }],
      [{ label: 'Llamarlo «Multa otros»', role: 'charge', concept: 'Multa otros' }],
    ]);
    expect(
      body.rows.map(({ apartmentId, opening, payment, total }) => [apartmentId, opening, payment, total]),
    ).toEqual(lines.map((fields) => [fields[0], Number(fields[6]), Number(fields[7]), Number(fields[13])]));
    expect(body.rows.find(({ apartmentId }) => apartmentId === '28')).toMatchObject({
      opening: 88_600,
      payment: 263_600,
      total: 82_400,
      owner: 'Dueño 7',
      charges: [{ concept: 'Cuota de administración', amount: 257_400 }],
    });
    expect(await world.stored(jointId)).toEqual([]);

    const roles: Record<number, Omit<api.SheetColumn, 'column'>> = {
      0: { role: 'unit' },
      6: { role: 'opening' },
      7: { role: 'payment' },
      10: { role: 'charge', concept: 'Expensas A', nature: 'fee' },
      11: { role: 'charge', concept: 'Extraordinarias B', nature: 'extra' },
      12: { role: 'charge', concept: 'Multas', nature: 'fine' },
      13: { role: 'total' },
    };
    const columns = lines[0]?.map((_, column) => ({
      column,
      ...(roles[column] ?? { role: 'ignore' as const }),
    }));
    const byHand = await world.prepare(jointId, text, { columns, headerRow: 1 });
    expect(byHand.status).toBe(201);
    expect(byHand.body).toMatchObject({ committed: true, missing: [], totals: body.totals });
    expect(reported(byHand.body)).toEqual([]);
    const stored = await world.stored(jointId);
    expect(stored.filter((row) => row.apartment_id === '28')).toEqual([
      expect.objectContaining({
        role: 'opening',
        amount: 8_860_000,
        due_date: '2026-04-30',
        value_date: '2026-04-30',
      }),
      expect.objectContaining({
        role: 'payment',
        amount: 26_360_000,
        value_date: '2026-04-30',
        due_date: null,
      }),
      expect.objectContaining({ role: 'charge', amount: 25_740_000, name: 'Expensas A', nature: 'fee' }),
    ]);
    const sumOf = (role: string) =>
      stored.filter((row) => row.role === role).reduce((sum, row) => sum + row.amount, 0) / 100;
    expect({ opening: sumOf('opening'), payment: sumOf('payment'), charges: sumOf('charge') }).toEqual({
      opening: body.totals.opening,
      payment: body.totals.payment,
      charges: body.totals.charges,
    });
    expect(await concepts(jointId)).toMatchObject([{ name: 'Expensas A', nature: 'fee' }]);
  });

  it('a month is stored with all rows or none', async () => {
    const jointId = await world.joint(['101', '102']);
    const bad = await world.prepare(jointId, 'Apto;Cuota\n101;50.000\n102;cincuenta\n');
    expect([bad.status, bad.error.code]).toEqual([422, 'importHasProblems']);
    expect(detailsOf(bad).committed).toBe(false);
    expect(problemsOf(detailsOf(bad))).toMatchObject([
      { row: 3, column: 'Cuota', severity: 'error', code: 'amountInvalid' },
    ]);
    expect(await world.stored(jointId)).toEqual([]);
    expect(await concepts(jointId)).toEqual([]);
    const good = await world.readAgain(
      api.prepareMonth,
      jointId,
      (await world.send(jointId, 'Apto;Cuota\n101;50.000\n')).body.draftId,
    );
    expect(good.body).toMatchObject({
      committed: true,
      missing: ['102'],
      totals: { charges: 50_000, total: 50_000 },
    });
  });

  it('a second month is refused until the first is discarded, and an old month always', async () => {
    const jointId = await world.joint(['101']);
    const csv = 'Apto;Cuota\n101;50.000\n';
    const first = await world.prepare(jointId, csv);
    const twice = await world.readAgain(api.prepareMonth, jointId, first.draftId);
    expect([twice.status, twice.error.code]).toEqual([409, 'monthExists']);
    expect((await world.readAgain(api.prepareMonth, jointId, first.draftId, { month: 6 })).error.code).toBe(
      'draftPrepared',
    );
    expect((await world.prepare(jointId, csv)).error.code).toBe('monthExists');
    await world.issue(jointId);
    expect((await world.prepare(jointId, csv)).error.code).toBe('monthExists');
    const before = await world.prepare(jointId, csv, { month: 4 });
    expect([before.status, before.error.code]).toEqual([422, 'monthBefore']);
    const later = await world.prepare(jointId, csv, { month: 7 });
    expect([later.status, reported(later.body)]).toEqual([201, ['- monthSkipped']]);
    expect(reported((await world.prepare(jointId, csv, { month: 8 })).body)).toEqual([
      '- monthSkipped',
      '- monthPending',
    ]);
  });

  it('a month with an impossible year is refused, and a doubtful year gives a warning', async () => {
    const jointId = await world.joint(['101']);
    const csv = 'Apto;Cuota\n101;50.000\n';
    const from = (months: number) => {
      const [year, month] = shiftMonth(monthOfDay(today), months).split('-').map(Number);
      return { year, month };
    };
    const codesOf = ({ problems }: api.MonthReport) => problems.map(({ code }) => code);
    expect(codesOf((await world.preview(jointId, csv, { year: 2062 })).body)).toEqual(['monthTooLate']);
    const late = await world.prepare(jointId, csv, { year: 2062 });
    expect([late.status, late.error.code]).toEqual([422, 'monthTooLate']);
    expect((await world.prepare(jointId, csv, from(3))).error.code).toBe('monthTooLate');
    expect(codesOf((await world.preview(jointId, csv, from(-14))).body)).toEqual(['monthLongAgo']);
    expect(codesOf((await world.preview(jointId, csv, from(-13))).body)).toEqual([]);
    expect((await world.prepare(jointId, csv, from(2))).status).toBe(201);
    await world.issue(jointId);
    expect((await world.prepare(jointId, csv, from(5))).error.code).toBe('monthTooLate');
    expect((await world.prepare(jointId, csv, from(4))).status).toBe(201);
  });

  race('concurrent requests for the same month prepare it once', async () => {
    const jointId = await world.joint(['101']);
    const other = await app.another();
    const drafts = [];
    for (const amount of [1_000, 2_000, 3_000, 4_000]) {
      drafts.push((await world.send(jointId, `Apto;Cuota\n101;${amount}\n`)).body.draftId);
    }
    const answers = await Promise.all(
      drafts.map((draftId, i) =>
        (i % 2 === 0 ? app : other).call(
          api.prepareMonth,
          { params: { jointId, draftId }, body: { year: 2026, month: 5 } },
          { token: world.staff },
        ),
      ),
    );
    await other.close();
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await world.stored(jointId)).toHaveLength(1);
  });

  it('spellings of a concept are joined, and its nature is kept', async () => {
    const jointId = await world.joint(['101']);
    await world.prepare(jointId, 'Apto;Administración;Obra X\n101;50.000;5.000\n', {
      columns: [{ column: 2, role: 'charge', concept: 'Obra fachada', nature: 'extra' }],
    });
    await world.issue(jointId);
    const next = await world.prepare(jointId, 'Apto;ADMINISTRACION ;obra x\n101;50.000;6.000\n', {
      month: 6,
    });
    expect(next.body.columns).toMatchObject([
      { role: 'unit' },
      { concept: 'Administración', nature: 'fee' },
      { concept: 'Obra fachada', nature: 'extra' },
    ]);
    expect(await concepts(jointId)).toMatchObject([
      { chargeConceptId: 1, name: 'Administración', nature: 'fee' },
      { chargeConceptId: 2, name: 'Obra fachada', nature: 'extra' },
    ]);
  });

  it('payments that are already posted give a warning', async () => {
    const jointId = await world.joint(['101', '102', '103']);
    const pay = async (apartmentId: string, amount: number, valueDate: string) =>
      (
        await app.call(
          addPayment,
          { params: { jointId }, body: { apartmentId, amount, valueDate } },
          { token: world.staff },
        )
      ).body.receipt?.cashReceipt ?? 0;
    const sheet = 'Apto;Pago;Cuota\n101;80.000;100.000\n102;;100.000\n103;70.000;100.000\n';
    await pay('101', 80_000, '2026-03-31');
    // Receipts of another month and annulled receipts do not count.
    expect(reported((await world.preview(jointId, sheet)).body)).toEqual([]);
    await pay('101', 80_000, '2026-04-10');
    const wrong = await pay('103', 70_000, '2026-04-11');
    const body = { reason: 'Cheque devuelto' };
    await app.call(annulReceipt, { params: { jointId, cashReceipt: wrong }, body }, { token: world.staff });
    const problems = problemsOf((await world.preview(jointId, sheet)).body);
    expect(problems.map(({ row, code, severity }) => [row, code, severity])).toEqual([
      [null, 'paymentsTwice', 'warning'],
      [2, 'paymentTwice', 'warning'],
    ]);
    expect(problems[1]?.message).toContain('recibos de abril de 2026 por 80.000');
    const withoutPayments = 'Apto;Cuota\n101;100.000\n';
    expect(reported((await world.preview(jointId, withoutPayments)).body)).toEqual([]);
  });

  it('a month is compared with the books once they have begun', async () => {
    const jointId = await world.joint(['101', '102', '103', '101P>101']);
    await world.post(jointId, '101', 290_080.4);
    await world.post(jointId, '102', 10_000);
    const right = await world.preview(
      jointId,
      'Apto;Saldo anterior;Cuota;Total\n101;290.080,40;50.000;350.080\n101P;;10.000;\n102;10.000;50.000;60.000\n103;7.000;50.000;57.000\n',
    );
    expect(reported(right.body)).toEqual(['2 totalDiffers', '5 openingTaken']);
    const rows = right.body.rows.map(({ apartmentId, opening, total }) => [apartmentId, opening, total]);
    expect(rows).toEqual([
      ['101', 290_080.4, 340_080.4],
      ['101P', 0, 10_000],
      ['102', 10_000, 60_000],
      ['103', 7_000, 57_000],
    ]);
    const together =
      'Apto;Saldo anterior;Cuota;Total\n101;290.080,40;50.000;350.080\n101P;;10.000;0\n102;10.000;50.000;60.001\n';
    const checked = await world.preview(jointId, together);
    expect(reported(checked.body)).toEqual(['4 totalDiffers']);
    expect(problemsOf(checked.body)[0]?.message).toMatch(/dice 60\.001 y la fila suma 60\.000/);
    const rounding = { params: { jointId }, body: { roundToPeso: false } };
    await app.call(changeBillingSettings, rounding, { token: world.staff });
    expect(reported((await world.preview(jointId, together)).body)).toEqual([
      '2 totalDiffers',
      '3 totalDiffers',
      '4 totalDiffers',
    ]);

    const wrong = await world.preview(
      jointId,
      'Apto;Saldo anterior;Cuota\n101;290.080;50.000\n102;10.000;50.000\n',
    );
    expect(problemsOf(wrong.body)).toMatchObject([
      { row: 2, column: 'Saldo anterior', severity: 'error', code: 'balanceDiffers' },
    ]);
    expect(problemsOf(wrong.body)[0]?.message).toContain('dice 290.080 y en libros es 290.080,40');
    const opening = { columns: [{ column: 1, role: 'opening' as const }] };
    const again = await world.preview(
      jointId,
      'Apto;Saldo anterior;Cuota\n101;5;50.000\n103;7.000;1\n',
      opening,
    );
    expect(reported(again.body)).toEqual(['2 openingNotFirst']);
  });

  it('opening balances are stored by instalment', async () => {
    const jointId = await world.joint(['101', '102']);
    const csv =
      'Inmueble;Concepto;Vence;Capital;Interés;Abono\n101;Administración;31/01/2026;100.000;2.500;\n101;Multa;28/02/2026;50.000;;30.000\n102;;;-20.000;;\n';
    const { body } = await world.prepare(jointId, csv);
    expect(reported(body)).toEqual([]);
    expect(body.totals).toEqual({ opening: 132_500, payment: 30_000, charges: 0, total: 102_500 });
    const stored = await world.stored(jointId);
    expect(
      stored.map((row) => [row.apartment_id, row.role, row.name, row.nature, row.amount, row.due_date]),
    ).toEqual([
      ['101', 'opening', 'Administración', 'fee', 10_000_000, '2026-01-31'],
      ['101', 'openingInterest', 'Administración', 'fee', 250_000, '2026-01-31'],
      ['101', 'opening', 'Multa', 'fine', 5_000_000, '2026-02-28'],
      ['101', 'payment', null, null, 3_000_000, null],
      ['102', 'opening', null, null, -2_000_000, '2026-04-30'],
    ]);
  });

  it('the template is imported without changes, filled or empty', async () => {
    const units = ['101', '=1+1', '007', 'Local 3'];
    const jointId = await world.joint(units);
    const template = () => app.call(api.chargesTemplate, { params: { jointId } }, { token: world.staff });
    const first = (await template()).body;
    expect(first.name).toBe('Planilla de cobros De prueba.xlsx');
    const { sheets } = await readSheets(first.bytes, first.name);
    expect(sheets[0]?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Inmueble', 'Propietario', 'Saldo anterior', 'Cuota de administración'],
      ...units.map((unit, i) => [unit, `Dueño ${i + 1}`]),
    ]);
    await world.prepare(jointId, 'Apto;Total intereses;Cochera\n101;5.000;7\n', {
      columns: [
        { column: 1, role: 'charge', concept: 'Saldo de intereses', nature: 'other' },
        { column: 2, role: 'charge', concept: 'Cochera', nature: 'other' },
      ],
    });
    await world.post(jointId, '101', 1_000);
    const report = await world.preview(jointId, (await template()).body.bytes, { month: 6 });
    expect(report.body.columns.map(({ header, role }) => [header, role])).toEqual([
      ...[
        ['Inmueble', 'unit'],
        ['Propietario', 'ignore'],
        ['Saldo de intereses', 'charge'],
        ['Cochera', 'charge'],
      ],
    ]);
    expect(report.body.rows.map(({ apartmentId }) => apartmentId)).toEqual(units);
    expect(reported(report.body)).toEqual(['- monthPending', '- nothingCharged', '- legalRateMissing']);
  });

  it('the day of a payment is stored, and a file with another month is reported', async () => {
    const jointId = await world.joint(['101', '102']);
    const text = 'Apto;Cuota;Pago;Fecha de pago\n101;5.000;3.000;08/04/2026\n102;5.000;2.000;\n';
    const { draftId } = (await world.send(jointId, text, { name: 'abril 2026.csv' })).body;
    const params = { jointId, draftId };
    const call = { params, body: { year: 2026, month: 5 } };
    const { body } = await app.call(api.previewDraft, call, { token: world.staff });
    expect(reported(body)).toEqual(['- monthDiffers']);
    expect(body.asks.map(({ choices }) => choices)).toEqual([
      [{ label: 'Leerla como abril de 2026', year: 2026, month: 4 }],
    ]);
    expect((await app.call(api.prepareMonth, call, { token: world.staff })).status).toBe(201);
    const paid = (await world.stored(jointId)).filter(({ role }) => role === 'payment');
    expect(paid.map(({ value_date }) => value_date)).toEqual(['2026-04-08', '2026-04-30']);
  });

  it('a joint without billing and hostile files are refused', async () => {
    const jointId = await world.joint(['101']);
    const { draftId } = (await world.send(jointId, 'Apto;Cuota\n101;50.000\n')).body;
    await app.store.db
      .updateTable('joint')
      .set({ uses_billing: 0 })
      .where('joint_id', '=', jointId)
      .execute();
    expect((await world.readAgain(api.prepareMonth, jointId, draftId)).error.code).toBe('billingOff');
    expect((await world.send(jointId, 'Apto;Cuota\n')).error.code).toBe('billingOff');
    await app.store.db
      .updateTable('joint')
      .set({ uses_billing: 1 })
      .where('joint_id', '=', jointId)
      .execute();
    const many = { columns: Array.from({ length: 200 }, () => ({ column: 1, role: 'unit' as const })) };
    expect((await world.readAgain(api.previewDraft, jointId, draftId, many)).status).toBe(200);
    for (const body of [
      { columns: [{ column: -1, role: 'unit' }] },
      { month: 13 },
      { columns: [{ column: 1, role: 'constructor' }] },
    ]) {
      expect((await world.readAgain(api.previewDraft, jointId, draftId, body as object)).error.code).toBe(
        'badRequest',
      );
    }
    const huge = `Apto;${'Cuota;'.repeat(200)}\n101;${'100.000.000.000;'.repeat(200)}\n`;
    expect(reported(detailsOf(await world.prepare(jointId, huge)))).toContain('- amountsTooLarge');
    expect(await world.stored(jointId)).toEqual([]);
  });
});
