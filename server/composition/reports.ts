import { accountsEntries } from '../accounts/accounts.entries.ts';
import { assembliesEntries } from '../assemblies/assemblies.entries.ts';
import { assembliesReports } from '../assemblies/assemblies.reports.ts';
import { auditReports } from '../audit/audit.reports.ts';
import { billingEntries } from '../billing/billing.entries.ts';
import { billingReports } from '../billing/billing.reports.ts';
import { eventsReports } from '../events/events.reports.ts';
import { personalEntries } from '../personal/personal.entries.ts';
import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import type { ReportRoute } from '../platform/queue/report-route.ts';
import { propertiesEntries } from '../properties/properties.entries.ts';

/** Functions to describe audit entries in Spanish, for the acts of all features. */
export const entryFormatters: EntryFormatters = {
  ...accountsEntries,
  ...propertiesEntries,
  ...assembliesEntries,
  ...billingEntries,
  ...personalEntries,
};

/** Reports of all features made from the store. The server offers the reports; workers make the files. */
export const reportRoutes: readonly ReportRoute[] = [
  ...assembliesReports,
  ...eventsReports,
  ...billingReports,
  ...auditReports(entryFormatters),
];
