import * as presenceApi from '../../../shared/assemblies/presence.api.ts';
import * as rollApi from '../../../shared/assemblies/roll.api.ts';
import * as identitiesApi from '../../../shared/properties/identities.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { listPresenceOf, quorumCheckService } from '../attendance/quorum-check.service.ts';
import { identitiesService } from '../roll/identities.service.ts';
import { rollService } from '../roll/roll.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/**
 * Mounts the endpoints for the assembly's roll (list of units with owners) with corrections, 'Verificar
 * quórum', and connected units.
 */
export function mountRoll(mount: Mount, { context }: AssemblyServices): void {
  const roll = rollService(context);
  const identities = identitiesService(context);
  const check = quorumCheckService(context);

  mount(rollApi.listRoll, ({ params, query }) => roll.list({ ...params, ...query }));
  mount(rollApi.correctRoll, ({ params, body }, { principal }) => roll.correct(params, body, principal));
  mount(identitiesApi.listIdentities, ({ params }) => identities.list(params.jointId));
  mount(identitiesApi.answerIdentity, ({ params, body }, { principal }) =>
    identities.answer(params.jointId, body, principal),
  );
  mount(rollApi.listRollCorrections, ({ params, query }) => roll.corrections({ ...params, ...query }));

  // 'Verificar quórum', and connected units at openings and closings of questions.
  mount(presenceApi.startQuorumCheck, ({ params }, { principal }) => check.start(params.jointId, principal));
  mount(presenceApi.getQuorumCheck, ({ params }, { principal }) => check.current(params.jointId, principal));
  mount(presenceApi.confirmPresence, async ({ params }, { principal }) => ({
    confirmed: await check.confirm(params.jointId, principal),
  }));
  mount(presenceApi.releaseUnconfirmed, ({ params, body }, { principal }) =>
    check.release(params.jointId, body, principal),
  );
  mount(presenceApi.endQuorumCheck, ({ params }, { principal }) => check.end(params.jointId, principal));
  mount(presenceApi.listPresence, ({ params, query }) =>
    listPresenceOf(context, params.jointId, query.assemblyId),
  );
}
