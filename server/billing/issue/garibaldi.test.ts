import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { getBill } from '../../../shared/billing/bills.api.ts';
import { listCashReceipts } from '../../../shared/billing/payments.api.ts';
import { getJobFile } from '../../../shared/reports/jobs.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld, REAL, realRows } from './issue.fixture.ts';

const MAY = '2026-05';

describeOnOneEngine('a real month', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it.skipIf(!existsSync(REAL))(`is issued as its sheet says, row by row (${REAL})`, async () => {
    const real = realRows();
    const jointId = await world.joint(real.map(({ unit }) => unit));
    await world.prepareText(jointId, MAY, readFileSync(REAL, 'utf8'));
    const forecast = await world.relation(jointId, MAY);
    expect(forecast.status).toBe(200);
    expect(forecast.body.state).toBe('prepared');
    // The real sheet's own totals are the bills, to the centavo.
    expect(forecast.body.differences).toMatchObject({ hasTotals: true, units: 0, unexplained: 0 });

    const { status, body: job } = await world.ask(jointId, MAY, {
      ...{ issueDate: '2026-05-04', figures: forecast.body.figures ?? '' },
    });
    expect(status).toBe(202);
    expect(await world.endOf(job.jobId)).toBe('done');
    const { body: relation } = await world.relation(jointId, MAY);
    expect(relation).toMatchObject({ state: 'issued', issueDate: '2026-05-04', dueDate: '2026-05-31' });
    expect(relation.rows).toEqual(
      real.map(({ unit, ...row }, i) => ({
        apartmentId: unit,
        units: [],
        owner: `Dueño ${i + 1}`,
        bill: i + 1,
        annulled: false,
        previousPayment: row.payment,
        overdueInstalments: row.credit > 0 ? 1 : 0,
        overdueCapital: Math.max(0, row.credit),
        overdueInterest: row.interest,
        currentInterest: 0,
        fee: row.fee,
        extra: row.extra,
        fines: row.fine,
        other: 0,
        rounding: 0,
        additional: [],
        credit: Math.max(0, -row.credit),
        total: row.total,
      })),
    );
    const sum = (of: (row: (typeof real)[number]) => number) =>
      Math.round(real.reduce((total, row) => total + of(row), 0) * 100) / 100;
    expect(relation.totals).toMatchObject({
      previousPayment: sum(({ payment }) => payment),
      credit: sum(({ credit }) => Math.max(0, -credit)),
      fee: sum(({ fee }) => fee),
      total: sum(({ total }) => total),
    });
    // The forecast equals the issued month, except for bill numbers and days.
    expect(forecast.body.rows.map((row) => ({ ...row, bill: 0 }))).toEqual(
      relation.rows.map((row) => ({ ...row, bill: 0 })),
    );
    expect(forecast.body.totals).toEqual(relation.totals);
  });

  it.skipIf(!existsSync(REAL))('the month has receipts, a bill with a credit, and invoices', async () => {
    const real = realRows();
    const [{ jointId = 0 } = {}] = await app.store.db
      .selectFrom('bill')
      .select('joint_id as jointId')
      .execute();
    const receipts = await app.store.db
      .selectFrom('receipt')
      .innerJoin('payment', (join) =>
        join
          .onRef('payment.joint_id', '=', 'receipt.joint_id')
          .onRef('payment.payment', '=', 'receipt.payment'),
      )
      .select(['receipt', 'apartment_id', 'receipt.amount', 'receipt.value_date', 'channel', 'interest'])
      .select(['capital', 'credit'])
      .orderBy('receipt')
      .execute();
    expect(receipts).toEqual(
      real.map(({ unit, opening, payment }, i) => ({
        receipt: i + 1,
        apartment_id: unit,
        amount: payment * 100,
        value_date: '2026-04-30',
        channel: 'month',
        interest: 0,
        capital: Math.min(opening, payment) * 100,
        credit: Math.max(0, payment - opening) * 100,
      })),
    );
    const { body: bill } = await app.call(getBill, { params: { jointId, bill: 7 } }, world.as);
    expect(bill).toMatchObject({ apartmentId: '28', total: 82_400, previousPayment: 263_600 });
    expect(bill.lines.map(({ concept, periodFee, overdueFee }) => [concept, periodFee, overdueFee])).toEqual([
      ['Cuota de administración', 257_400, 0],
      ['Saldo a favor', 0, -175_000],
    ]);
    const params = { jointId, apartmentId: '28' };
    const { body: cash } = await app.call(listCashReceipts, { params }, world.as);
    expect(cash).toMatchObject([{ date: '2026-04-30', cashReceipt: 7, amount: 263_600 }]);
    const { rows, balance } = await world.statement(jointId, '28');
    expect(rows.map(({ debit, credit, balance: after }) => [debit, credit, after])).toEqual([
      [88_600, 0, 88_600],
      [0, 263_600, -175_000],
      [257_400, 0, 82_400],
    ]);
    expect(balance).toBe(82_400);

    const again = await world.ask(jointId, MAY);
    expect(await world.endOf(again.body.jobId)).toBe('done');
    const file = await app.call(getJobFile, { params: { jobId: again.body.jobId } }, world.as);
    expect(file.body.name).toBe('Cuentas de Cobro Mayo - 2026.pdf');
    expect(Buffer.from(file.body.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    const { length } = await app.store.db.selectFrom('bill').select('bill').execute();
    expect(length).toBe(real.length);
  });
});
