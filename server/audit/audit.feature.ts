import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { mountAudit } from './audit.routes.ts';

/**
 * Feature that shows the audit trails of joints, with the functions of each feature that write entries as
 * sentences.
 */
export const auditFeature = (formatters: EntryFormatters) => ({
  lane: 'lists' as const,
  mount: mountAudit(formatters),
});
