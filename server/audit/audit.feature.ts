import { auditReports } from './audit.reports.ts';
import { mountAudit } from './audit.routes.ts';

/** The trails of joints, on screen and as files. */
export const auditFeature = { mount: mountAudit, reports: auditReports };
