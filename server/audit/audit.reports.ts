import { auditReport, billingActsReport } from '../../shared/audit/audit.api.ts';
import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { type ReportRoute, report } from '../platform/queue/report-route.ts';

/** Reports of the audit feature, with routes. */
export const auditReports = (formatters: EntryFormatters): readonly ReportRoute[] => [
  report(auditReport, async () => ({ default: (await import('./audit.report.ts')).makeAudit(formatters) })),
  report(billingActsReport, async () => ({
    default: (await import('./audit.report.ts')).makeBillingActs(formatters),
  })),
];
