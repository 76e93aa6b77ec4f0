import { auditReport, billingActsReport } from '../../shared/audit/audit.api.ts';
import { type ReportRoute, report } from '../platform/queue/report-route.ts';

export const auditReports: readonly ReportRoute[] = [
  report(auditReport, () => import('./audit.report.ts')),
  report(billingActsReport, async () => ({ default: (await import('./audit.report.ts')).makeBillingActs })),
];
