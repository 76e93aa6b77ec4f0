/** Earlier bills on a printed bill, after real issues with annulments between. */
import { beforeAll, expect, inject, it } from 'vitest';
import { dayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { insertBillAnnulment } from '../issue/annulments.repository.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { insertPostings, readAccount } from '../ledger/ledger.repository.ts';
import { reverseBill } from '../ledger/reverse-bill.ts';
import { findInvoice } from './papers.repository.ts';

const MONTHS = Array.from({ length: 9 }, (_, at) => shiftMonth('2025-03', at));
const UNITS = ['101', '102', '103', '104'];

/** Act on an account, in order. Amounts in pesos. */
type Act =
  | { kind: 'issued'; bill: number; month: Month; total: number }
  | { kind: 'paid'; amount: number }
  | { kind: 'annulled'; bill: number };

/** Independent calculation of the earlier bills printed on a bill, from the acts before the issue. */
function expectedOn(month: Month, acts: readonly Act[]) {
  const annulled = new Set(acts.flatMap((act) => (act.kind === 'annulled' ? [act.bill] : [])));
  const listed: { month: Month; total: number; paid: number }[] = [];
  for (const act of acts) {
    const last = listed.at(-1);
    if (act.kind === 'paid' && last !== undefined) last.paid += act.amount;
    if (act.kind !== 'issued' || annulled.has(act.bill) || act.month < shiftMonth(month, -6)) continue;
    listed.push({ month: act.month, total: act.total, paid: 0 });
  }
  return listed;
}

describeOnOneEngine('earlier bills on a bill', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2025-01', 25);
  });

  async function issue(jointId: number, month: Month, fees: readonly (readonly [string, number])[]) {
    await world.prepare(jointId, month, [['Inmueble', 'Administración'], ...fees]);
    await world.issue(jointId, month, { issueDate: dayOf(month, 2) });
  }
  const billsOf = (jointId: number, month: Month) =>
    app.store.db
      .selectFrom('bill')
      .select(['bill', 'apartment_id', 'total'])
      .where('joint_id', '=', jointId)
      .where('month', '=', month)
      .execute();
  /** Annuls a bill like the service, on a day in the past. */
  const annulOn = (jointId: number, bill: number, day: string) =>
    inBooks(app.store.db, { jointId, actor: 'user:1' }, async ({ trx, books, at, today, actor, audit }) => {
      const { apartment_id } = await trx
        .selectFrom('bill')
        .select('apartment_id')
        .where('joint_id', '=', jointId)
        .where('bill', '=', bill)
        .executeTakeFirstOrThrow();
      const reason = 'Mal cobrada';
      const postingDate = postingDateOf(books, day, today);
      const account = await readAccount(trx, jointId, apartment_id);
      const posting = reverseBill(account, { bill, reason }, { postingDate, numbers: numbersOf(books) });
      const posted = await insertPostings(trx, jointId, [posting], { at, actor });
      await insertBillAnnulment(trx, { jointId, bill, reason, postingDate, at, actor });
      await audit('billAnnulled', { bill, apartmentId: apartment_id, reason, postingDate, posted });
    });
  async function printed(jointId: number, bill: number) {
    const invoice = await findInvoice(app.store.db, { jointId, bill });
    return invoice?.earlier.map((one) => ({ ...one, total: toPesos(one.total), paid: toPesos(one.paid) }));
  }

  /** Sum of the printed steps to the total, in pesos; null without steps. */
  async function stepsOf(jointId: number, bill: number) {
    const { steps = [] } = (await findInvoice(app.store.db, { jointId, bill })) ?? {};
    return steps.length === 0 ? null : toPesos(sumMoney(steps.map(({ amount }) => amount)));
  }

  it('a bill prints the steps from the previous bill to the total, and the same steps again', async () => {
    const jointId = await world.joint(['101']);
    const stepsOfBill = async (bill: number) =>
      (await findInvoice(app.store.db, { jointId, bill }))?.steps.map(({ text, amount }) => [
        text,
        toPesos(amount),
      ]);
    await issue(jointId, '2025-09', [['101', 200_000]]);
    await world.pay(jointId, { apartmentId: '101', amount: 150_000, valueDate: '2025-09-05' });
    await issue(jointId, '2025-10', [['101', 210_000]]);
    await world.pay(jointId, { apartmentId: '101', amount: 260_000, valueDate: '2025-10-07' });
    await world.pay(jointId, { apartmentId: '101', amount: 5_000, valueDate: '2025-10-08' });
    await issue(jointId, '2025-11', [['101', 210_000]]);
    expect(await stepsOfBill(1)).toEqual([['Cobros de septiembre de 2025, con su ajuste al peso', 200_000]]);
    expect(await stepsOfBill(2)).toEqual([
      ['Cuenta de cobro 1, de septiembre de 2025', 200_000],
      ['Su pago del 05/09/2025, recibo 1', -150_000],
      ['Cobros de octubre de 2025, con su ajuste al peso', 210_000],
    ]);
    expect((await stepsOfBill(3))?.slice(0, 2)).toEqual([
      ['Cuenta de cobro 2, de octubre de 2025', 260_000],
      ['Sus pagos, recibos 2 y 3', -265_000],
    ]);
    await annulOn(jointId, 3, '2025-11-20');
    expect((await stepsOfBill(3))?.[0]).toEqual(['Cuenta de cobro 2, de octubre de 2025', 260_000]);
    await issue(jointId, '2025-12', [['101', 210_000]]);
    expect((await stepsOfBill(4))?.[0]).toEqual(['Cuenta de cobro 2, de octubre de 2025', 260_000]);
    expect(await stepsOf(jointId, 4)).toBe(
      toPesos((await findInvoice(app.store.db, { jointId, bill: 4 }))?.total ?? centavos(0)),
    );
  });

  it('payments counted by an annulled bill stay with the bill before', async () => {
    const jointId = await world.joint(['101']);
    const paid = { '2025-09': 100_000, '2025-10': 150_000, '2025-11': 120_000 };
    for (const [month, amount] of Object.entries(paid)) {
      await issue(jointId, month, [['101', 200_000]]);
      await world.pay(jointId, { apartmentId: '101', amount, valueDate: dayOf(month, 5) });
    }
    const november = await printed(jointId, 3);
    expect(november?.map((one) => one.paid)).toEqual([100_000, 150_000]);
    await annulOn(jointId, 2, '2025-11-20');
    await issue(jointId, '2025-12', [['101', 200_000]]);
    expect((await printed(jointId, 4))?.map(({ month, paid: sum }) => [month, sum])).toEqual([
      ['2025-09', 250_000],
      ['2025-11', 120_000],
    ]);
    expect(await printed(jointId, 3)).toEqual(november);
  });

  it('with random annulments, bills print all payments received, and print the same again', {
    tags: 'slow',
  }, async () => {
    const seed = inject('seed');
    let state = seed >>> 0;
    const below = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    let leftOut = 0;
    for (let round = 0; round < rounds(1); round += 1) {
      const jointId = await world.joint(UNITS);
      const acts = new Map<string, Act[]>(UNITS.map((unit) => [unit, []]));
      const first = new Map<number, Awaited<ReturnType<typeof printed>>>();
      for (const month of MONTHS) {
        // Some bills have no charge of the month, so that their annulment posts nothing.
        await issue(
          jointId,
          month,
          UNITS.map((unit) => [unit, below(4) === 0 ? 0 : 50_000 + below(99_999)] as const),
        );
        for (const { bill, apartment_id: unit, total } of await billsOf(jointId, month)) {
          const before = acts.get(unit) ?? [];
          const onPaper = await printed(jointId, bill);
          const caseName = `seed ${seed}, round ${round}, ${month} ${unit}`;
          expect(onPaper, caseName).toEqual(expectedOn(month, before));
          first.set(bill, onPaper);
          expect(await stepsOf(jointId, bill), caseName).toEqual(toPesos(total));
          before.push({ kind: 'issued', bill, month, total: toPesos(total) });
        }
        let day = 2;
        for (let left = below(12); left > 0; left -= 1) {
          const unit = UNITS[below(UNITS.length)] ?? '';
          const own = acts.get(unit) ?? [];
          day += below(2);
          if (below(3) > 0) {
            const amount = 1 + below(150_000);
            await world.pay(jointId, { apartmentId: unit, amount, valueDate: dayOf(month, day) });
            own.push({ kind: 'paid', amount });
            continue;
          }
          const gone = new Set(own.flatMap((act) => (act.kind === 'annulled' ? [act.bill] : [])));
          const valid = own.flatMap((act) =>
            act.kind === 'issued' && !gone.has(act.bill) ? [act.bill] : [],
          );
          const bill = valid[below(valid.length)];
          if (bill === undefined) continue;
          await annulOn(jointId, bill, dayOf(month, day));
          own.push({ kind: 'annulled', bill });
          leftOut += 1;
        }
      }
      for (const [bill, onPaper] of first) {
        expect(await printed(jointId, bill), `seed ${seed}, round ${round}, bill ${bill}`).toEqual(onPaper);
      }
    }
    expect(leftOut).toBeGreaterThan(10);
  });
});
