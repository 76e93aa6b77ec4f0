import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { actaDraft, assistanceReport, voteReport } from '../../shared/assemblies/reports.api.ts';
import { type ReportRoute, reportsOf } from '../platform/queue/report-route.ts';
import type { AssembliesTask } from './assemblies.tasks.ts';
import { checkSubject } from './reports/subject.ts';

const report = reportsOf<AssembliesTask>();

export const assembliesReports: readonly ReportRoute[] = [
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
];
