import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { mountAudit } from './audit.routes.ts';

/** Audit trails of joints on screen, with the formatters of the features. */
export const auditFeature = (formatters: EntryFormatters) => ({
  lane: 'lists' as const,
  mount: mountAudit(formatters),
});
