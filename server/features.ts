import { accountsFeature } from './accounts/accounts.feature.ts';
import { assembliesFeature } from './assemblies/assemblies.feature.ts';
import type { LiveContext } from './assemblies/meeting/live-context.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { billingFeature } from './billing/billing.feature.ts';
import type { BillingContext } from './billing/gateway/gateway.types.ts';
import { entryFormatters } from './composition/reports.ts';
import { eventsFeature } from './events/events.feature.ts';
import type { EventsContext } from './events/events.service.ts';
import { personalFeature } from './personal/personal.feature.ts';
import type { Lane } from './platform/db/lanes.ts';
import type { Mount } from './platform/http/mount.ts';
import type { MailKinds, MailNeeds } from './platform/mail/kind.ts';
import type { JobTable } from './platform/queue/job-handler.ts';
import type { PropertiesContext } from './properties/assemblies-port.ts';
import { propertiesFeature } from './properties/properties.feature.ts';
import { searchFeature } from './search/search.feature.ts';
import { todayFeature } from './today/today.feature.ts';

/** Services and data shared by all features. */
export type AppContext = LiveContext & EventsContext & PropertiesContext & BillingContext;

/**
 * Parts of a feature added to the server. Parts for workers are in the feature's `*.reports.ts` and `*.tasks.ts`,
 * loaded separately (`composition/`).
 */
export interface Feature {
  mount: (mount: Mount, context: AppContext) => void;
  /** Kinds of mail messages queued by the feature, with a writer for each kind. */
  mail?: (needs: MailNeeds) => Partial<MailKinds>;
  /** Priority group (lane) of the feature's calls in the database queue. Default: `reads`. */
  lane?: Lane;
  /** Handlers of the feature's background jobs other than reports. */
  jobs?: (context: AppContext) => JobTable;
}

/** All features by name on the OpenAPI page, in the order of mounting. */
export const features: Readonly<Record<string, Feature>> = {
  accounts: accountsFeature,
  properties: propertiesFeature,
  assemblies: assembliesFeature,
  events: eventsFeature,
  billing: billingFeature,
  audit: auditFeature(entryFormatters),
  personal: personalFeature,
  search: searchFeature,
  today: todayFeature,
};

/** Returns the kinds of mail messages of all features, with a writer for each kind. */
export const mailKindsOf = (needs: MailNeeds): MailKinds =>
  Object.assign({}, ...Object.values(features).map(({ mail }) => mail?.(needs)));
