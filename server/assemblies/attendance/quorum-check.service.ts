import type { Presence, QuorumCheckUnits, Released } from '../../../shared/assemblies/presence.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { deviceOf, type OwnerDevice } from '../../accounts/index.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isHolder, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { quorumNow, standingOf } from '../questions/result.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readPresence } from '../store/attendance/presence.repository.ts';
import {
  type AskedUnit,
  checkFigures,
  confirmUnits,
  insertCheck,
  type RunningCheck,
  readAskedUnits,
  runningCheck,
} from '../store/attendance/quorum-check.repository.ts';
import { checkChanged, endCheck, freeUnits } from './leaving.ts';

const UNCONFIRMED = 'No confirmó su presencia.';
/**
 * Service of the quorum check ('Verificar quórum'): asks the people registered from home, in the joint and its
 * sectors, to confirm that they still follow the meeting. A holder confirms all held units at once; the desk may
 * free the units without a confirmation.
 */
export function quorumCheckService(context: AssembliesContext) {
  const { store, directory, connected } = context;

  return {
    start: async (jointId: number, principal: Principal): Promise<QuorumCheckUnits> => {
      const there = await connected(await directory.family(jointId));
      return runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx, assembly, family, at, actor } = act;
        const { assemblyId } = assembly;
        if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
        if ((await runningCheck(trx, assemblyId)) !== undefined) throw new Problem('quorumCheckRunning');
        const isVirtual = assembly.mode === 'virtual';
        const check = { assemblyId, jointIds: family, at, actor, isVirtual };
        const { checkId, askedUnits } = await insertCheck(trx, check);
        if (askedUnits.length === 0) throw new Problem('nobodyRemote');
        checkChanged(act);
        await act.audit('quorumCheckStarted', {
          checkId,
          units: askedUnits.map((unit) => [unit.jointId, unit.apartmentId]),
        });
        const units = await readAskedUnits(trx, { assemblyId, checkId, jointIds: [jointId] });
        return toApi({ checkId, startedAt: at }, units, units, there);
      });
    },

    current: async (jointId: number, principal: Principal): Promise<QuorumCheckUnits> => {
      const place = await requireJoint(directory, jointId);
      const there = await connected(await directory.family(jointId));
      return readAsOfNow(store.db, async (trx) => {
        const { assemblyId } = await assemblyToRead(trx, place.rootId);
        const check = await runningCheck(trx, assemblyId);
        if (check === undefined) throw new Problem('noQuorumCheck');
        const { checkId } = check;
        const units = await readAskedUnits(trx, { assemblyId, checkId, jointIds: [jointId] });
        const own = { assemblyId, checkId, jointIds: [jointId], answeredBy: deviceOf(principal) };
        const seen = isHolder(principal) ? await readAskedUnits(trx, own) : units;
        return toApi(check, units, seen, there);
      });
    },

    confirm: (jointId: number, principal: Principal): Promise<string[]> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { checkId } = await checkOf(act);
        const own = await askedIn(act, checkId, deviceOf(principal));
        const fresh = own.filter((unit) => unit.confirmedAt === null);
        if (fresh.length > 0) {
          await confirmUnits(act.trx, { checkId, apartmentIds: idsOf(fresh), at: act.at });
          for (const unit of fresh) act.changed.attendance.add(unit.jointId);
          const units = fresh.map((unit) => [unit.jointId, unit.apartmentId]);
          await act.audit('presenceConfirmed', { checkId, units });
        }
        return idsOf(own);
      }),

    /** Frees the unconfirmed units. With `preview` only returns the exact figures, and rolls back. */
    release: async (
      jointId: number,
      { apartmentIds, reason, preview = false }: ReleaseWish,
      principal: Principal,
    ): Promise<Released> => {
      const previewed = new Previewed();
      try {
        return await runUseCase(context, { jointId, by: principal }, async (act) => {
          const { checkId } = await checkOf(act);
          const wanted = new Set(apartmentIds);
          const named = (await askedIn(act, checkId)).filter(
            (unit) => unit.confirmedAt === null && wanted.has(unit.apartmentId),
          );
          // Units with a vote are not freed together with other units (specification, section 5, rule 28b).
          const silent = named.filter((unit) => unit.voted === 0);
          const released = idsOf(silent.length > 0 ? silent : named);
          const votes =
            released.length === 0 ? [] : await freeUnits(act, released, 'unconfirmed', reason || UNCONFIRMED);
          if (!preview) return { released };
          const whole = await assemblyToRead(act.trx, act.assembly.rootId, act.assembly.assemblyId);
          const standing = await standingOf(act.trx, whole, jointId);
          const { apartments, coefficient } = standing.now;
          const registered = { apartments, coefficient: toNumber(coefficient) };
          const after = { votes: votes.length, registered, quorum: quorumNow(standing).reached };
          previewed.answer = { released, after };
          throw previewed;
        });
      } catch (error) {
        if (error === previewed && previewed.answer !== null) return previewed.answer;
        throw error;
      }
    },

    end: (jointId: number, principal: Principal): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        if ((await endCheck(act, 'ended')) === undefined) throw new Problem('noQuorumCheck');
      }),
  };
}

interface ReleaseWish {
  apartmentIds: readonly string[];
  reason?: string;
  preview?: boolean;
}

/** Error that rolls back the transaction of a preview and carries the answer. */
class Previewed extends Error {
  answer: Released | null = null;
}

async function checkOf(act: UseCase): Promise<RunningCheck> {
  const check = await runningCheck(act.trx, act.assembly.assemblyId);
  if (check === undefined) throw new Problem('noQuorumCheck');
  return check;
}

/**
 * Reads the units asked by a quorum check and still registered, in the joint and its sectors; with `answeredBy`
 * only the units of a device.
 */
function askedIn(act: UseCase, checkId: number, answeredBy?: OwnerDevice): Promise<AskedUnit[]> {
  const { assemblyId } = act.assembly;
  const where = { assemblyId, checkId, jointIds: act.family };
  return readAskedUnits(act.trx, answeredBy === undefined ? where : { ...where, answeredBy });
}

/** Returns the unit ids without duplicates: a unit may be on the assembly's roll of the joint and of a sector. */
const idsOf = (units: readonly AskedUnit[]): string[] => [...new Set(units.map((unit) => unit.apartmentId))];

function toApi(
  check: RunningCheck,
  all: readonly AskedUnit[],
  seen: readonly AskedUnit[],
  there: ReadonlySet<string>,
): QuorumCheckUnits {
  return {
    ...checkFigures(check, all),
    units: seen.map((unit) => ({
      apartmentId: unit.apartmentId,
      owner: unit.owner,
      coefficient: toNumber(unit.coefficient),
      confirmedAt: instantOf(unit.confirmedAt),
      connected: there.has(unit.holder),
      ...defined({ voted: unit.voted === 1 ? (true as const) : undefined }),
    })),
  };
}

/**
 * Lists the attendance stored at each opening and closing of a joint's questions: units present, and units at home
 * with a live connection.
 * @param assemblyId number of an archived assembly; default: the current assembly
 * @throws Problem jointNotFound, assemblyNotFound
 */
export async function listPresenceOf(
  { store: { db }, directory }: AssembliesContext,
  jointId: number,
  assemblyId?: number,
): Promise<Presence[]> {
  const place = await requireJoint(directory, jointId);
  const assembly = await assemblyToRead(db, place.rootId, assemblyId);
  return readPresence(db, assembly.assemblyId, place.jointId);
}
