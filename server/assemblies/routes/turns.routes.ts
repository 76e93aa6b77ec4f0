import * as proposalsApi from '../../../shared/assemblies/turns/proposals.api.ts';
import * as turnsApi from '../../../shared/assemblies/turns/turns.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { proposalsService } from '../turns/proposals.service.ts';
import { turnsService } from '../turns/turns.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints for turns to speak, and for the proposals of owners. */
export function mountTurns(mount: Mount, { context }: AssemblyServices): void {
  const turns = turnsService(context);
  const proposals = proposalsService(context);

  mount(turnsApi.listTurns, ({ params }) => turns.list(params.jointId));
  mount(turnsApi.getOwnTurn, ({ params }, { principal }) => turns.own(params.jointId, principal));
  mount(turnsApi.askTurn, ({ params }, { principal }) => turns.ask(params.jointId, principal));
  mount(turnsApi.askTurnAtDesk, ({ params, body }, { principal }) =>
    turns.askAtDesk(params.jointId, body.apartmentId, principal),
  );
  mount(turnsApi.withdrawOwnTurn, ({ params }, { principal }) => turns.withdraw(params.jointId, principal));
  mount(turnsApi.changeTurn, ({ params, body }, { principal }) => turns.change(params, body, principal));
  mount(proposalsApi.listOwnerProposals, ({ params }, { principal }) =>
    proposals.list(params.jointId, principal),
  );
  mount(proposalsApi.writeProposal, ({ params, body }, { principal }) =>
    proposals.write(params.jointId, body.text, principal),
  );
  mount(proposalsApi.withdrawProposal, ({ params }, { principal }) => proposals.withdraw(params, principal));
}
