import type { Static, TObject, TSchema } from 'typebox';
import { Clean } from 'typebox/value';
import type { Endpoint, FileAnswer } from '../../shared/api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { actaDraft, assistanceReport, voteReport } from '../../shared/assemblies/reports.api.ts';
import { auditReport, billingActsReport } from '../../shared/audit/audit.api.ts';
import {
  accountBalanceReport,
  accountingExport,
  balanceByAgeReport,
  billReport,
  billsRelationshipReport,
  billsReport,
  cashReceiptReport,
  clearanceReport,
  debtCertificateReport,
  debtorsReport,
  monthsPaymentsReport,
} from '../../shared/billing/reports.api.ts';
import { monthOf } from '../../shared/days.ts';
import { eventReport } from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { checkSubject } from '../assemblies/reports/subject.ts';
import { accountFor } from '../billing/accounts/own-units.ts';
import { checkOwnBill, checkOwnReceipt } from '../billing/invoices/own-documents.ts';
import { latestPosting } from '../billing/ledger/ledger.repository.ts';
import { eventExists } from '../events/events.repository.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReportTask } from '../platform/queue/tasks.ts';

type ReportEndpoint<P extends TObject, Q extends TSchema> = Endpoint<P, Q, TSchema, typeof FileAnswer>;

/** Who a report is for. */
export type Asker = Pick<Principal, 'profileId'>;

/** A report's endpoint, and the task that its GET waits for or its job has done. */
export interface ReportRoute {
  endpoint: Endpoint;
  /** Of an input that was validated, from one whose scope was checked; whose it is may tell how it looks. */
  taskOf: (input: { params: unknown; query: unknown }, by: Asker) => ReportTask;
  /**
   * What the guard cannot know of the same input: whether it is there, and whose the unit or the document is. Asked by
   * the GET, and by its job both when it is asked for and when its file is fetched. Throws a Problem.
   */
  check?: (db: Db, principal: Principal, input: { params: unknown; query: unknown }) => Promise<void>;
}

/** Ties both together while their types are known. */
function report<P extends TObject, Q extends TSchema>(
  endpoint: ReportEndpoint<P, Q>,
  taskOf: (input: { params: Static<P>; query: Static<Q> }, by: Asker) => ReportTask,
  check?: (db: Db, principal: Principal, input: { params: Static<P>; query: Static<Q> }) => Promise<void>,
): ReportRoute {
  // Fields that a schema does not name are let through by it: without this, `?jointId=2` would become the task's.
  const clean = (schema: TSchema | undefined, value: unknown) =>
    schema === undefined ? {} : Clean(schema, { ...Object(value) });
  const cleaned = ({ params, query }: { params: unknown; query: unknown }) => ({
    params: clean(endpoint.params, params) as Static<P>,
    query: clean(endpoint.query, query) as Static<Q>,
  });
  return {
    endpoint: endpoint as Endpoint,
    taskOf: (input, by) => taskOf(cleaned(input), by),
    ...(check === undefined
      ? {}
      : { check: (db: Db, principal: Principal, input) => check(db, principal, cleaned(input)) }),
  };
}

/** The joint has books: without them there is nothing to make, and no worker is started to find that out. */
async function checkBooks(
  db: Db,
  _principal: Principal,
  { params }: { params: { jointId: number } },
): Promise<void> {
  if ((await latestPosting(db, params.jointId)) === null) throw new Problem('monthNotFound');
}

/** The unit is the joint's, and of an owner their own. */
async function checkUnit(
  db: Db,
  principal: Principal,
  input: { params: { jointId: number; apartmentId: string } },
): Promise<void> {
  await accountFor(db, principal, input.params);
  await checkBooks(db, principal, input);
}

/** Every report that is made of the store. A new one is a line here, its kind in `tasks.ts` and its maker. */
export const reportRoutes: readonly ReportRoute[] = [
  report(
    assistanceReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'assistance',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkSubject,
  ),
  report(
    voteReport,
    ({ params, query: { xlsx, conceptId, ...of } }) => ({
      ...(conceptId === ATTENDANCE ? { kind: 'assistance' } : { kind: 'vote', conceptId }),
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkSubject,
  ),
  report(
    actaDraft,
    ({ params, query: { docx, ...of } }) => ({
      kind: 'acta',
      format: docx === true ? 'docx' : 'pdf',
      ...params,
      ...of,
    }),
    checkSubject,
  ),
  report(
    eventReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'event',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    async (db, _principal, { params }) => {
      if (!(await eventExists(db, params.eventId))) throw new Problem('eventNotFound');
    },
  ),
  report(
    billReport,
    ({ params: { bill }, query: { jointId, xlsx } }, { profileId }) => ({
      kind: 'bill',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      bill,
      // Whoever has no pre-printed form reads nothing without its headings.
      toRead: profileId === Profile.owner,
    }),
    (db, principal, { params, query }) => checkOwnBill(db, principal, query.jointId, params.bill),
  ),
  report(
    billsReport,
    ({ params: { jointId }, query: { year, month, form, xlsx } }) => ({
      kind: 'bills',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      month: monthOf(year, month),
      ...(form === undefined ? {} : { form }),
    }),
    checkBooks,
  ),
  report(
    cashReceiptReport,
    ({ params: { cashReceipt }, query: { jointId, xlsx } }) => ({
      kind: 'cashReceipt',
      format: xlsx === true ? 'xlsx' : 'pdf',
      jointId,
      receipt: cashReceipt,
    }),
    (db, principal, { params, query }) => checkOwnReceipt(db, principal, query.jointId, params.cashReceipt),
  ),
  report(
    billsRelationshipReport,
    ({ params, query: { year, month, xlsx } }) => ({
      kind: 'billsRelationship',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
  report(
    balanceByAgeReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'balanceByAge',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkBooks,
  ),
  report(
    debtorsReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'debtors',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkBooks,
  ),
  report(
    monthsPaymentsReport,
    ({ params, query: { year, month, xlsx } }) => ({
      kind: 'monthsPayments',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
  report(
    accountBalanceReport,
    ({ params, query: { xlsx, ...of } }) => ({
      kind: 'accountBalance',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
      ...of,
    }),
    checkUnit,
  ),
  report(
    debtCertificateReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'debtCertificate',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    checkUnit,
  ),
  report(
    clearanceReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'clearance',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    checkUnit,
  ),
  report(
    accountingExport,
    ({ params, query: { year, month } }) => ({
      kind: 'accounting',
      format: 'csv',
      ...params,
      month: monthOf(year, month),
    }),
    checkBooks,
  ),
  report(auditReport, ({ params, query: { jsonl, ...filter } }) => ({
    kind: 'audit',
    trail: 'assemblies',
    format: jsonl === true ? 'jsonl' : 'xlsx',
    ...params,
    ...filter,
  })),
  report(billingActsReport, ({ params, query: { jsonl, ...filter } }) => ({
    kind: 'audit',
    trail: 'billing',
    format: jsonl === true ? 'jsonl' : 'xlsx',
    ...params,
    ...filter,
  })),
];
