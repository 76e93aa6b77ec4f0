import { getAfter, sendSummary } from '../../../shared/assemblies/after.api.ts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { afterService } from './after.service.ts';

/** What is due after an assembly has closed. */
export function mountAfter(mount: Mount, context: Context): void {
  const after = afterService(context);
  mount(getAfter, ({ params, query }) => after.read({ ...params, ...query }));
  mount(sendSummary, ({ params, query, body }, { principal }) =>
    after.sendSummary({ ...params, ...query }, body.again === true, principal),
  );
}
