import {
  confirmPresence,
  endQuorumCheck,
  getQuorumCheck,
  listPresence,
  releaseUnconfirmed,
  startQuorumCheck,
} from '../../../shared/assemblies/presence.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { AssembliesContext } from '../store/assemblies-context.ts';
import { listPresenceOf } from './presence.service.ts';
import { quorumCheckService } from './quorum-check.service.ts';

/** 'Verificar quórum', and who was connected when questions opened and closed. */
export function mountPresence(mount: Mount, context: AssembliesContext): void {
  const check = quorumCheckService(context);
  mount(startQuorumCheck, ({ params }, { principal }) => check.start(params.jointId, principal));
  mount(getQuorumCheck, ({ params }, { principal }) => check.current(params.jointId, principal));
  mount(confirmPresence, async ({ params }, { principal }) => ({
    confirmed: await check.confirm(params.jointId, principal),
  }));
  mount(releaseUnconfirmed, async ({ params, body }, { principal }) => ({
    released: await check.release(params.jointId, body, principal),
  }));
  mount(endQuorumCheck, async ({ params }, { principal }) => {
    await check.end(params.jointId, principal);
    return null;
  });
  mount(listPresence, ({ params, query }) => listPresenceOf(context, params.jointId, query.assemblyId));
}
