import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { mountAudit } from './audit.routes.ts';

/**
 * Parts of the audit feature (pages and reports of the audit trails) for the start of the server.
 * @param formatters functions of all features to write entries as Spanish sentences
 */
export const auditFeature = (formatters: EntryFormatters) => ({
  lane: 'lists' as const,
  mount: mountAudit(formatters),
});
