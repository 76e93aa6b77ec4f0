import { beforeAll, expect, it } from 'vitest';
import * as api from '../../../shared/billing/payments.api.ts';
import { monthOfDay, today, yearAndMonth } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { loadPaymentsReport } from '../reports/read-months-payments.ts';

describeOnOneEngine('cash receipts', (make) => {
  const app = appForSuite(make, endAssembly);
  let jointId: number;
  let otherJoint: number;
  let staff: string;
  let admin: string;
  let owner: string;
  let secondary: string;
  let stranger: string;
  beforeAll(async () => {
    const evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;40;LUIS', 'PARQ 1;20;EVA;parqueadero;101'),
    });
    ({ jointId, staff } = evening);
    otherJoint = (await holdAssembly(app, { units: [['101', 100, 'AJENO']], staff })).jointId;
    const { db } = app.store;
    const linked = (apartmentId: string) => ({ billingApartments: [{ jointId, apartmentId }] });
    await addUser(db, 'admin', Profile.admin, { billingJoints: [jointId] });
    await addUser(db, 'dueno', Profile.owner, linked('102'));
    await addUser(db, 'garaje', Profile.owner, linked('PARQ 1'));
    await addUser(db, 'ajeno', Profile.owner, {
      billingApartments: [{ jointId: otherJoint, apartmentId: '101' }],
    });
    [admin, owner, secondary, stranger] = await Promise.all([
      tokenOf(app, 'admin'),
      tokenOf(app, 'dueno'),
      tokenOf(app, 'garaje'),
      tokenOf(app, 'ajeno'),
    ]);
    for (const [apartmentId, amount, valueDate] of [
      ['101', 100, '2025-11-20'],
      ['101', 200.5, '2026-01-10'],
      ['102', 300, '2026-02-10'],
      [null, 400, '2024-03-10'],
      ['101', 500, '2026-01-05'],
    ] as const) {
      const body = { apartmentId, amount, valueDate };
      const { status } = await app.call(api.addPayment, { params: { jointId }, body }, { token: staff });
      expect(status).toBe(201);
    }
    const annulled = { params: { jointId, cashReceipt: 1 }, body: { reason: 'Error' } };
    await app.call(api.annulReceipt, annulled, { token: staff });
  });

  const receipts = (apartmentId: string, token: string, joint = jointId) =>
    app.call(api.listCashReceipts, { params: { jointId: joint, apartmentId } }, { token });
  const years = async (token: string) =>
    (await app.call(api.listReceiptYears, { params: { jointId } }, { token })).body;
  const months = async (year: number, token: string) =>
    (await app.call(api.listReceiptMonths, { params: { jointId, year } }, { token })).body;

  it('receipts of a unit are listed newest first, including annulled receipts', async () => {
    const expected = [
      { date: '2026-01-05', cashReceipt: 4, amount: 500, jointId, annulled: false },
      { date: '2026-01-10', cashReceipt: 2, amount: 200.5, jointId, annulled: false },
      { date: '2025-11-20', cashReceipt: 1, amount: 100, jointId, annulled: true },
    ];
    for (const token of [staff, admin]) expect((await receipts('101', token)).body).toEqual(expected);
    // The account of the billed unit is also listed for the grouped unit.
    expect((await receipts('PARQ 1', secondary)).body).toEqual(expected);
    expect((await receipts('101', secondary)).body).toEqual(expected);
    expect((await receipts('102', owner)).body.map(({ cashReceipt }) => cashReceipt)).toEqual([3]);
  });

  it('owners cannot see receipts of other units', async () => {
    expectRefused(await receipts('101', owner), 'apartmentNotFound');
    expectRefused(await receipts('102', secondary), 'apartmentNotFound');
    expectRefused(await receipts('no hay', staff), 'apartmentNotFound');
    expectRefused(await receipts('101', stranger), 'jointNotFound');
    expectRefused(await receipts('101', admin, otherJoint), 'jointNotFound');
    expect((await receipts('101', stranger, otherJoint)).body).toEqual([]);
  });

  it("years and months are those of Recaudos del Mes, or of the owner's receipts", async () => {
    const reported = async (year: number): Promise<number[]> => {
      const found = Array.from({ length: 12 }, async (_, at) => {
        const month = `${year}-${String(at + 1).padStart(2, '0')}`;
        const report = loadPaymentsReport(app.store.db, { jointId, month });
        return report.then(
          () => [at + 1],
          () => [],
        );
      });
      return (await Promise.all(found)).flat();
    };
    const annulledIn = yearAndMonth(monthOfDay(today()));
    for (const token of [staff, admin]) {
      expect(await years(token)).toEqual([...new Set([annulledIn.year, 2026, 2025, 2024])]);
      for (const year of [annulledIn.year, 2026, 2025, 2024, 2023]) {
        expect(await months(year, token)).toEqual(await reported(year));
      }
      expect(await months(annulledIn.year, token)).toContain(annulledIn.month);
      expect(await months(2026, token)).toEqual(expect.arrayContaining([1, 2]));
      expect(await months(2024, token)).toEqual([3]);
    }
    expect(await years(owner)).toEqual([2026]);
    expect(await months(2026, owner)).toEqual([2]);
    expect(await years(secondary)).toEqual([2026, 2025]);
    expect(await months(2026, secondary)).toEqual([1]);
    expectRefused(
      await app.call(api.listReceiptYears, { params: { jointId } }, { token: stranger }),
      'jointNotFound',
    );
  });
});
