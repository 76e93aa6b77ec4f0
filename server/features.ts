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
import type { MailKinds, MailNeeds } from './platform/mail/kind.ts';
import type { JobTable } from './platform/queue/job-handler.ts';
import type { PropertiesContext } from './properties/assemblies-port.ts';
import { propertiesFeature } from './properties/properties.feature.ts';

/** Context shared by all features. */
export type AppContext = LiveContext & EventsContext & PropertiesContext;

/**
 * Parts a feature registers in the server. Parts for workers are in its `*.reports.ts` and `*.tasks.ts`, loaded
 * separately (`composition/`).
 */
export interface Feature {
  mount: (mount: Mount, context: AppContext) => void;
  /** Kinds of messages queued by the feature. */
  mail?: (needs: MailNeeds) => Partial<MailKinds>;
  /** Lane of the store for the feature's calls. Default: the lane of reads. */
  lane?: Lane;
  /** Handlers of jobs other than background reports. */
  jobs?: (context: AppContext) => JobTable;
}

/** Features by name on the OpenAPI page, in the order of mounting. */
export const features: Readonly<Record<string, Feature>> = {
  accounts: accountsFeature,
  properties: propertiesFeature,
  assemblies: assembliesFeature,
  events: eventsFeature,
  billing: billingFeature,
  audit: auditFeature(entryFormatters),
};

/** Returns the message kinds of all features. */
export const mailKindsOf = (needs: MailNeeds): MailKinds =>
  Object.assign({}, ...Object.values(features).map(({ mail }) => mail?.(needs)));
