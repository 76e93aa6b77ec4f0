import { accountsFeature } from './accounts/accounts.feature.ts';
import { assembliesFeature } from './assemblies/assemblies.feature.ts';
import type { LiveContext } from './assemblies/meeting/live-context.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { billingFeature } from './billing/billing.feature.ts';
import { entryFormatters } from './composition/reports.ts';
import { eventsFeature } from './events/events.feature.ts';
import type { EventsContext } from './events/events.service.ts';
import type { Lane } from './platform/db/lanes.ts';
import type { Mount } from './platform/http/mount.ts';
import type { MailKinds, MailNeeds } from './platform/mail/mail-kind.ts';
import type { JobTable } from './platform/queue/job-handler.ts';
import type { PropertiesContext } from './properties/assemblies-port.ts';
import { propertiesFeature } from './properties/properties.feature.ts';

/** What every feature together may use. */
export type AppContext = LiveContext & EventsContext & PropertiesContext;

/**
 * What a feature hands in to the server. What workers need too stands in its `*.reports.ts` and `*.tasks.ts`, which they load
 * alone (`composition/`).
 */
export interface Feature {
  mount: (mount: Mount, context: AppContext) => void;
  /** The kinds of messages that it queues. */
  mail?: (needs: MailNeeds) => Partial<MailKinds>;
  /** Lane of the store that its calls wait in; left out: that of reads. */
  lane?: Lane;
  /** Of jobs that are more than a report made in the background. */
  jobs?: (context: AppContext) => JobTable;
}

/** Every feature by its name on the OpenAPI page, in the order in which their routes are mounted. */
export const features: Readonly<Record<string, Feature>> = {
  accounts: accountsFeature,
  properties: propertiesFeature,
  assemblies: assembliesFeature,
  events: eventsFeature,
  billing: billingFeature,
  audit: auditFeature(entryFormatters),
};

/** The kinds of messages of every feature. */
export const mailKindsOf = (needs: MailNeeds): MailKinds =>
  Object.assign({}, ...Object.values(features).map(({ mail }) => mail?.(needs)));
