import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import { mountAudit } from './audit.routes.ts';

/** The trails of joints, on screen, told by what the features hand in. */
export const auditFeature = (told: EntryFormatters) => ({
  lane: 'lists' as const,
  mount: mountAudit(told),
});
