import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { interestWays } from '../../../shared/billing/natures.ts';
import { ZERO } from '../../../shared/coefficient.ts';
import { centavos, NO_MONEY } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import type { Db } from '../../platform/db/engine.ts';
import { rowsOf } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import { upsertUnits } from '../../properties/apartments.repository.ts';
import { insertJoint } from '../../properties/joints.repository.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { balanceOf } from './account.ts';
import { accountOfUnit, listBilledUnits } from './accounts.repository.ts';
import { lockBooks, numbersOf, postingDateOf, readBooks, saveBooks } from './books.repository.ts';
import { insertPostings, latestPosting, readAccount, readAccounts } from './ledger.repository.ts';
import { referencesOf } from './references.ts';
import { takePayment } from './take-payment.ts';
import { RandomBooks, years } from './years.fixture.ts';

const by = { at: Date.UTC(2026, 0, 15), actor: 'user:1' };

describeOnBothEngines("the store's ledger", (make) => {
  const app = appForSuite(make);
  const other = appForSuite(() => app.another());
  let db: Db;
  beforeAll(async () => {
    db = app.store.db;
  });

  const joint = () =>
    insertJoint(db, { parentId: null, jointName: 'Prueba', usesAssemblies: false, usesBilling: true, at: 0 });

  const unit = (apartmentId: string, mainApartmentId: string | null = null) => ({
    apartmentId,
    kind: 'vivienda' as const,
    mainApartmentId,
    coefficient: ZERO,
    owner: '',
    ownerDocument: null,
  });

  it('random months read from the store equal the accounts in memory', async () => {
    await fc.assert(
      fc.asyncProperty(years(12, interestWays), async ({ openings, months }) => {
        const jointId = await joint();
        const books = new RandomBooks(() => undefined);
        books.live(months, openings);
        const half = Math.floor(books.postings.length / 2);
        for (const part of [books.postings.slice(0, half), books.postings.slice(half)]) {
          await db.transaction().execute((trx) => insertPostings(trx, jointId, part, by));
        }
        const stored = await readAccounts(db, jointId);
        for (const account of books.accounts.values()) {
          expect(await readAccount(db, jointId, account.apartmentId)).toEqual(account);
          if (account.items.length > 0) expect(stored.get(account.apartmentId)).toEqual(account);
        }
        const days = books.postings.flatMap(({ items }) => items.map(({ postingDate }) => postingDate));
        expect(await latestPosting(db, jointId)).toBe(days.sort().at(-1) ?? null);
      }),
      { numRuns: rounds(2, 40) },
    );
  });

  it('concurrent payments are posted sequentially', async () => {
    const jointId = await joint();
    const pay = (from: Db, receipt: number) =>
      from.transaction().execute(async (trx) => {
        const books = await lockBooks(trx, jointId);
        const account = await readAccount(trx, jointId, '101');
        const stamp = {
          postingDate: postingDateOf(books, '2026-01-10', '2026-01-15'),
          numbers: numbersOf(books),
        };
        const payment = { amount: centavos(100), valueDate: '2026-01-10', receipt, offers: [] };
        await insertPostings(trx, jointId, [takePayment(account, payment, stamp).posting], by);
        await saveBooks(trx, books);
      });
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => pay(n % 2 === 0 ? db : other.store.db, n)));
    const account = await readAccount(db, jointId, '101');
    expect(account.items.map(({ item }) => item)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(balanceOf(account)).toBe(-600);
    expect(await readBooks(db, jointId)).toMatchObject({ revision: 6, next: { item: 7, allocation: 1 } });
  });

  it('posts on the value date if open, else on the first open day, never in the future', async () => {
    const books = await readBooks(db, await joint());
    expect(postingDateOf(books, '2020-01-01', '2026-01-15')).toBe('2020-01-01');
    books.openFrom = '2026-01-11';
    expect(postingDateOf(books, '2026-01-10', '2026-01-15')).toBe('2026-01-11');
    expect(postingDateOf(books, '2026-01-12', '2026-01-15')).toBe('2026-01-12');
    expect(() => postingDateOf(books, '2026-01-16', '2026-01-15')).toThrow(
      expect.objectContaining({ code: 'dateInFuture' }),
    );
  });

  it('refuses to change or delete posted movements and documents', async () => {
    const jointId = await joint();
    const item = { joint_id: jointId, item: 1, apartment_id: '101', for_apartment_id: '101' };
    const entered = { entered_at: by.at, entered_by: by.actor };
    const day = '2026-01-10';
    const money = centavos(100);
    await db
      .insertInto('ledger_item')
      .values([
        {
          ...item,
          ...entered,
          side: 'debit',
          nature: 'fee',
          description: 'x',
          amount: money,
          value_date: day,
          posting_date: day,
        },
        {
          ...item,
          ...entered,
          item: 2,
          side: 'credit',
          nature: 'receipt',
          description: 'x',
          amount: money,
          value_date: day,
          posting_date: day,
        },
      ])
      .execute();
    await db
      .insertInto('ledger_allocation')
      .values({
        joint_id: jointId,
        allocation: 1,
        apartment_id: '101',
        credit_item: 2,
        debit_item: 1,
        amount: money,
        posting_date: day,
        entered_at: by.at,
      })
      .execute();
    await db
      .insertInto('interest_line')
      .values({
        joint_id: jointId,
        item: 1,
        position: 1,
        apartment_id: '101',
        source_item: 1,
        month: '2026-01',
        principal: money,
        way: 'fullMonths',
        rate_unit: 'annual',
        annual_rate: 1,
        monthly_rate: 1,
        to_peso: 0,
        amount: money,
      })
      .execute();
    await db
      .insertInto('document_annulment')
      .values({ joint_id: jointId, kind: 'bill', number: 1, reason: 'x', posting_date: day, ...entered })
      .execute();
    await db
      .insertInto('payment')
      .values({
        joint_id: jointId,
        payment: 1,
        channel: 'desk',
        value_date: day,
        posting_date: day,
        amount: money,
        ...entered,
      })
      .execute();
    await db
      .insertInto('receipt')
      .values({
        joint_id: jointId,
        receipt: 1,
        payment: 1,
        apartment_id: '101',
        owner_name: '',
        item: 2,
        value_date: day,
        posting_date: day,
        amount: money,
        interest: NO_MONEY,
        capital: money,
        credit: NO_MONEY,
        ...entered,
      })
      .execute();
    const { month_id } = await db
      .insertInto('billing_month')
      .values({
        joint_id: jointId,
        month: '2026-01',
        state: 'issued',
        columns: '[]',
        prepared_at: 0,
        prepared_by: by.actor,
      })
      .returning('month_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bill')
      .values({
        joint_id: jointId,
        bill: 1,
        month_id,
        month: '2026-01',
        position: 1,
        apartment_id: '101',
        units: '[]',
        owner_name: '',
        reference: '',
        issue_date: day,
        due_date: day,
        total: money,
        discount: NO_MONEY,
        previous_payment: NO_MONEY,
        overdue_instalments: 0,
        last_item: 1,
      })
      .execute();
    await db
      .insertInto('bill_line')
      .values({
        joint_id: jointId,
        bill: 1,
        position: 1,
        concept: 'x',
        nature: 'fee',
        period_fee: money,
        overdue_fee: NO_MONEY,
      })
      .execute();
    await db
      .insertInto('bill_item')
      .values({ joint_id: jointId, bill: 1, item: 1, position: 1, amount: money, overdue: 0 })
      .execute();
    const tables = [
      'ledger_item',
      'ledger_allocation',
      'interest_line',
      'bill',
      'bill_line',
      'bill_item',
      'payment',
      'receipt',
      'document_annulment',
    ] as const;
    for (const table of tables) {
      const own = db.updateTable(table).set({ joint_id: jointId }).where('joint_id', '=', jointId);
      await expect(own.execute(), table).rejects.toThrow(`${table} is frozen`);
      const gone = db.deleteFrom(table).where('joint_id', '=', jointId);
      await expect(gone.execute(), table).rejects.toThrow(`${table} is frozen`);
    }
  });

  it('inserts thousands of rows at once', async () => {
    const jointId = await joint();
    const numbers = Array.from({ length: 4500 }, (_, index) => index + 1);
    const row = (item: number) => ({ apartment_id: `A${item}`, reference: `${jointId}-${item}` });
    const set = rowsOf('unit_reference', numbers.map(row), ['joint_id']);
    await insertRows(db, [set], { joint_id: jointId });
    const { n } = await db
      .selectFrom('unit_reference')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(4500);
  });

  it('grouped units are billed with the main unit, and each account gets a reference', async () => {
    const jointId = await joint();
    await upsertUnits(db, jointId, [
      unit('101'),
      unit('P1', '101'),
      unit('D1', 'P1'),
      unit('X', 'Y'),
      unit('Y', 'X'),
    ]);
    expect(await accountOfUnit(db, jointId, 'P1')).toBe('101');
    expect(await accountOfUnit(db, jointId, 'D1')).toBe('101');
    expect(await accountOfUnit(db, jointId, 'X')).toBe('X');
    expect(await accountOfUnit(db, jointId, '999')).toBeUndefined();
    const grouped = await listBilledUnits(db, jointId, '2026-01-10');
    expect(grouped.map(({ apartmentId, units }) => [apartmentId, units])).toEqual([
      ['101', ['101', 'P1', 'D1']],
      ['X', ['X']],
      ['Y', ['Y']],
    ]);
    await db.transaction().execute(async (trx) => {
      const books = await lockBooks(trx, jointId);
      books.settings.groupUnits = false;
      await saveBooks(trx, books);
    });
    expect((await listBilledUnits(db, jointId, '2026-01-10')).map(({ apartmentId }) => apartmentId)).toEqual([
      '101',
      'P1',
      'D1',
      'X',
      'Y',
    ]);

    const ask = (from: Db, ids: string[]) =>
      from.transaction().execute((trx) => referencesOf(trx, jointId, ids));
    const [first, second] = await Promise.all([ask(db, ['101', 'P1']), ask(other.store.db, ['P1', 'X'])]);
    expect(second.get('P1')).toBe(first.get('P1'));
    const all = [...(await ask(db, ['101', 'P1', 'X'])).values()];
    expect(new Set(all).size).toBe(3);
    for (const reference of all) {
      expect(reference).toMatch(/^\d{12}$/);
      // Luhn by hand: double every second digit from the right, then add all digits.
      const digits = [...reference].reverse().map((digit, place) => Number(digit) * (1 + (place % 2)));
      expect(digits.reduce((sum, n) => sum + Math.floor(n / 10) + (n % 10), 0) % 10).toBe(0);
    }
  });
});
