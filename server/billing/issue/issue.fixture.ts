import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { InputOf } from '../../../shared/api.ts';
import { getStatement, listAccounts } from '../../../shared/billing/bills.api.ts';
import { type MonthReading, prepareMonth } from '../../../shared/billing/drafts.api.ts';
import * as api from '../../../shared/billing/months.api.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { setInterestWay, setLegalRate } from '../../../shared/billing/settings.api.ts';
import { monthOfDay, shiftMonth, today, yearAndMonth } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { getJob } from '../../../shared/reports/jobs.api.ts';
import type { TestApp } from '../../testing/app.ts';
import { ChargesWorld } from '../charges/charges.fixture.ts';
import { storeIssuedMonth } from './commit-month.ts';
import type { GivenDates } from './dates.ts';
import { makeMonth } from './month-work.ts';

/**
 * Test data: path of a real month's spreadsheet, stored beside the checkout and never copied into the
 * repository.
 */
export const REAL = join(import.meta.dirname, '../../../../shared/data/cobros/garibaldi-407_2026-05.csv');

/**
 * Test helper: reads the rows of the real month's spreadsheet (`REAL`): unit, previous balance, payment,
 * credit or debt, interest, three charges and total.
 */
export function realRows() {
  const [, ...lines] = readFileSync(REAL, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [unit = '', , , , owner = '', , ...money] = line.split(',');
    const [opening = 0, payment = 0, credit = 0, interest = 0, fee = 0, extra = 0, fine = 0, total = 0] =
      money.map(Number);
    return { unit, owner, opening, payment, credit, interest, fee, extra, fine, total };
  });
}

/**
 * Test helper with the API of a test server: prepares a month from a spreadsheet, issues the month, and reads
 * bills and relación (the month's table of bills).
 */
export class IssueWorld {
  readonly app: TestApp;
  readonly charges: ChargesWorld;

  private constructor(app: TestApp, charges: ChargesWorld) {
    this.app = app;
    this.charges = charges;
  }

  static async of(app: TestApp): Promise<IssueWorld> {
    return new IssueWorld(app, await ChargesWorld.of(app));
  }

  get as() {
    return { token: this.charges.staff };
  }

  /**
   * Creates a joint with units, in the notation of `ChargesWorld.joint` (`P1>101`: P1 is billed together with 101).
   */
  joint(units: readonly string[]): Promise<number> {
    return this.charges.joint(units);
  }

  /** Sets the joint's interest method from a month on. Default: 2000-01, before any month of a test. */
  async chooseWay(jointId: number, way: InterestWay, month = '2000-01'): Promise<void> {
    const body = { month, way, acta: 'Acta 1' };
    const { status, error } = await this.app.call(setInterestWay, { params: { jointId }, body }, this.as);
    if (status !== 201) throw new Error(JSON.stringify(error));
  }

  /** Prepares a month from a spreadsheet given as a table: header cells, then rows. */
  async prepare(
    jointId: number,
    month: string,
    table: readonly (readonly (string | number)[])[],
    reading: Partial<MonthReading> = {},
  ): Promise<void> {
    await this.prepareText(jointId, month, table.map((row) => row.join(';')).join('\n'), reading);
  }

  async prepareText(
    jointId: number,
    month: string,
    content: string,
    reading: Partial<MonthReading> = {},
  ): Promise<void> {
    const { draftId } = (await this.charges.send(jointId, content)).body;
    const of = yearAndMonth(month);
    const done = await this.charges.readAgain(prepareMonth, jointId, draftId, { ...of, ...reading });
    if (done.status !== 201) throw new Error(JSON.stringify(done.error));
  }

  /**
   * Requests the issue of a month through the API, with the fingerprint of a preview for the same dates. By default
   * accepts a due date in the past, so tests can issue old months.
   */
  async ask(
    jointId: number,
    month: string,
    body: InputOf<typeof api.issueMonth>['body'] = {},
    app: Pick<TestApp, 'call'> = this.app,
  ) {
    const params = paramsOf(jointId, month);
    const { issueDate, dueDate } = body;
    const preview = await app.call(
      api.getRelation,
      { params, query: defined({ issueDate, dueDate }) },
      this.as,
    );
    const figures = preview.status === 200 ? (preview.body.figures ?? undefined) : undefined;
    const issueBody = { acceptPastDue: true, ...defined({ figures }), ...body };
    return app.call(api.issueMonth, { params, body: issueBody }, this.as);
  }

  /** Stores the legal interest ceiling of each month from `from` to the current month. */
  async ceilings(from: string, annualRate: number): Promise<void> {
    const last = monthOfDay(today());
    for (let month = from; month <= last; month = shiftMonth(month, 1)) {
      const body = { month, annualRate, source: 'Resolución 1' };
      const { status, error } = await this.app.call(setLegalRate, { body }, this.as);
      if (status !== 201) throw new Error(JSON.stringify(error));
    }
  }

  /** Issues a prepared month like the background job, but without job, worker and PDF files. */
  async issue(
    jointId: number,
    month: string,
    sentDates: Partial<GivenDates> & { mailOwners?: boolean } = {},
  ) {
    const { store } = this.app;
    const dates = { issueDate: sentDates.issueDate ?? null, dueDate: sentDates.dueDate ?? null };
    const mailOwners = sentDates.mailOwners ?? false;
    const task = { kind: 'monthBills' as const, jointId, month, ...dates, today: today(), mailOwners };
    const ready = await makeMonth(store.db, task, () => undefined);
    const by = { actor: 'user:1', figures: ready.figures };
    if ((await storeIssuedMonth(store, jointId, ready, by)) !== 'stored') throw new Error('not issued');
  }

  /** Posts a payment entered by a user, through the API. */
  async pay(
    jointId: number,
    body: { apartmentId: string | null; amount: number; valueDate: string },
  ): Promise<void> {
    const { status, error } = await this.app.call(addPayment, { params: { jointId }, body }, this.as);
    if (status !== 201) throw new Error(JSON.stringify(error));
  }

  /** Waits for the end of a background job and returns the final state, with the error code if failed. */
  async endOf(jobId: string): Promise<string> {
    const read = async () => (await this.app.call(getJob, { params: { jobId } }, this.as)).body;
    await expect
      .poll(async () => ['done', 'failed', 'cancelled'].includes((await read()).state), {
        timeout: 90_000,
        interval: 50,
      })
      .toBe(true);
    const { state, problem } = await read();
    return problem === null ? state : `${state} ${problem}`;
  }

  async months(jointId: number) {
    return (await this.app.call(api.listMonths, { params: { jointId } }, this.as)).body;
  }

  relation(jointId: number, month: string, token = this.charges.staff) {
    return this.app.call(api.getRelation, { params: paramsOf(jointId, month) }, { token });
  }

  async accounts(jointId: number) {
    return (await this.app.call(listAccounts, { params: { jointId } }, this.as)).body;
  }

  async statement(jointId: number, apartmentId: string, date?: string) {
    const query = date === undefined ? {} : { date };
    return (await this.app.call(getStatement, { params: { jointId, apartmentId }, query }, this.as)).body;
  }
}

export const paramsOf = (jointId: number, month: string) => ({
  jointId,
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});
