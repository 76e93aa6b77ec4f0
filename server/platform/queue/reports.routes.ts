import { reportRoutes } from '../../composition/report-routes.ts';
import type { Store } from '../db/connect.ts';
import { whileClientWaits } from '../http/client-gone.ts';
import type { Mount } from '../http/mount.ts';
import { makeReport } from './make-report.ts';

/** Each report by its GET, which makes it and waits. */
export function mountReports(mount: Mount, { store }: { store: Store }): void {
  for (const { endpoint, taskOf, check } of reportRoutes) {
    mount(endpoint, async (input, { principal, request }) => {
      await check?.(store.db, principal, input);
      return whileClientWaits(request, (signal) =>
        makeReport(store.address, taskOf(input, principal), { signal }),
      );
    });
  }
}
