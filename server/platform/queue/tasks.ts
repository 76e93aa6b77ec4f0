import type { FileAnswer } from '../../../shared/api.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { IssueTask } from '../../billing/issue/issue-job.ts';
import type { MonthTask } from '../../billing/issue/month-work.ts';
import type { PaymentsTask } from '../../billing/payments/payments-work.ts';
import type { Db } from '../db/engine.ts';

/** Whose report, and of which of a joint's assemblies: the current one, or the archived one that is named. */
interface OfAssembly {
  jointId: number;
  assemblyId?: number;
}

/** What a worker is asked to make of the store. Plain data: it crosses over to the worker, and is kept as JSON. */
export type ReportTask =
  | ({ kind: 'assistance'; format: 'pdf' | 'xlsx' } & OfAssembly)
  | ({ kind: 'vote'; format: 'pdf' | 'xlsx'; conceptId: number } & OfAssembly)
  | ({ kind: 'acta'; format: 'pdf' | 'docx' } & OfAssembly)
  | { kind: 'event'; format: 'pdf' | 'xlsx'; eventId: number }
  | { kind: 'bill'; format: 'pdf' | 'xlsx'; jointId: number; bill: number; toRead: boolean }
  | { kind: 'cashReceipt'; format: 'pdf' | 'xlsx'; jointId: number; receipt: number }
  | { kind: 'bills'; format: 'pdf' | 'xlsx'; jointId: number; month: Month; form?: 'full' | 'data' }
  | { kind: 'billsRelationship'; format: 'pdf' | 'xlsx'; jointId: number; month: Month }
  | { kind: 'balanceByAge'; format: 'pdf' | 'xlsx'; jointId: number; date?: Day }
  | { kind: 'debtors'; format: 'pdf' | 'xlsx'; jointId: number; date?: Day }
  | { kind: 'monthsPayments'; format: 'pdf' | 'xlsx'; jointId: number; month: Month }
  | {
      kind: 'accountBalance';
      format: 'pdf' | 'xlsx';
      jointId: number;
      apartmentId: string;
      own?: boolean;
      date?: Day;
    }
  | { kind: 'debtCertificate'; format: 'pdf' | 'xlsx'; jointId: number; apartmentId: string }
  | { kind: 'clearance'; format: 'pdf' | 'xlsx'; jointId: number; apartmentId: string }
  | { kind: 'accounting'; format: 'csv'; jointId: number; month: Month }
  | {
      kind: 'audit';
      trail: 'assemblies' | 'billing';
      format: 'xlsx' | 'jsonl';
      jointId: number;
      act?: string;
      text?: string;
      from?: string;
      until?: string;
    };

/** How far a task is, in its own steps. Called often; whoever listens thins it out. */
export type Progress = (done: number, total: number) => void;

/**
 * Makes a report of what the store holds as of one instant. It runs in a worker with a connection of its own, and
 * may take the thread for as long as it needs. Refusals are Problems, which cross back as they are.
 */
export type ReportMaker<T extends ReportTask = ReportTask> = (
  db: Db,
  task: T,
  progress: Progress,
) => Promise<FileAnswer>;

/** Everything that a worker does with a store of its own. */
export type StoreTask =
  | ReportTask
  | MonthTask
  | PapersTask
  | PaymentsTask
  | { kind: 'auditCheck'; chain: string };

/** Bills as files of their own, for mail. */
export interface PapersTask {
  kind: 'billPapers';
  jointId: number;
  bills: readonly number[];
  /** Of all files together; what would come after is left out. */
  mostBytes: number;
}

/** What a job does. */
export type JobTask = ReportTask | IssueTask;
