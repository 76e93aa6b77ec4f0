import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { auditReports } from './audit.reports.ts';
import { mountAudit } from './audit.routes.ts';

/** The trails of joints, on screen and as files, told by what the features hand in. */
export const auditFeature = (told: EntryFormatters) => ({
  mount: mountAudit(told),
  reports: auditReports(told),
});
