import type { Store } from '../db/connect.ts';
import { whileClientWaits } from '../http/client-gone.ts';
import type { Mount } from '../http/mount.ts';
import type { ReportRoute } from './report-route.ts';
import { makeReportFile } from './run-in-worker.ts';

/** Adds the GET endpoint of each report. The answer waits until the report is made. */
export function mountReports(
  mount: Mount,
  { store, routes }: { store: Store; routes: readonly ReportRoute[] },
): void {
  for (const { endpoint, taskOf, check } of routes) {
    mount(endpoint, async (input, { principal, request }) => {
      await check?.(store.db, principal, input);
      return whileClientWaits(request, (signal) =>
        makeReportFile(store.address, taskOf(input, principal), { signal, actor: principal.actor }),
      );
    });
  }
}
