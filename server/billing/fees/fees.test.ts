import ExcelJS from 'exceljs';
import { beforeAll, expect, inject, it } from 'vitest';
import { addAdjustment, type NewAdjustment } from '../../../shared/billing/bills.api.ts';
import * as draftsApi from '../../../shared/billing/drafts.api.ts';
import * as api from '../../../shared/billing/fees.api.ts';
import { type Nano, nano } from '../../../shared/coefficient.ts';
import { addDays, shiftMonth } from '../../../shared/days.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import { monthPart, sharesOf } from '../../../shared/shares.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { Random } from '../../testing/random.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { readAssemblyFigures } from './assembly-figures.repository.ts';
import { type ChargedUnit, feeCharges } from './charges.ts';
import type { StoredFee } from './fee.types.ts';

const now = await lastingToday();

const feeOf = (fee: Partial<StoredFee>): StoredFee => ({
  feeId: 1,
  way: 'budget',
  chargeConceptId: 1,
  name: 'Cuota de administración',
  nature: 'fee',
  amount: centavos(1_200),
  firstMonth: '2026-01',
  lastMonth: null,
  terms: { kinds: [], units: [] },
  ...fee,
});

it('splits an amount by weights exactly, with the larger remainders first', () => {
  expect(sharesOf(centavos(100), [1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharesOf(centavos(1_000_001), [nano(2_500_000_000), nano(97_500_000_000)])).toEqual([
    25_000, 975_001,
  ]);
  const random = new Random(inject('seed'));
  for (let round = 0; round < rounds(100, 20_000); round += 1) {
    const weights = Array.from({ length: random.between(1, 60) }, () => random.between(0, 5_000_000_000));
    weights.push(random.between(1, 5_000_000_000));
    const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
    const amount = centavos(random.between(1, 1_000_000_000_000));
    const shares = sharesOf(amount, weights);
    expect(sumMoney(shares)).toBe(amount);
    const rests = weights.map((weight, index) => {
      const exact = BigInt(amount) * BigInt(weight);
      const over = BigInt(shares[index] ?? 0) * sum - exact;
      expect(over > -sum && over < sum).toBe(true);
      return { isUp: over > 0n, rest: exact % sum };
    });
    const leastUp = rests.filter(({ isUp }) => isUp).map(({ rest }) => rest);
    for (const { isUp, rest } of rests) if (!isUp) expect(leastUp.every((up) => up >= rest)).toBe(true);
  }
});

it('charges the budget of a year and an extraordinary fee in n instalments exactly', () => {
  const random = new Random(inject('seed'));
  for (let round = 0; round < rounds(60, 3_000); round += 1) {
    const units = Array.from({ length: random.between(1, 30) }, (_, index): ChargedUnit => {
      const coefficient: Nano = nano(random.between(1, 9_000_000_000));
      return { apartmentId: `${index}`, kind: random.pick(['vivienda', 'local'] as const), coefficient };
    });
    const kind = units[0]?.kind ?? 'vivienda';
    const parts = random.between(1, 40);
    const terms = { kinds: random.pick([[], [kind]]), units: [] };
    const amount = centavos(random.between(1, 90_000_000_000));
    const firstMonth = '2025-11';
    const budget = feeOf({ amount, terms, firstMonth });
    const extra = feeOf({
      way: 'instalments',
      amount,
      terms: { ...terms, instalments: parts },
      firstMonth,
      lastMonth: shiftMonth(firstMonth, parts - 1),
    });
    const sumOf = (fee: StoredFee, months: number) => {
      let sum = 0;
      for (let at = 0; at < months; at += 1)
        sum += sumMoney(feeCharges([fee], units, shiftMonth(firstMonth, at)).map((charge) => charge.amount));
      return sum;
    };
    expect([sumOf(budget, 12), sumOf(budget, 24), sumOf(extra, parts)]).toEqual([amount, 2 * amount, amount]);
    expect(feeCharges([extra], units, shiftMonth(firstMonth, parts))).toEqual([]);
    const chargedParts = random.between(1, parts);
    const ended = { ...extra, lastMonth: shiftMonth(firstMonth, chargedParts - 1) };
    expect(sumOf(ended, parts)).toBe(sumOf(extra, chargedParts));
    const last = shiftMonth(firstMonth, chargedParts - 1);
    expect(feeCharges([ended], units, last)).toEqual(feeCharges([extra], units, last));
    const month = shiftMonth(firstMonth, random.between(0, 11));
    for (const { apartmentId } of feeCharges([budget], units, month))
      expect(
        terms.kinds.length === 0 || units.find((unit) => unit.apartmentId === apartmentId)?.kind === kind,
      ).toBe(true);
    const small = centavos(random.between(0, 50));
    expect(
      Array.from({ length: parts }, (_, at) => monthPart(small, at + 1, parts)).reduce((a, b) => a + b, 0),
    ).toBe(small);
  }
});

it('charges the consumption between two readings, half up to the centavo', () => {
  const water = feeOf({ way: 'metered', amount: centavos(333_333) });
  const units: ChargedUnit[] = ['101', '102'].map((apartmentId) => ({
    apartmentId,
    kind: 'vivienda',
    coefficient: nano(1),
  }));
  const reading = (month: string, apartmentId: string, of: number) => ({
    feeId: 1,
    month,
    apartmentId,
    reading: of,
  });
  const readings = [
    reading('2026-01', '101', 10_000),
    reading('2026-03', '101', 12_500),
    reading('2026-03', '102', 7_000),
  ];
  expect(feeCharges([water], units, '2026-03', readings)).toEqual([
    { apartmentId: '101', chargeConceptId: 1, amount: 833_333 },
  ]);
});

describeOnOneEngine('fees without a spreadsheet', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  const add = (body: api.NewFee) => app.call(api.addFee, { params: { jointId }, body }, world.as);
  const adjust = (body: NewAdjustment) => app.call(addAdjustment, { params: { jointId }, body }, world.as);
  const fineByHand = (apartmentId: string, amount: number) =>
    adjust({ apartmentId, kind: 'charge', nature: 'fine', amount, reason: 'Acta 4' });
  const all = { kinds: [], units: [] };
  const budget: api.NewFee = {
    way: 'budget',
    name: 'Cuota de administración',
    amount: 12_000_000,
    firstMonth: '2026-03',
    fundCharge: 120_000,
    fundBalance: 0,
    ...all,
  };
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102', '103']);
  });

  it('bills a month of fees through the draft and the issue of a sheet, with typed differences', async () => {
    const params = { jointId, year: 2026, month: 3 };
    expectRefused(await app.call(api.getMonthFees, { params }, world.as), 'noFees');
    expectRefused(await add({ ...budget, fundCharge: 119_999 }), 'fundTooSmall');
    expectRefused(await add({ ...budget, fundBalance: 0.001 }), 'amountInvalid');
    expectRefused(await add({ ...budget, units: ['999'] }), 'apartmentNotFound');
    expectRefused(await add({ ...budget, kinds: ['deposito'] }), 'feeWithoutUnits');
    expect((await add(budget)).status).toBe(201);
    expect(
      (
        await add({
          ...budget,
          way: 'fixed',
          nature: 'other',
          name: 'Parqueadero',
          amount: 30_000,
          units: ['102'],
        })
      ).status,
    ).toBe(201);
    expectRefused(await add({ ...budget, way: 'metered', amount: 100 }), 'conceptNatureDiffers');

    const { body: fees } = await app.call(api.getMonthFees, { params }, world.as);
    const [fee, parking] = fees.concepts.map(({ chargeConceptId }) => chargeConceptId);
    expect(fees.units.map(({ charges }) => charges.map(({ amount }) => amount))).toEqual([
      [333_333.34],
      [333_333.33, 30_000],
      [333_333.33],
    ]);
    const body = {
      year: 2026,
      month: 3,
      fees: true as const,
      concepts: [fee ?? 0, parking ?? 0],
      changes: [{ apartmentId: '103', chargeConceptId: parking ?? 0, amount: 15_000.5 }],
    };
    const { status, body: draft } = await app.call(
      draftsApi.repeatMonth,
      { params: { jointId }, body },
      world.as,
    );
    expect(status).toBe(201);
    const of = { year: 2026, month: 3 };
    const { body: report } = await world.charges.readAgain(
      draftsApi.prepareMonth,
      jointId,
      draft.draftId,
      of,
    );
    expect([
      report.committed,
      report.asks,
      report.problems.filter(({ severity }) => severity === 'error'),
    ]).toEqual([true, [], []]);
    expect(report.totals.charges).toBe(1_000_000 + 30_000 + 15_000.5);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    expectRefused(await add(budget), 'feeMonthBilled');
  });

  it('asks for the facts of each way', async () => {
    const { fundBalance: _, ...without } = budget;
    expectRefused(await add(without), 'feeFactMissing');
    expectRefused(
      await add({
        ...budget,
        way: 'fine',
        act: 'Acta 1',
        imposedOn: '2026-03-03',
        demandedOn: '2026-03-01',
        termUntil: '2026-03-02',
      }),
      'feeFactMissing',
    );
  });

  it('checks the fund (art. 35), the 70 % (art. 46) and the limits of fines (art. 59)', async () => {
    const extra = {
      way: 'instalments',
      name: 'Cuota extraordinaria fachada',
      amount: 4_000_000,
      firstMonth: '2026-04',
      instalments: 4,
      act: 'Acta 12 del 2026-03-20',
      inFavour: 55,
      fundBalance: 0,
      ...all,
    } satisfies api.NewFee;
    expectRefused(await add({ ...extra, fundBalance: 4_000_000 }), 'fundSuffices');
    const over = await add({ ...extra, amount: 4_000_000.01 });
    expectRefused(over, 'seventyNeeded');
    expect(over.error.details).toMatchObject({
      message: expect.stringContaining('4 × $ 1.000.000 = $ 4.000.000'),
    });
    expect((await add(extra)).status).toBe(201);
    expectRefused(await add({ ...extra, amount: 0.01 }), 'seventyNeeded');
    const before = Date.now();
    expect((await add({ ...extra, amount: 1_000, inFavour: 70 })).status).toBe(201);
    // The ground of art. 46 counts the decided instalments, without fees added after the instant.
    const extrasAt = async (at: number) =>
      (await readAssemblyFigures(app.store.db, jointId, { since: '2026-01-01', at }))?.extraordinaryFees;
    expect(await extrasAt(Date.now())).toBe(400_100_000);
    expect(await extrasAt(before - 1)).toBe(400_000_000);

    const fine = {
      way: 'fine',
      name: 'Multa',
      amount: 666_666.68,
      firstMonth: '2026-04',
      kinds: [],
      units: ['101'],
      act: 'Acta 3 del consejo',
      imposedOn: now,
      demandedOn: addDays(now, -30),
      termUntil: addDays(now, -1),
    } satisfies api.NewFee;
    expectRefused(await add({ ...fine, termUntil: now }), 'fineUndemanded');
    expectRefused(await add({ ...fine, imposedOn: addDays(now, 1) }), 'fineUndemanded');
    expectRefused(await add({ ...fine, communicatedOn: addDays(fine.imposedOn, -1) }), 'fineUndemanded');
    expectRefused(await add({ ...fine, communicatedOn: addDays(now, 1) }), 'fineUndemanded');
    expectRefused(await add({ ...fine, amount: 666_666.69 }), 'fineTooLarge');
    for (let count = 0; count < 5; count += 1) expect((await add(fine)).status).toBe(201);
    expectRefused(await add({ ...fine, amount: 0.01 }), 'fineTooLarge');
    expectRefused(await fineByHand('101', 0.01), 'fineTooLarge');
    expectRefused(await fineByHand('102', 666_666.69), 'fineTooLarge');
    const { body: fees } = await app.call(
      api.getMonthFees,
      { params: { jointId, year: 2026, month: 4 } },
      world.as,
    );
    expect(fees.units[0]?.charges.map(({ amount }) => amount)).toEqual([333_333.34, 333_416.66, 3_333_333.4]);
  });

  it('charges the consumption of a sheet of readings, after the first readings', async () => {
    const water = await add({
      ...budget,
      way: 'metered',
      name: 'Agua',
      amount: 2_000.55,
      firstMonth: '2026-04',
    });
    const take = (month: string, content: string | Buffer, name = 'lecturas.csv') =>
      upload(
        app,
        api.addReadings,
        { params: { jointId, feeId: water.body.feeId }, query: { yearMonth: month } },
        { name, content },
        world.charges.staff,
      );
    const invalid = async (content: string) => {
      const reply = await take('2026-04', content);
      expectRefused(reply, 'readingsInvalid');
      return Reflect.get(Object(reply.error.details), 'message');
    };
    expect(await invalid('Inmueble;Consumo\n101;10')).toContain('«Lectura»');
    expect(await invalid('Inmueble;Lectura\n999;10')).toContain('Fila 2: «999»');
    expect(await invalid('Inmueble;Lectura\n101;1.234')).toContain('miles o decimales');
    expect(await invalid('Inmueble;Lectura\n101;10\n101;11')).toContain('dos veces');
    // The first readings are of a billed month, and are corrected while no billed month uses the readings.
    expect((await take('2026-03', 'Inmueble;Lectura\n101;9\n102;20')).body).toEqual({ readings: 2 });
    // A sheet with some units leaves the readings of the others.
    expect((await take('2026-03', 'Inmueble;Lectura\n101;10,5')).body).toEqual({ readings: 1 });
    expectRefused(await take('2026-02', 'Inmueble;Lectura\n101;10'), 'feeMonthBilled');
    expect(await invalid('Inmueble;Lectura\n101;10,4')).toContain('menor que una anterior');
    const templateOf = (feeId: number) =>
      app.call(
        api.readingsTemplate,
        { params: { jointId, feeId }, query: { yearMonth: '2026-04' } },
        world.as,
      );
    expectRefused(await templateOf(999), 'feeNotFound');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(
      Buffer.from((await templateOf(water.body.feeId)).body.bytes) as unknown as ExcelJS.Buffer,
    );
    const sheet = book.worksheets[0];
    const cells = () =>
      [1, 2, 3, 4].map((row) => [1, 2, 3].map((at) => sheet?.getRow(row).getCell(at).value));
    expect(cells()).toEqual([
      ['Inmueble', 'Lectura anterior', 'Lectura'],
      ['101', 10.5, null],
      ['102', 20, null],
      ['103', null, null],
    ]);
    for (const [at, reading] of [13, 20, 7].entries()) {
      if (sheet) sheet.getRow(at + 2).getCell(3).value = reading;
    }
    const filled = await take('2026-04', Buffer.from(await book.xlsx.writeBuffer()), 'lecturas.xlsx');
    expect(filled.body).toEqual({ readings: 3 });
    const { body: fees } = await app.call(
      api.getMonthFees,
      { params: { jointId, year: 2026, month: 4 } },
      world.as,
    );
    // 2,5 × 2.000,55 = 5.001,375.
    expect(fees.units.map(({ charges }) => charges.at(-1)?.amount)).toEqual([
      5_001.38, 333_416.66, 333_416.66,
    ]);
    expect(fees.unread).toEqual([{ name: 'Agua', units: ['103'] }]);
  });

  it('ends a fee from the first open month, and never in an issued month', async () => {
    const fees = (await app.call(api.listFees, { params: { jointId } }, world.as)).body;
    const [first, extra] = [fees[0], fees.find(({ way }) => way === 'instalments')];
    const end = (feeId: number, lastMonth: string) =>
      app.call(api.endFee, { params: { jointId, feeId }, body: { lastMonth } }, world.as);
    expectRefused(await end(first?.feeId ?? 0, '2026-02'), 'feeMonthBilled');
    expectRefused(await end(999, '2026-05'), 'feeNotFound');
    const chargesOf = async (month: number) =>
      (await app.call(api.getMonthFees, { params: { jointId, year: 2026, month } }, world.as)).body.units;
    const april = await chargesOf(4);
    expect((await end(extra?.feeId ?? 0, '2026-04')).body.lastMonth).toBe('2026-04');
    expect(await chargesOf(4)).toEqual(april);
    // The budget, and the second instalment of the fee of 1.000 alone.
    expect((await chargesOf(5))[2]?.charges.map(({ amount }) => amount)).toEqual([333_333.33, 83.33]);
    // Art. 46 counts the instalment of April, 999.999,99, and the fee of 1.000.
    const over = await add({
      ...{ way: 'instalments', name: 'Cuota extraordinaria fachada', amount: 2_999_000.02, ...all },
      ...{ firstMonth: '2026-05', instalments: 1, act: 'Acta 13', inFavour: 55, fundBalance: 0 },
    });
    expectRefused(over, 'seventyNeeded');
    expect(over.error.details).toMatchObject({ message: expect.stringContaining('$ 4.000.000,01') });
    expect((await end(first?.feeId ?? 0, '2026-03')).body.lastMonth).toBe('2026-03');
    const { body: last } = await app.call(draftsApi.getLastCharges, { params: { jointId } }, world.as);
    expect(last.concepts.map(({ name, feeEnded }) => [name, feeEnded])).toEqual([
      ['Cuota de administración', true],
      ['Parqueadero', false],
    ]);
  });

  it('names in the preview the fees missing from a sheet made elsewhere, and the ended fees', async () => {
    await world.ceilings('2026-03', 25.62);
    await world.prepare(jointId, '2026-04', [
      ['Apto', 'Cuota de administración'],
      ...['101', '102', '103'].map((unit) => [unit, 300_000]),
    ]);
    const { body } = await world.relation(jointId, '2026-04');
    expect(
      body.oddities.flatMap(({ code, text }) => (code.startsWith('fees') ? [[code, text]] : [])),
    ).toEqual([
      [
        'feesMissing',
        expect.stringContaining('«Parqueadero», «Cuota extraordinaria fachada», «Multa» y «Agua»'),
      ],
      ['feesEnded', expect.stringContaining('«Cuota de administración»')],
    ]);
  });
});
