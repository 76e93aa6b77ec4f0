/** A joint's books, kept by API: months from sheet to bills, payments, the legal ceiling. */
import { setTimeout as pause } from 'node:timers/promises';
import { prepareMonth, sendDraft } from '../../shared/billing/drafts.api.ts';
import { issueMonth } from '../../shared/billing/months.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { setLegalRate } from '../../shared/billing/settings.api.ts';
import { dayInBogota, monthOfDay, shiftMonth } from '../../shared/days.ts';
import { getJob } from '../../shared/reports/jobs.api.ts';
import type { ApiClient } from './api-client.ts';

const LOOK_MS = 200;

export class Books {
  readonly jointId: number;
  readonly #staff: ApiClient;

  constructor(staff: ApiClient, jointId: number) {
    this.#staff = staff;
    this.jointId = jointId;
  }

  /** The ceiling of late interest of each month from one on until this, of the whole platform. */
  static async ceiling(staff: ApiClient, from: string, annualRate: number): Promise<void> {
    const last = monthOfDay(dayInBogota(Date.now()));
    for (let month = from; month <= last; month = shiftMonth(month, 1)) {
      await staff.ask(setLegalRate, { body: { month, annualRate, source: 'Certificación de prueba' } });
    }
  }

  /** Bills a month: a sheet of units and columns of charges, prepared and issued on a day. */
  async bill({
    year,
    month,
    csv,
    on,
  }: {
    year: number;
    month: number;
    csv: string;
    on: string;
  }): Promise<void> {
    const params = { jointId: this.jointId };
    const { draftId } = await this.#staff.send(sendDraft, {
      params,
      name: `${year}-${month}.csv`,
      text: csv,
    });
    await this.#staff.ask(prepareMonth, { params: { ...params, draftId }, body: { year, month } });
    const { jobId } = await this.#staff.ask(issueMonth, {
      params: { ...params, year, month },
      // Months of last year are long due.
      body: { issueDate: on, acceptPastDue: true },
    });
    for (;;) {
      const job = await this.#staff.ask(getJob, { params: { jobId } });
      if (job.state === 'done') return;
      if (job.state !== 'queued' && job.state !== 'running') throw new Error(`issue: ${JSON.stringify(job)}`);
      await pause(LOOK_MS);
    }
  }

  /** Returns the number of its cash receipt. */
  async pay(apartmentId: string, amount: number, valueDate: string): Promise<number> {
    const body = { apartmentId, amount, valueDate };
    const { receipt } = await this.#staff.ask(addPayment, { params: { jointId: this.jointId }, body });
    return receipt?.cashReceipt ?? 0;
  }
}
