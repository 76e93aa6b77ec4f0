import { maskedCode } from '../../../shared/assemblies/code.ts';
import type { Departure, HeldJoint, JointCode } from '../../../shared/assemblies/codes.api.ts';
import { sumNano, toNumber } from '../../../shared/coefficient.ts';
import { hashOfCode } from '../../../shared/evidence/code-hash.ts';
import { limits } from '../../../shared/limits.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { lockJoint } from '../../platform/db/engine.ts';
import { seesJoint } from '../../platform/http/guard.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { freeUnits, handOver } from '../attendance/leaving.ts';
import { undoDeparture } from '../attendance/undo-departure.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import {
  codeNamed,
  countCards,
  enableCode,
  findCode,
  insertCodes,
  listStandingCodes,
  revokeCodes,
  withdrawCode,
} from '../store/attendance/codes.repository.ts';
import { WITHDRAWN } from '../store/tally/annulment.repository.ts';
import { newCodes } from './badges.service.ts';

/**
 * Service of the codes on cards and badges, for the desk: issues, looks up, exchanges (a lost card), withdraws and
 * revokes codes.
 */
export function codesService(context: AssembliesContext) {
  const { store, directory, guard, sessions, signer } = context;

  /** Finds a code's joint among the caller's joints; other codes get the same error as a mistyped code. */
  async function jointOfCode(text: string, principal: Principal) {
    const code = await codeNamed(store.db, text);
    const issued = code === null ? undefined : await findCode(store.db, code);
    if (code === null || issued === undefined) throw new Problem('holderNotFound');
    if (!(await seesJoint(principal, issued.jointId, 'assembly', guard))) throw new Problem('holderNotFound');
    return { code, rootId: issued.jointId };
  }

  /** Reads the current roll with registrations; with `code` only the units registered with the code. */
  async function registeredIn(rootId: number, code?: string): Promise<RollEntry[]> {
    const assembly = await findCurrent(store.db, rootId);
    // Codes hold units only until the end of the assembly.
    if (assembly === undefined || assembly.closedAt !== null) return [];
    const jointIds = await directory.family(rootId);
    const holder = code === undefined ? {} : { holder: code };
    return readRoll(store.db, { assemblyId: assembly.assemblyId, jointIds, ...holder });
  }

  /** Groups the units of a code by joint. @throws Problem holderNotFound without units */
  async function heldJoints(entries: readonly RollEntry[]): Promise<HeldJoint[]> {
    if (entries.length === 0) throw new Problem('holderNotFound');
    const joints = await Promise.all(
      [...new Set(entries.map((entry) => entry.jointId))].map((jointId) => directory.find(jointId)),
    );
    return joints
      .filter((place) => place !== undefined)
      .map((place) => {
        const here = entries.filter((entry) => entry.jointId === place.jointId);
        return {
          jointId: place.jointId,
          jointName: place.jointName,
          coefficient: toNumber(sumNano(here.map((entry) => entry.coefficient))),
          apartments: here.map((entry) => ({
            apartmentId: entry.apartmentId,
            owner: entry.ownerName,
            coefficient: toNumber(entry.coefficient),
          })),
        };
      });
  }

  return {
    issue: async (
      jointId: number,
      quantity: number,
      principal: Principal,
    ): Promise<{ codes: string[]; lot: string }> => {
      const place = await requireJoint(directory, jointId);
      const codes = newCodes(quantity);
      const at = Date.now();
      await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, place.rootId);
        const { cards: standing, units } = await countCards(trx, place.rootId);
        ensureWithin('tooManyCodes', standing + quantity, limits.tooManyCodes.most + 4 * units);
        const cards = codes.map((code) => ({ code, apartmentId: null }));
        await insertCodes(trx, cards, { rootId: place.rootId, at, actor: principal.actor });
        const chain = jointChain(place.rootId);
        await appendAudit(trx, { chain, actor: principal.actor, at }, 'codesIssued', { quantity });
      });
      return { codes, lot: new Date(at).toISOString() };
    },

    list: async (jointId: number): Promise<JointCode[]> => {
      const place = await requireJoint(directory, jointId);
      const codes = await listStandingCodes(store.db, place.rootId);
      const roll = await registeredIn(place.rootId);
      const held = new Map<string, Set<string>>();
      for (const { registration, apartmentId } of roll) {
        if (registration === null) continue;
        held.set(registration.holder, (held.get(registration.holder) ?? new Set()).add(apartmentId));
      }
      const salt = `${signer.installation}/joint/${place.rootId}`;
      return codes.map(({ code, codeId, badgeOf, issuedAt }) => ({
        code: maskedCode(code),
        codeId,
        codeHash: hashOfCode(sha256, salt, code),
        salt,
        apartments: [...(held.get(code) ?? [])],
        badgeOf,
        lot: new Date(issuedAt).toISOString(),
      }));
    },

    held: async (text: string, principal: Principal): Promise<HeldJoint[]> => {
      const { code, rootId } = await jointOfCode(text, principal);
      return heldJoints(await registeredIn(rootId, code));
    },

    /** Moves the units of a lost code to another code, unchanged ('Cambiar QR'). */
    exchange: async (
      from: string,
      to: string,
      reason: string | null,
      principal: Principal,
    ): Promise<HeldJoint[]> => {
      const { code, rootId } = await jointOfCode(from, principal);
      const moved = await runUseCase(context, { jointId: rootId, by: principal }, async (act) => {
        await unitsHeld(act, code);
        const next = await codeNamed(act.trx, to);
        const issued = next === null ? undefined : await findCode(act.trx, next);
        if (next === null || issued === undefined || issued.revoked || issued.jointId !== rootId) {
          throw new Problem('codeUnknown');
        }
        const standing = { assemblyId: act.assembly.assemblyId, jointIds: act.family, holder: next };
        if ((await readRoll(act.trx, standing)).length > 0) throw new Problem('codeInUse');
        if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
        await handOver(act, [{ from: code, to: next }], { how: 'exchanged', reason });
        await withdrawCode(act.trx, code, act.at);
        await enableCode(act.trx, next);
        act.ended.push(...(await sessions.revokeCodes(act.trx, code)));
        return readRoll(act.trx, standing);
      });
      return heldJoints(moved);
    },

    withdraw: async (text: string, reason: string | null, principal: Principal): Promise<Departure> => {
      const { code, rootId } = await jointOfCode(text, principal);
      return runUseCase(context, { jointId: rootId, by: principal }, async (act) => {
        const apartments = await unitsHeld(act, code);
        const votes = await freeUnits(act, apartments, WITHDRAWN, reason);
        await withdrawCode(act.trx, code, act.at);
        act.ended.push(...(await sessions.revokeCodes(act.trx, code)));
        return { apartments, annulled: votes.map(annulledVote) };
      });
    },

    undoDeparture: async (text: string, principal: Principal): Promise<string[]> => {
      const { code, rootId } = await jointOfCode(text, principal);
      return runUseCase(context, { jointId: rootId, by: principal }, (act) =>
        undoDeparture(act, code, principal),
      );
    },

    revoke: async (
      jointId: number,
      text: string,
      reason: string | null,
      principal: Principal,
    ): Promise<void> => {
      await runUseCase(context, { jointId, by: principal }, async (act) => {
        const code = await codeNamed(act.trx, text);
        const { rootId } = act.place;
        const revoked = code === null ? [] : await revokeCodes(act.trx, [code], { rootId, at: act.at });
        if (code === null || revoked.length === 0) throw new Problem('holderNotFound');
        const held = await readRoll(act.trx, {
          assemblyId: act.assembly.assemblyId,
          jointIds: act.family,
          holder: code,
        });
        // Registrations of a closed assembly do not change.
        if (held.length > 0 && act.assembly.closedAt === null) {
          await freeUnits(act, [...new Set(held.map((entry) => entry.apartmentId))], 'revoked', reason);
        }
        await act.audit('codeRevoked', { code, reason });
        act.ended.push(...(await sessions.revokeCodes(act.trx, code)));
      });
    },
  };
}

const annulledVote = (vote: VoteTable): Departure['annulled'][number] => ({
  jointId: vote.joint_id,
  apartmentId: vote.apartment_id,
  conceptId: vote.concept_id,
});

/** Returns the ids of units registered with a code in the current assembly. */
async function unitsHeld(act: UseCase, code: string): Promise<string[]> {
  const entries = await readRoll(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
    holder: code,
  });
  if (entries.length === 0) throw new Problem('holderNotFound');
  return [...new Set(entries.map((entry) => entry.apartmentId))];
}
