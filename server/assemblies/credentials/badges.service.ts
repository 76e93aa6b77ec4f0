import { randomBytes } from 'node:crypto';
import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import { CODE_LENGTH, codeFromBytes, maskedCode } from '../../../shared/assemblies/code.ts';
import type { makeBadges } from '../../../shared/assemblies/codes.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { handOver } from '../attendance/leaving.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { insertCodes, listStandingCodes, revokeCodes } from '../store/attendance/codes.repository.ts';
import { standingBadges, unitsForBadges } from './badges.repository.ts';

type BadgeRequest = InputOf<typeof makeBadges>['body'];
type Made = AnswerOf<typeof makeBadges>;

/**
 * Service of the badges for owners: issues, lists and renews the code of each unit. A code stays valid for all
 * assemblies until renewed.
 */
export function badgesService(context: AssembliesContext) {
  return {
    make: async (jointId: number, request: BadgeRequest, principal: Principal): Promise<Made> => {
      // Renewing invalidates badges in people's hands: a missing list must not renew all units.
      if (request.renew === true && request.apartmentIds === undefined) throw new Problem('badRequest');
      return runUseCase(context, { jointId, by: principal }, async (act) => {
        const { codesRevoked, ...made } = await makeIn(act, request);
        act.ended.push(...(await context.sessions.revokeCodes(act.trx, ...codesRevoked)));
        return { ...made, revoked: codesRevoked.length };
      });
    },
  };
}

async function makeIn(
  act: UseCase,
  { apartmentIds, renew = false, reason: typedReason }: BadgeRequest,
): Promise<Omit<Made, 'revoked'> & { codesRevoked: string[] }> {
  const { trx, assembly, place, family, at } = act;
  const { rootId } = place;
  const reason = typedReason ?? null;
  // Codes belong to the root joint; a unit in several sectors has a single badge.
  const within = place.jointId === rootId ? family : [place.jointId];
  const holdable = await unitsForBadges(trx, assembly, within);
  const wanted = apartmentIds ?? holdable;
  const set = new Set(holdable);
  const unknown = wanted.filter((id) => !set.has(id));
  if (unknown.length > 0) throw new Problem('apartmentNotFound', { apartments: unknown });

  const standing = await standingBadges(trx, rootId);
  const without = wanted.filter((id) => renew || !standing.has(id));
  const codes = newCodes(without.length);
  const fresh = new Map(without.map((id, i) => [id, codes[i] ?? '']));
  await insertCodes(
    trx,
    [...fresh].map(([apartmentId, code]) => ({ code, apartmentId })),
    { rootId, at, actor: act.actor },
  );
  const moves = [...fresh].flatMap(([id, to]) => (standing.get(id) ?? []).map((from) => ({ from, to })));
  const codesRevoked = await revokeCodes(
    trx,
    moves.map(({ from }) => from),
    { rootId, at },
  );
  if (fresh.size > 0) {
    await act.audit('badgesIssued', { apartments: without, revoked: codesRevoked, reason });
  }
  // Codes hold units only until the end of the assembly: registrations of a closed assembly do not change.
  if (assembly.closedAt === null) await handOver(act, moves, { how: 'renewed', reason });
  return {
    lot: fresh.size === 0 ? null : new Date(at).toISOString(),
    issued: fresh.size,
    codesRevoked,
    badges: await maskedBadges(trx, rootId, wanted),
  };
}

/** Lists the newest valid badge of each unit, with the masked code. */
async function maskedBadges(trx: Db, rootId: number, wanted: readonly string[]): Promise<Made['badges']> {
  const newest = new Map(
    (await listStandingCodes(trx, rootId)).map(({ badgeOf, code, codeId }) => [
      badgeOf,
      { code: maskedCode(code), codeId },
    ]),
  );
  return wanted.flatMap((apartmentId) => {
    const badge = newest.get(apartmentId);
    return badge === undefined ? [] : [{ apartmentId, ...badge }];
  });
}

/**
 * Makes `quantity` random codes for cards and badges, all different. A code registers units and votes for the
 * units.
 */
export function newCodes(quantity: number): string[] {
  const codes = new Set<string>();
  while (codes.size < quantity) codes.add(codeFromBytes(randomBytes(CODE_LENGTH)));
  return [...codes];
}
