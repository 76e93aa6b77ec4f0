import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { addAdjustment, annulBill } from '../../../shared/billing/bills.api.ts';
import { interestWays } from '../../../shared/billing/natures.ts';
import { addPayment, annulReceipt } from '../../../shared/billing/payments.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { type Day, dayOf, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { insertAgreement, setForgivenOn } from '../agreements/agreements.repository.ts';
import { monthToStore } from '../charges/month-check.ts';
import { asOf, openDebits } from '../ledger/account.ts';
import { agingOf } from '../ledger/aging.ts';
import { lockBooks } from '../ledger/books.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { insertMonth } from '../store/months.repository.ts';
import { storeIssuedMonth } from './commit-month.ts';
import { IssueWorld } from './issue.fixture.ts';
import { makeMonth } from './month-work.ts';

const now = await lastingToday();

const UNITS = ['101', '102', '103', '104'] as const;
/** Units of the test joint. `P1>101`: P1 is billed together with 101. */
const TABLE = ['101', '102', '103', 'P1>101', '104'];
const CHARGED = [...UNITS, 'P1'] as const;
const natures = ['fee', 'extra', 'fine', 'other'] as const;
const FIRST = '2025-01';

/** Generator of a random month: charges, then payments, annulments and condonations. */
const happening = fc.record({
  charges: fc.array(
    fc.record({
      unit: fc.constantFrom(...CHARGED),
      nature: fc.constantFrom(...natures),
      // Includes credit notes and centavos.
      amount: fc.integer({ min: -500_000, max: 30_000_000 }).filter((amount) => amount !== 0),
    }),
    { minLength: 2, maxLength: 8 },
  ),
  payments: fc.array(
    fc.record({
      unit: fc.constantFrom(...CHARGED),
      amount: fc.integer({ min: 1, max: 40_000_000 }),
      // Up to two months late.
      monthsAgo: fc.integer({ min: 0, max: 2 }),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { maxLength: 5 },
  ),
  annulled: fc.record({ bill: fc.integer({ min: 0, max: 9 }), receipt: fc.integer({ min: 0, max: 9 }) }),
  adjusted: fc.option(fc.constantFrom(...UNITS)),
  agreed: fc.option(
    fc.record({ unit: fc.constantFrom(...UNITS), fate: fc.constantFrom('standing', 'broken', 'forgiven') }),
  ),
  issueDay: fc.integer({ min: 1, max: 5 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

describeOnOneEngine('a year of random months', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(FIRST, -1), 27.18);
  });

  it('statement, bill, aging and relación agree on every issue day, for each interest method', async () => {
    const seed = 20_261_122;
    const years = fc.sample(fc.array(happening, { minLength: 6, maxLength: 6 }), { numRuns: 3, seed });
    for (const [index, year] of years.entries()) {
      const jointId = await world.joint(TABLE);
      await world.chooseWay(jointId, interestWays[index] ?? 'days');
      // The last joint changes to interest by days from its fourth month on.
      if (index === 2) await world.chooseWay(jointId, 'days', shiftMonth(FIRST, 3));
      const settings = { roundToPeso: index === 0, discount: { percent: 10, day: 15 }, dueDay: 20 };
      await app.call(changeBillingSettings, { params: { jointId }, body: settings }, world.as);
      const seen: Seen[] = [];
      for (const [i, happening] of year.entries()) {
        const month = shiftMonth(FIRST, i);
        await live(jointId, { month, day: dayOf(month, happening.issueDay) }, happening, seen);
        await happen(jointId, month, happening);
        await expectClosed(jointId, seen.slice(-2));
      }
      // Annulments happen today, before the month of today is issued.
      for (const { annulled } of year) await annul(jointId, annulled);
      await expectClosed(jointId, seen);
      const [last] = year;
      if (last === undefined) throw new Error('no year');
      await live(jointId, { month: monthOfDay(now), day: now }, last, seen);
    }
  }, 240_000);

  interface Seen {
    month: Month;
    day: Day;
    balances: Record<string, number>;
  }

  /** Checks that the figures of closed days are the same as when first read. */
  async function expectClosed(jointId: number, seen: readonly Seen[]): Promise<void> {
    for (const before of seen) expect(await look(jointId, before.month, before.day)).toEqual(before);
  }

  async function live(
    jointId: number,
    { month, day }: { month: Month; day: Day },
    happening: Happening,
    seen: Seen[],
  ): Promise<void> {
    const { db } = app.store;
    const rows = happening.charges.map(({ unit, nature, amount }) => ({
      apartmentId: unit,
      role: 'charge' as const,
      amount: centavos(amount),
      concept: { name: `Concepto ${nature}`, nature },
      dueDate: null,
      valueDate: null,
    }));
    await db.transaction().execute(async (trx) => {
      await lockBooks(trx, jointId);
      const toStore = monthToStore(await listConcepts(trx, jointId), rows);
      const prepared = { jointId, month, draftId: 0, columns: [], dueDate: null, at: 1, actor: 'user:1' };
      await insertMonth(trx, prepared, toStore);
    });
    const task = { kind: 'monthBills' as const, jointId, month, issueDate: day, dueDate: null };
    const how = { today: day, mailOwners: false };
    const ready = await makeMonth(db, { ...task, ...how }, () => undefined);
    const by = { actor: 'user:1', figures: ready.figures };
    expect(await storeIssuedMonth(app.store, jointId, ready, by)).toBe('stored');
    seen.push(await look(jointId, month, day));
  }

  async function happen(jointId: number, month: Month, happening: Happening): Promise<void> {
    const params = { jointId };
    for (const { unit, amount, monthsAgo, day } of happening.payments) {
      const valueDate = dayOf(shiftMonth(month, -monthsAgo), day);
      const body = { apartmentId: unit, amount: amount / 100, valueDate, wentOn: true as const };
      expect((await app.call(addPayment, { params, body }, world.as)).status).toBe(201);
    }
    if (happening.agreed !== null) await agree(jointId, month, happening.agreed);
    if (happening.adjusted !== null) {
      const how = { reason: 'Acuerdo', acta: 'Acta 1', valueDate: dayOf(month, 28) };
      const body = { apartmentId: happening.adjusted, kind: 'condonation' as const, amount: 1, ...how };
      await app.call(addAdjustment, { params, body }, world.as);
    }
  }

  /** Stores an agreement of the 10th over all open debts of an account: standing, or broken on the 16th, forgiven on the 20th or not. */
  async function agree(jointId: number, month: Month, { unit, fate }: NonNullable<Happening['agreed']>) {
    const { db } = app.store;
    const account = (await readAccounts(db, jointId)).get(unit);
    const debts = account === undefined ? [] : openDebits(account);
    if (debts.length === 0) return;
    const first = shiftMonth(month, fate === 'standing' ? 24 : 0);
    const terms = { document: 'Acuerdo', suspends: true, missedLimit: 1, graceDays: 0 };
    const agreementId = await insertAgreement(db, jointId, {
      ...terms,
      apartmentId: unit,
      madeOn: dayOf(month, 10),
      items: debts.map(({ item }) => item),
      instalments: debts.map(({ open }, at) => ({ dueDate: dayOf(shiftMonth(first, at), 15), amount: open })),
    });
    if (fate === 'forgiven') await setForgivenOn(db, { jointId, agreementId, days: [dayOf(month, 20)] });
  }

  async function annul(jointId: number, { bill, receipt }: Happening['annulled']): Promise<void> {
    const body = { reason: 'Error de digitación' };
    if (bill > 0) await app.call(annulBill, { params: { jointId, bill }, body }, world.as);
    const of = { jointId, cashReceipt: receipt };
    if (receipt > 0) await app.call(annulReceipt, { params: of, body }, world.as);
  }

  /**
   * Returns every unit's figures as of an issue day, after checking that all four sources (bill, statement, aging,
   * relación) agree.
   */
  async function look(jointId: number, month: Month, day: Day): Promise<Seen> {
    const { db } = app.store;
    const { body: relation } = await world.relation(jointId, month);
    const bills = await db
      .selectFrom('bill')
      .select(['apartment_id', 'total'])
      .where('joint_id', '=', jointId)
      .where('month', '=', month)
      .execute();
    const accounts = await readAccounts(db, jointId);
    const balances: Record<string, number> = {};
    for (const unit of UNITS) {
      const { balance, rows } = await world.statement(jointId, unit, day);
      const account = accounts.get(unit);
      const aged = account === undefined ? 0 : toPesos(agingOf(asOf(account, day), day).balance);
      const row = relation.rows.find(({ apartmentId }) => apartmentId === unit);
      const bill = bills.find(({ apartment_id }) => apartment_id === unit);
      const billed = bill === undefined ? 0 : toPesos(bill.total);
      const figures = { balance, last: rows.at(-1)?.balance ?? 0, aged, billed, row: row?.total ?? 0 };
      expect([month, unit, figures]).toEqual([
        ...[month, unit],
        { balance, last: balance, aged: balance, billed: balance, row: balance },
      ]);
      if (row !== undefined) {
        const { overdueCapital, overdueInterest, currentInterest, fee, extra, fines, other } = row;
        const parts = [
          overdueCapital,
          overdueInterest,
          currentInterest,
          fee,
          extra,
          fines,
          other,
          row.rounding,
        ];
        const sum = parts.reduce((total, part) => total + Math.round(part * 100), 0);
        expect(sum - Math.round(row.credit * 100)).toBe(Math.round(row.total * 100));
        expect(row.credit).toBeGreaterThanOrEqual(0);
      }
      balances[unit] = balance;
    }
    return { month, day, balances };
  }
});
