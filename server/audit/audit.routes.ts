import { checkAudit, checkBillingActs, listAudit, listBillingActs } from '../../shared/audit/audit.api.ts';
import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import type { Context } from '../platform/context.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Mount } from '../platform/http/mount.ts';
import { chainOf, checkTrail, listTrail } from './audit.service.ts';

/**
 * Returns the function to mount the endpoints for reading and verifying a joint's audit trails.
 * @param formatters functions to write entries as Spanish sentences
 */
export const mountAudit =
  (formatters: EntryFormatters) =>
  (mount: Mount, { store, directory }: Context): void => {
    const rootOf = async (jointId: number) => (await requireJoint(directory, jointId)).rootId;

    mount(listAudit, async ({ params, query }) =>
      listTrail(store.db, formatters, chainOf('assemblies', await rootOf(params.jointId)), query),
    );
    mount(checkAudit, async ({ params }, { request, principal: { actor } }) => {
      const { chain } = chainOf('assemblies', await rootOf(params.jointId));
      return whileClientWaits(request, (signal) => checkTrail(store.address, chain, { signal, actor }));
    });

    mount(listBillingActs, ({ params, query }) =>
      listTrail(store.db, formatters, chainOf('billing', params.jointId), query),
    );
    mount(checkBillingActs, ({ params }, { request, principal: { actor } }) => {
      const { chain } = chainOf('billing', params.jointId);
      return whileClientWaits(request, (signal) => checkTrail(store.address, chain, { signal, actor }));
    });
  };
