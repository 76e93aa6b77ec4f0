import { accountsFeature } from './accounts/accounts.feature.ts';
import { assembliesFeature } from './assemblies/assemblies.feature.ts';
import type { LiveContext } from './assemblies/meeting/live-context.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { billingFeature } from './billing/billing.feature.ts';
import { eventsFeature } from './events/events.feature.ts';
import type { EventsContext } from './events/events.service.ts';
import type { EntryFormatters } from './platform/audit/entry-words.ts';
import type { Mount } from './platform/http/mount.ts';
import type { MailKinds, MailNeeds } from './platform/mail/mail-kind.ts';
import type { JobTable } from './platform/queue/job-handler.ts';
import type { ReportRoute } from './platform/queue/report-route.ts';
import type { PropertiesContext } from './properties/assemblies-port.ts';
import { propertiesFeature } from './properties/properties.feature.ts';

/** What every feature together may use. */
export type AppContext = LiveContext & EventsContext & PropertiesContext;

/** What a feature hands in. What its workers need stands in its `*.tasks.ts`, which they load alone. */
export interface Feature {
  mount: (mount: Mount, context: AppContext) => void;
  reports?: readonly ReportRoute[];
  /** How the trail tells its acts. */
  entries?: EntryFormatters;
  /** The kinds of messages that it queues. */
  mail?: (needs: MailNeeds) => Partial<MailKinds>;
  /** Of jobs that are more than a report made in the background. */
  jobs?: (context: AppContext) => JobTable;
}

const told: Readonly<Record<string, Feature>> = {
  accounts: accountsFeature,
  properties: propertiesFeature,
  assemblies: assembliesFeature,
  events: eventsFeature,
  billing: billingFeature,
};

/** Every feature by its name on the OpenAPI page, in the order in which their routes are mounted. */
export const features: Readonly<Record<string, Feature>> = {
  ...told,
  audit: auditFeature(Object.assign({}, ...Object.values(told).map(({ entries }) => entries))),
};

/** The kinds of messages of every feature. */
export const mailKindsOf = (needs: MailNeeds): MailKinds =>
  Object.assign({}, ...Object.values(features).map(({ mail }) => mail?.(needs)));

/** Every report that is made of the store. */
export const reportRoutes: readonly ReportRoute[] = Object.values(features).flatMap(
  ({ reports = [] }) => reports,
);
