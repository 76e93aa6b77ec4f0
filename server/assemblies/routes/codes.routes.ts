import * as codesApi from '../../../shared/assemblies/codes.api.ts';
import { requestKeyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { badgesService } from '../credentials/badges.service.ts';
import { codesService } from '../credentials/codes.service.ts';
import { badgeVotesService } from '../voting/badge-votes.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints for codes on cards and badges, with the units of each code. */
export function mountCodes(mount: Mount, { context, slips }: AssemblyServices): void {
  const codes = codesService(context);
  const badges = badgesService(context);
  const ballots = badgeVotesService(context);

  mount(codesApi.issueCodes, ({ params, body }, { principal }) =>
    codes.issue(params.jointId, body.quantity, principal),
  );
  mount(codesApi.listCodes, ({ params }) => codes.list(params.jointId));
  mount(codesApi.revokeCode, ({ params, query }, { principal }) =>
    slips.watch(principal, { texts: [params.code], jointId: params.jointId }, () =>
      codes.revoke(params.jointId, params.code, query.reason ?? null, principal),
    ),
  );
  mount(codesApi.makeBadges, ({ params, body }, { principal }) =>
    badges.make(params.jointId, body, principal),
  );

  mount(codesApi.castBallots, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.badge], jointId: params.jointId }, () =>
      ballots.cast(
        params.jointId,
        body,
        call.principal,
        requestKeyOf(call, codesApi.castBallots.id, { params, body }),
      ),
    ),
  );

  mount(codesApi.getHolder, ({ params }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, () => codes.held(params.code, principal)),
  );
  mount(codesApi.exchangeHolder, ({ params, body }, { principal }) =>
    slips.watch(principal, { texts: [params.code, body.code] }, () =>
      codes.exchange(params.code, body.code, body.reason ?? null, principal),
    ),
  );
  const withdraw = (code: string, reason: string | undefined, principal: Principal) =>
    slips.watch(principal, { texts: [code] }, () => codes.withdraw(code, reason ?? null, principal));
  mount(codesApi.withdrawHolder, async ({ params, query }, { principal }) => {
    await withdraw(params.code, query.reason, principal);
    return null;
  });
  mount(codesApi.departHolder, ({ params, body }, { principal }) =>
    withdraw(params.code, body.reason, principal),
  );
  mount(codesApi.undoDeparture, ({ params }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, async () => ({
      apartments: await codes.undoDeparture(params.code, principal),
    })),
  );
}
