import {
  castBallots,
  exchangeHolder,
  getHolder,
  issueCodes,
  listCodes,
  makeBadges,
  revokeCode,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import { keyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { AssembliesContext } from '../store/assemblies-context.ts';
import { ballotsService } from '../voting/ballots.service.ts';
import { badgesService } from './badges.service.ts';
import type { InvalidCodeLimiter } from './code-slips.ts';
import { codesService } from './codes.service.ts';

/** Codes of cards and badges, and what each of them holds. */
export function mountCodes(mount: Mount, context: AssembliesContext, slips: InvalidCodeLimiter): void {
  const codes = codesService(context);
  const badges = badgesService(context);
  const ballots = ballotsService(context);

  mount(issueCodes, ({ params, body }, { principal }) =>
    codes.issue(params.jointId, body.quantity, principal),
  );
  mount(listCodes, ({ params }) => codes.list(params.jointId));
  mount(revokeCode, ({ params, query }, { principal }) =>
    slips.watch(principal, { texts: [params.code], jointId: params.jointId }, async () => {
      await codes.revoke(params.jointId, params.code, query.reason ?? null, principal);
      return null;
    }),
  );
  mount(makeBadges, ({ params, body }, { principal }) => badges.make(params.jointId, body, principal));

  mount(castBallots, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.badge], jointId: params.jointId }, () =>
      ballots.cast(params.jointId, body, call.principal, keyOf(call, castBallots.id, { params, body })),
    ),
  );

  mount(getHolder, ({ params }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, () => codes.held(params.code, principal)),
  );
  mount(exchangeHolder, ({ params, body }, { principal }) =>
    slips.watch(principal, { texts: [params.code, body.code] }, () =>
      codes.exchange(params.code, body.code, body.reason ?? null, principal),
    ),
  );
  mount(withdrawHolder, ({ params, query }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, async () => {
      await codes.withdraw(params.code, query.reason ?? null, principal);
      return null;
    }),
  );
}
