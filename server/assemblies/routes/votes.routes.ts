import * as attendanceApi from '../../../shared/assemblies/attendance.api.ts';
import * as conceptsApi from '../../../shared/assemblies/concepts.api.ts';
import * as paperEveningApi from '../../../shared/assemblies/paper-evening/typing.api.ts';
import * as ownPowersApi from '../../../shared/assemblies/powers/own-powers.api.ts';
import * as powersApi from '../../../shared/assemblies/powers/powers.api.ts';
import * as splitApi from '../../../shared/assemblies/powers/split-vote.api.ts';
import * as votesApi from '../../../shared/assemblies/votes.api.ts';
import { requestKeyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uploadedFile } from '../../platform/http/uploaded-file.ts';
import { powersService } from '../attendance/powers.service.ts';
import { ownPowersService } from '../own-powers/own-powers.service.ts';
import { paperEveningService } from '../paper-evening/typing.service.ts';
import { votesService } from '../voting/votes.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints for powers of attorney, votes, evenings on paper, and the reversal of registrations and votes. */
export function mountVotes(mount: Mount, { context, attendance, concepts }: AssemblyServices): void {
  const powers = powersService(context);
  const ownPowers = ownPowersService(context);
  const votes = votesService(context, attendance);
  const paper = paperEveningService(context);

  mount(powersApi.listPowers, ({ params, query }) => powers.list({ ...params, ...query }));
  mount(powersApi.enterPower, ({ params, body }, { principal }) =>
    powers.enter(params.jointId, body, principal),
  );
  mount(powersApi.decidePowers, ({ params, body }, { principal }) =>
    powers.decide(params.jointId, body, principal),
  );
  mount(powersApi.importPowers, async ({ params, query }, { principal, request }) =>
    powers.import(params.jointId, await uploadedFile(request), query.commit === true, principal),
  );
  mount(splitApi.listInstructions, ({ params }, { principal }) =>
    powers.instructions(params.jointId, principal),
  );
  mount(powersApi.addPowerPage, async ({ params }, { principal, request }) =>
    powers.addPage(params, await uploadedFile(request), principal),
  );
  mount(powersApi.getPowerPage, ({ params }) => powers.page(params));

  mount(ownPowersApi.getOwnPowers, ({ params }, { principal }) => ownPowers.read(params.jointId, principal));
  mount(ownPowersApi.askPowerCode, ({ params, body }, { principal }) =>
    ownPowers.askCode(params.jointId, body, principal),
  );
  mount(ownPowersApi.signPower, ({ params, body }, { principal }) =>
    ownPowers.sign(params.jointId, body.code, principal),
  );
  mount(ownPowersApi.endOwnPower, ({ params }, { principal }) => ownPowers.revoke(params, principal));

  mount(votesApi.castVote, ({ body }, call) =>
    votes.cast(body, call.principal, requestKeyOf(call, votesApi.castVote.id, body)),
  );
  mount(votesApi.confirmSector, ({ body }, call) =>
    votes.castInSector(body, call.principal, requestKeyOf(call, votesApi.confirmSector.id, body)),
  );
  mount(splitApi.castSplit, ({ params, body }, call) =>
    votes.castSplit(
      params.jointId,
      body,
      call.principal,
      requestKeyOf(call, splitApi.castSplit.id, { params, body }),
    ),
  );
  mount(paperEveningApi.typePaperEvening, ({ params, body }, call) =>
    paper.type(
      params.jointId,
      body,
      call.principal,
      requestKeyOf(call, paperEveningApi.typePaperEvening.id, { params, body }),
    ),
  );
  mount(attendanceApi.removeRegistrations, async ({ params, query }, { principal }) => {
    const { jointId, conceptId } = params;
    const apartmentId = query.apartmentId ?? null;
    const reason = query.reason ?? null;
    if (conceptId !== conceptsApi.ATTENDANCE) {
      await concepts.annulVotes({ jointId, conceptId, apartmentId, reason }, principal);
    } else if (apartmentId === null) await attendance.reset(jointId, reason, principal);
    else await attendance.reverse(jointId, apartmentId, reason, principal);
    return null;
  });
}
