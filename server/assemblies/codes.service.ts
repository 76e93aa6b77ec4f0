import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, codeFromBytes, normalizeCode } from '../../shared/assemblies/code.ts';
import type { HeldJoint, JointCode } from '../../shared/assemblies/codes.api.ts';
import { sumNano, toNumber } from '../../shared/coefficient.ts';
import { appendAudit, jointChain } from '../audit/trail.ts';
import type { Context } from '../context.ts';
import { lockJoint } from '../db/engine.ts';
import { seesJoint } from '../http/guard.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { inOneAct } from './act.ts';
import { currentRow } from './assembly.repository.ts';
import { type RollEntry, readRoll } from './attendance.repository.ts';
import { findCode, insertCodes, listStandingCodes } from './codes.repository.ts';
import { freeUnits } from './leaving.ts';

export interface CodesService {
  issue: (
    jointId: number,
    quantity: number,
    principal: Principal,
  ) => Promise<{ codes: string[]; lot: string }>;
  list: (jointId: number) => Promise<JointCode[]>;
  held: (text: string, principal: Principal) => Promise<HeldJoint[]>;
  withdraw: (text: string, reason: string | null, principal: Principal) => Promise<void>;
}

/** Codes on cards: issued in lots for a joint, looked up and withdrawn at the desk. */
export function codesService(context: Context): CodesService {
  const { store, directory, publisher, guard, sessions } = context;

  /** A code of one of the caller's joints; anything else is as unknown as a mistyped one. */
  async function jointOfCode(text: string, principal: Principal) {
    const code = normalizeCode(text);
    const issued = code === null ? undefined : await findCode(store.db, code);
    if (code === null || issued === undefined) throw new Problem('holderNotFound');
    if (!(await seesJoint(principal, issued.jointId, 'assembly', guard))) throw new Problem('holderNotFound');
    return { code, rootId: issued.jointId };
  }

  /** The roll with its registrations, all or a code's. */
  async function registeredIn(rootId: number, code?: string): Promise<RollEntry[]> {
    const assembly = await currentRow(store.db, rootId);
    // What a code holds ends with the assembly.
    if (assembly === undefined || assembly.closed_at !== null) return [];
    const jointIds = await directory.family(rootId);
    const holder = code === undefined ? {} : { holder: code };
    return readRoll(store.db, { assemblyId: assembly.assembly_id, jointIds, ...holder });
  }

  return {
    issue: async (jointId, quantity, principal) => {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Problem('jointNotFound');
      const codes = new Set<string>();
      while (codes.size < quantity) codes.add(codeFromBytes(randomBytes(CODE_LENGTH)));
      const at = Date.now();
      await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, place.rootId);
        await insertCodes(trx, [...codes], { rootId: place.rootId, at, actor: principal.actor });
        const chain = jointChain(place.rootId);
        await appendAudit(trx, { chain, actor: principal.actor, act: 'codesIssued', at, data: { quantity } });
      });
      return { codes: [...codes], lot: new Date(at).toISOString() };
    },

    list: async (jointId) => {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Problem('jointNotFound');
      const codes = await listStandingCodes(store.db, place.rootId);
      const roll = await registeredIn(place.rootId);
      const held = new Map<string, Set<string>>();
      for (const { registration, apartmentId } of roll) {
        if (registration === null) continue;
        held.set(registration.holder, (held.get(registration.holder) ?? new Set()).add(apartmentId));
      }
      return codes.map(({ code, badgeOf, issuedAt }) => ({
        code,
        apartments: [...(held.get(code) ?? [])],
        badgeOf,
        lot: new Date(issuedAt).toISOString(),
      }));
    },

    held: async (text, principal) => {
      const { code, rootId } = await jointOfCode(text, principal);
      const entries = await registeredIn(rootId, code);
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
    },

    withdraw: async (text, reason, principal) => {
      const { code, rootId } = await jointOfCode(text, principal);
      const call = { jointId: rootId, actor: principal.actor, at: Date.now() };
      const { result, touched } = await inOneAct(store.db, directory, call, async (act) => {
        const entries = await readRoll(act.trx, {
          assemblyId: act.assembly.assemblyId,
          jointIds: act.family,
          holder: code,
        });
        if (entries.length === 0) throw new Problem('holderNotFound');
        const apartmentIds = [...new Set(entries.map((entry) => entry.apartmentId))];
        await freeUnits(act, apartmentIds, 'withdrawn', reason);
        return sessions.revokeCode(act.trx, code);
      });
      sessions.ended(result);
      publisher.touch(...touched);
    },
  };
}
