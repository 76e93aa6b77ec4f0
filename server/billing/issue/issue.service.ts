import type { InputOf } from '../../../shared/api.ts';
import type { BillingMonth, issueMonth, Relation } from '../../../shared/billing/months.api.ts';
import { type Day, type Month, monthOf, today } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { hasRight, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { PackedJson } from '../../platform/http/ready-json.ts';
import { queueJob } from '../../platform/queue/job.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { lockBooks, readBooks } from '../ledger/books.repository.ts';
import { latestPosting } from '../ledger/ledger.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { isTooLate } from '../settings/month-bounds.ts';
import { ratesOf } from '../settings/rates.ts';
import {
  findMonth,
  lastIssuedMonth,
  listMonths,
  readSheetCheck,
  type StandingMonth,
} from '../store/months.repository.ts';
import { type GivenDates, issueDatesOf, monthsToReckon } from './dates.ts';
import { refuseUnexplained } from './differences.ts';
import type { IssueTask } from './job.ts';
import type { MonthPreview, MonthTask } from './month-work.ts';
import { countAddressees, queueBills, queueRelation } from './queue-mail.ts';
import { readRelation, relationAnswer } from './relation.ts';

type OneMonth = InputOf<typeof issueMonth>['params'];

/**
 * Creates the service for a prepared month: forecasts the relación (the month's table of bills), starts the
 * issue as a background job, and mails bills and relación afterwards.
 */
export function issueService(context: Context) {
  const { store, mail } = context;
  const { db } = store;

  async function standing({ jointId, year, month }: OneMonth): Promise<StandingMonth> {
    const found = await findMonth(db, jointId, monthOf(year, month));
    if (found === undefined) throw new Problem('monthNotFound');
    return found;
  }

  /** Returns the month if another request has issued the month meanwhile; otherwise throws the given error. */
  async function issuedMeanwhile(of: OneMonth, error: unknown): Promise<StandingMonth> {
    const now = await standing(of);
    if (now.state === 'prepared') throw error;
    return now;
  }

  /** Checks the conditions of an issue before the background job starts, so that the caller gets errors at once. */
  async function mayIssue(
    principal: Principal,
    jointId: number,
    month: Month,
    sentDates: GivenDates & { monthId: number; acceptPastDue: boolean; proposed: Day | null },
  ): Promise<void> {
    const last = await lastIssuedMonth(db, jointId);
    if (last !== null && last > month) throw new Problem('monthBefore');
    if (isTooLate(month, today(), last)) throw new Problem('monthTooLate');
    const books = await readBooks(db, jointId);
    const { settings, openFrom } = books;
    const latest = await latestPosting(db, jointId);
    const { dueDate } = issueDatesOf(month, sentDates, {
      settings,
      proposed: sentDates.proposed,
      openFrom,
      latest,
      today: today(),
    });
    // Such a bill makes its owner overdue before seeing the bill, so a confirmation is required.
    if (dueDate < today() && !sentDates.acceptPastDue) throw new Problem('dueDatePassed', { dueDate });
    const { missing } = await ratesOf(db, jointId, {
      issued: month,
      toReckon: monthsToReckon(month, books),
    });
    const { monthId } = sentDates;
    // Only a computation shows if a missing ceiling is needed, or if a bill differs from the sheet's own total.
    if (missing.length === 0 && !(await readSheetCheck(db, monthId))?.hasTotals) return;
    const { differences } = await forecast(principal, jointId, month, {
      issueDate: sentDates.issueDate ?? today(),
      dueDate: sentDates.dueDate,
    });
    refuseUnexplained(differences);
  }

  function forecast(
    { actor }: Principal,
    jointId: number,
    month: Month,
    dates: GivenDates,
  ): Promise<MonthPreview> {
    const task: MonthTask = { kind: 'monthForecast', jointId, month, today: today(), ...dates };
    return runInWorker<MonthPreview>(store.address, task, { actor, semaphore: previews });
  }

  return {
    list: (jointId: number): Promise<BillingMonth[]> => listMonths(db, jointId),

    relation: async (
      principal: Principal,
      of: OneMonth,
      { issueDate = null, dueDate = null }: Partial<GivenDates>,
    ): Promise<Relation | PackedJson> => {
      const { jointId } = of;
      const { state, month } = await standing(of);
      if (state === 'prepared' && hasRight(principal, 'months')) {
        try {
          const { report } = await forecast(principal, jointId, month, { issueDate, dueDate });
          return new PackedJson(report);
        } catch (error) {
          await issuedMeanwhile(of, error);
        }
      }
      const relation = await readRelation(db, jointId, month);
      if (relation === undefined) throw new Problem('monthNotFound');
      return relationAnswer(db, jointId, relation);
    },

    issue: async (
      principal: Principal,
      of: OneMonth,
      body: InputOf<typeof issueMonth>['body'],
    ): Promise<{ jobId: string }> => {
      const { actor } = principal;
      const { jointId, year } = of;
      const { month, state, ...issued } = await standing(of);
      const dates = { issueDate: body.issueDate ?? null, dueDate: body.dueDate ?? null };
      if (state === 'prepared') {
        await requireBilling(db, jointId);
        const acceptPastDue = body.acceptPastDue === true;
        const { monthId, dueDate: proposed } = issued;
        try {
          await mayIssue(principal, jointId, month, { ...dates, monthId, acceptPastDue, proposed });
          if (body.figures === undefined) throw new Problem('figuresMissing');
        } catch (error) {
          const now = await issuedMeanwhile(of, error);
          if (!hasIssuedDates(dates, now)) throw new Problem('monthIssued');
        }
      } else if (!hasIssuedDates(dates, issued)) throw new Problem('monthIssued');
      const mailOwners = body.mailOwners === true;
      const figures = body.figures ?? '';
      const task: IssueTask = { kind: 'issueMonth', jointId, month, ...dates, mailOwners, figures, actor };
      return queueJob(context, {
        path: `/reports/bills/${jointId}?year=${year}&month=${of.month}`,
        task,
        actor,
      });
    },

    mail: async (
      { actor }: Principal,
      of: OneMonth,
      what: 'relation' | 'bills',
    ): Promise<{ queued: number }> => {
      const { jointId } = of;
      const { monthId, month, state } = await standing(of);
      if (state !== 'issued') throw new Problem('monthNotFound');
      const queued = await db.transaction().execute(async (trx) => {
        await lockBooks(trx, jointId);
        if ((await countAddressees(trx, { jointId, monthId }, what)) === 0) throw new Problem('nobodyToMail');
        const at = Date.now();
        const to = { jointId, monthId, actor, at };
        const quantity = await (what === 'relation' ? queueRelation : queueBills)(trx, to, 'again');
        await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'monthMailed', {
          jointId,
          month,
          what,
          queued: quantity,
        });
        return quantity;
      });
      mail.nudge();
      return { queued };
    },
  };
}

/** True if the requested dates equal the dates of the issued month. A null date equals any date. */
const hasIssuedDates = (requested: GivenDates, issued: GivenDates): boolean =>
  (requested.issueDate ?? issued.issueDate) === issued.issueDate &&
  (requested.dueDate ?? issued.dueDate) === issued.dueDate;
