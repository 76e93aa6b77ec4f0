import { checkAudit, checkBillingActs, listAudit, listBillingActs } from '../../shared/audit/audit.api.ts';
import type { Context } from '../platform/context.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import type { Mount } from '../platform/http/mount.ts';
import { Problem } from '../platform/http/problem.ts';
import { chainOf, listTrail } from './audit.service.ts';
import { checkTrail } from './trail-check.service.ts';

/** A joint's trails on screen. Their files are among the reports. */
export function mountAudit(mount: Mount, { store, directory }: Context): void {
  async function rootOf(jointId: number): Promise<number> {
    const place = await directory.find(jointId);
    if (place === undefined) throw new Problem('jointNotFound');
    return place.rootId;
  }

  mount(listAudit, async ({ params, query }) =>
    listTrail(store.db, chainOf('assemblies', await rootOf(params.jointId)), query),
  );
  mount(checkAudit, async ({ params }, { request }) => {
    const { chain } = chainOf('assemblies', await rootOf(params.jointId));
    return whileClientWaits(request, (signal) => checkTrail(store.address, chain, signal));
  });

  mount(listBillingActs, ({ params, query }) =>
    listTrail(store.db, chainOf('billing', params.jointId), query),
  );
  mount(checkBillingActs, ({ params }, { request }) => {
    const { chain } = chainOf('billing', params.jointId);
    return whileClientWaits(request, (signal) => checkTrail(store.address, chain, signal));
  });
}
