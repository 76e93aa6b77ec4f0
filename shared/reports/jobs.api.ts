import Type, { type Static } from 'typebox';
import {
  accountReaders,
  endpoint,
  eventHosts,
  FileAnswer,
  Instant,
  Line,
  Nullable,
  reporters,
} from '../api.ts';

/** Profiles with access to at least a report. Each report has a separate rule. */
const askers = [...new Set([...reporters, ...eventHosts, ...accountReaders])];

/** States of a report job: waiting, being made, finished, failed, or cancelled by the person. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Job for making a report in the background. */
export const ReportJob = Type.Object({
  state: Type.Enum(jobStates),
  /** Number of finished steps (pages, rows). 0 while unknown. */
  done: Type.Integer(),
  /** Number of all steps. 0 while unknown. */
  total: Type.Integer(),
  /** File name of the finished report. Null while unfinished. */
  name: Nullable(Type.String()),
  /** Error code of a failed job. Null for other jobs. */
  problem: Nullable(Type.String()),
  /** Time of the deletion of the report's file. Null while the report is unfinished. */
  keptUntil: Nullable(Instant),
});
export type ReportJob = Static<typeof ReportJob>;

export const startJob = endpoint('startReportJob', 'POST /reports/jobs', {
  priority: 'bulk',
  access: { profiles: askers, scope: 'session' },
  summary: 'Make a report in the background: its path after the base, e.g. /reports/assistance/1?xlsx=true',
  description:
    "The report's access rule applies: 403 and 404 as for the GET, also for an unknown subject. 422 notAReport for another path. 503 if too many jobs wait.",
  body: Type.Object({ path: Line(2000) }),
  status: 202,
  answer: Type.Object({ jobId: Type.String() }),
});

/** Report for display on a screen: content of the paper without charts, with all figures as text. */
export const ReportPreview = Type.Object({
  title: Type.String(),
  /** Time of the data in the report. */
  madeAt: Instant,
  /** Facts at the top of the report: label and value. */
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.Object({ title: Type.String(), isFigure: Type.Boolean() })),
      rows: Type.Array(Type.Array(Type.Object({ text: Type.String(), small: Type.Optional(Type.String()) }))),
      /** Totals below the rows. Null without totals. */
      totals: Nullable(Type.Array(Type.String())),
      /** Text shown for a table without rows. */
      empty: Type.String(),
    }),
  ),
});
export type ReportPreview = Static<typeof ReportPreview>;

export const previewReport = endpoint('previewReport', 'GET /reports/preview', {
  inWorker: true,
  priority: 'bulk',
  access: { profiles: askers, scope: 'session' },
  summary: 'A report for the screen: its path after the base, e.g. /reports/debtors/1',
  description:
    "The report's access rule applies: 403 and 404 as for the GET. 422 notAReport for another path.",
  query: Type.Object({ path: Line(2000) }),
  answer: ReportPreview,
});

export const getJob = endpoint('getReportJob', 'GET /reports/jobs/:jobId', {
  access: { profiles: askers, scope: 'session' },
  summary: 'Progress of an own job; 404 for a job of another user, or after the day of the file',
  answer: ReportJob,
});

export const getJobFile = endpoint('getReportJobFile', 'GET /reports/jobs/:jobId/file', {
  access: { profiles: askers, scope: 'session' },
  summary: 'The finished file; 409 jobUnfinished before that',
  answer: FileAnswer,
  file: true,
});

export const cancelJob = endpoint('cancelReportJob', 'DELETE /reports/jobs/:jobId', {
  access: { profiles: askers, scope: 'session' },
  summary: 'Stop a job, or drop its file',
});
