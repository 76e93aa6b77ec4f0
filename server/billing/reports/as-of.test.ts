import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { beforeAll, expect, it } from 'vitest';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { clearanceReport } from '../../../shared/billing/reports.api.ts';
import { addDays, type Day, monthOfDay, shortDay } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { reportPaper } from '../../platform/documents/report-layout.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { accountBalanceLayout, readAccountReport } from './account-balance.report.ts';
import { balanceByAgeLayout, readBalanceByAge } from './balance-by-age.report.ts';
import { debtorsLayout, readDebtors } from './debtors.report.ts';

const today = await lastingToday();
const tomorrow = addDays(today, 1);

describeOnOneEngine('payments after an issue on the same day', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
    const month = monthOfDay(today);
    await world.prepare(jointId, month, [
      ['Inmueble', 'Administración'],
      ['101', 100_000],
      ['102', 100_000],
    ]);
    await world.issue(jointId, month, { issueDate: today, dueDate: addDays(today, 10) });
    const body = { apartmentId: '101', amount: 100_000, valueDate: today };
    const paid = await app.call(addPayment, { params: { jointId }, body }, world.as);
    expect(paid.body.postingDate).toBe(tomorrow);
  });

  /** Returns the page layouts of the reports, as of a day or without a day. */
  async function papers(date?: Day): Promise<TDocumentDefinitions[]> {
    const of = { jointId, ...defined({ date }) };
    const { db } = app.store;
    return [
      reportPaper(accountBalanceLayout(await readAccountReport(db, { ...of, account: '101' }))),
      reportPaper(balanceByAgeLayout(await readBalanceByAge(db, of))),
      reportPaper(debtorsLayout(await readDebtors(db, of))),
    ];
  }

  it('a statement includes a movement posted tomorrow, with due dates seen today', async () => {
    const { date, seen, rows, balance, overdue } = await world.statement(jointId, '101');
    expect({ date, seen, balance, overdue }).toEqual({ date: tomorrow, seen: today, balance: 0, overdue: 0 });
    expect(rows.map(({ postingDate }) => postingDate)).toEqual([today, tomorrow]);
    // 102 has no movement posted after today.
    expect(await world.statement(jointId, '102')).toMatchObject({ date: today, seen: today, overdue: 0 });
  });

  it('a statement of a day excludes movements posted after the day', async () => {
    const { date, seen, rows, balance } = await world.statement(jointId, '101', today);
    expect({ date, seen, balance }).toEqual({ date: today, seen: today, balance: 100_000 });
    expect(rows.map(({ postingDate }) => postingDate)).toEqual([today]);
  });

  it('every paper with a movement posted tomorrow names both days', async () => {
    for (const paper of await papers()) {
      const text = JSON.stringify(paper);
      for (const expectedText of ['A corte de', shortDay(tomorrow), 'Vencimientos al', shortDay(today)]) {
        expect(text).toContain(expectedText);
      }
    }
    for (const paper of await papers(today)) {
      const text = JSON.stringify(paper);
      expect(text).not.toContain('Vencimientos al');
      expect(text).not.toContain(shortDay(tomorrow));
    }
  });

  it('a certificate of the same day counts the payment', async () => {
    const params = { jointId, apartmentId: '101' };
    expect((await app.call(clearanceReport, { params }, world.as)).status).toBe(200);
  });
});
