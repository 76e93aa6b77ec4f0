import { auditReport, billingActsReport } from '../../shared/audit/audit.api.ts';
import { type ReportRoute, reportsOf } from '../platform/queue/report-route.ts';
import type { TrailTask } from './audit-report.ts';

const report = reportsOf<TrailTask>();

export const auditReports: readonly ReportRoute[] = [
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
