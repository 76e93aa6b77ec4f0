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

/** Who can ask for any report at all; which one is decided by that report's own rule. */
const askers = [...new Set([...reporters, ...eventHosts, ...accountReaders])];

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** A report that is being made: `done` of `total` steps (pages, rows), both 0 while that is not known. */
export const ReportJob = Type.Object({
  state: Type.Enum(jobStates),
  done: Type.Integer(),
  total: Type.Integer(),
  /** The file's name, once it is made. */
  name: Nullable(Type.String()),
  /** Why it failed: a code of the error list; null otherwise. */
  problem: Nullable(Type.String()),
  /** Until when the file is kept. */
  keptUntil: Nullable(Instant),
});
export type ReportJob = Static<typeof ReportJob>;

export const startJob = endpoint('startReportJob', 'POST /reports/jobs', {
  priority: 'bulk',
  access: { profiles: askers, scope: 'session' },
  summary: 'Make a report in the background: its path after the base, e.g. /reports/assistance/1?xlsx=true',
  description:
    "The report's own rule decides who may: 403, 404 as its GET, also where its subject is not there. 422 notAReport for another path. 503 when too many wait.",
  body: Type.Object({ path: Line(2000) }),
  status: 202,
  answer: Type.Object({ jobId: Type.String() }),
});

/** A report as screens show it: what its paper says, without charts. Every figure is written out. */
export const ReportPreview = Type.Object({
  title: Type.String(),
  /** When it was read. */
  madeAt: Instant,
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.Object({ title: Type.String(), isFigure: Type.Boolean() })),
      rows: Type.Array(Type.Array(Type.Object({ text: Type.String(), small: Type.Optional(Type.String()) }))),
      /** The line below the rows; null where nothing is summed. */
      totals: Nullable(Type.Array(Type.String())),
      /** What is said of a table without rows. */
      empty: Type.String(),
    }),
  ),
});
export type ReportPreview = Static<typeof ReportPreview>;

export const previewReport = endpoint('previewReport', 'GET /reports/preview', {
  priority: 'bulk',
  access: { profiles: askers, scope: 'session' },
  summary: 'A report for the screen: its path after the base, e.g. /reports/debtors/1',
  description: "The report's own rule decides who may: 403, 404 as its GET. 422 notAReport for another path.",
  query: Type.Object({ path: Line(2000) }),
  answer: ReportPreview,
});

export const getJob = endpoint('getReportJob', 'GET /reports/jobs/:jobId', {
  access: { profiles: askers, scope: 'session' },
  summary: "How far one's own job is; 404 for another's, or after its file's day",
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
