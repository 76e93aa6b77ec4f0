import type { InputOf } from '../../../shared/api.ts';
import { extendedTo } from '../../../shared/assemblies/course/turn-timer.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import type { changeTurn, Turn } from '../../../shared/assemblies/turns/turns.api.ts';
import { limits } from '../../../shared/limits.ts';
import { deviceOf } from '../../accounts/index.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readTurnMinutes } from '../../properties/index.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import {
  countAsked,
  insertTurn,
  readTurns,
  type StoredTurn,
  speakingOf,
  updateTurn,
  waitingTurns,
} from './turns.repository.ts';

/**
 * Service of the turns to speak (PRODUCT §17 rule 5): attendees ask on the phone or at the desk, the secretary gives
 * single turns in the order of asking (docs/why/turns.md).
 */
export function turnsService(context: AssembliesContext) {
  const { store, directory } = context;

  /** Runs an act of an open assembly, and notifies every screen. @throws Problem turnNotOpen */
  const act = <T>(jointId: number, by: Principal, work: (act: UseCase) => Promise<T>): Promise<T> =>
    runUseCase(context, { jointId, by }, async (act) => {
      if (act.assembly.openedAt === null || act.assembly.closedAt !== null) throw new Problem('turnNotOpen');
      for (const id of act.family) act.changed.concepts.add(id);
      return work(act);
    });

  return {
    /** Lists the running turn and the queue for the secretary. @throws Problem assemblyNotFound */
    list: async (jointId: number) => {
      const { rootId } = await requireJoint(directory, jointId);
      return readAsOfNow(store.db, async (trx) => {
        const { assemblyId } = await assemblyToRead(trx, rootId);
        const turns = await readTurns(trx, assemblyId);
        const running = speakingOf(turns);
        return {
          minutes: await readTurnMinutes(trx, rootId),
          speaking: running === undefined ? null : turnToApi(running),
          waiting: waitingTurns(turns).map(turnToApi),
        };
      });
    },

    /** Returns the number of the caller's running turn or waiting request; null without any. */
    own: async (jointId: number, principal: Principal): Promise<{ turnId: number | null }> => {
      const { rootId } = await requireJoint(directory, jointId);
      const jointIds = await directory.family(jointId);
      return readAsOfNow(store.db, async (trx) => {
        const { assemblyId } = await assemblyToRead(trx, rootId);
        const held = await readRoll(trx, { assemblyId, jointIds, answeredBy: deviceOf(principal) });
        return { turnId: ownTurnOf(await readTurns(trx, assemblyId), held)?.turnId ?? null };
      });
    },

    /** Asks for a turn with the units registered by the caller. @throws Problem turnNotPresent, tooManyTurns, ownTurnsFull */
    ask: (jointId: number, principal: Principal): Promise<{ turnId: number }> =>
      act(jointId, principal, async (act) => {
        const { assemblyId } = act.assembly;
        const where = { assemblyId, jointIds: act.family, answeredBy: deviceOf(principal) };
        return askFor(act, await readRoll(act.trx, where), limits.ownTurnsFull.most);
      }),

    /** Asks at the desk for the person with a registered unit. @throws Problem apartmentNotFound, as `ask` */
    askAtDesk: (jointId: number, apartmentId: string, principal: Principal): Promise<{ turnId: number }> =>
      act(jointId, principal, async (act) => {
        const where = { assemblyId: act.assembly.assemblyId, jointIds: act.family };
        const [unit] = await readRoll(act.trx, { ...where, apartmentIds: [apartmentId] });
        if (unit === undefined) throw new Problem('apartmentNotFound', { apartments: [apartmentId] });
        if (unit.registration === null) throw new Problem('turnNotPresent');
        return askFor(act, await readRoll(act.trx, { ...where, holder: unit.registration.holder }));
      }),

    /** Withdraws the caller's waiting request. @throws Problem turnNotFound, turnRunning */
    withdraw: (jointId: number, principal: Principal): Promise<void> =>
      act(jointId, principal, async (act) => {
        const { assemblyId } = act.assembly;
        const where = { assemblyId, jointIds: act.family, answeredBy: deviceOf(principal) };
        const own = ownTurnOf(await readTurns(act.trx, assemblyId), await readRoll(act.trx, where));
        if (own === undefined) throw new Problem('turnNotFound');
        await steps.withdraw(act, own, []);
      }),

    /** Runs an act of the secretary on a turn. @throws Problem as `changeTurn` says */
    change: (
      { jointId, turnId }: { jointId: number; turnId: number },
      { act: name, minutes = 1 }: InputOf<typeof changeTurn>['body'],
      principal: Principal,
    ): Promise<void> =>
      act(jointId, principal, async (act) => {
        const turns = await readTurns(act.trx, act.assembly.assemblyId);
        const turn = turns.find((one) => one.turnId === turnId);
        if (turn === undefined) throw new Problem('turnNotFound');
        await steps[name](act, turn, turns, minutes);
      }),
  };
}

/**
 * Returns the current turn of the person with the units: a person has one running turn or waiting request. A unit
 * asked for by an earlier holder, for example by power, does not count.
 */
const ownTurnOf = (turns: readonly StoredTurn[], held: readonly RollEntry[]): StoredTurn | undefined =>
  turns.find(({ holder }) => held.some(({ registration }) => registration?.holder === holder));

/** Returns the ids of the registered units, each once: a unit may be on the roll of the joint and of a sector. */
const registeredIds = (held: readonly RollEntry[]): string[] => [
  ...new Set(held.filter(({ registration }) => registration !== null).map(({ apartmentId }) => apartmentId)),
];

/**
 * Adds the person with the units to the queue; a person in the queue keeps the place.
 * @param most maximum number of requests of the person in the assembly; default: no limit
 */
async function askFor(
  act: UseCase,
  held: readonly RollEntry[],
  most = Number.POSITIVE_INFINITY,
): Promise<{ turnId: number }> {
  const { assemblyId } = act.assembly;
  const units = registeredIds(held);
  const first = held.find(({ registration }) => registration !== null);
  if (first?.registration == null) throw new Problem('turnNotPresent');
  const { holder, attendee } = first.registration;
  const turns = await readTurns(act.trx, assemblyId);
  const own = ownTurnOf(turns, held);
  if (own !== undefined) return { turnId: own.turnId };
  ensureWithin('ownTurnsFull', 1 + (await countAsked(act.trx, assemblyId, holder)), most);
  ensureWithin('tooManyTurns', turns.filter(({ givenAt }) => givenAt === null).length + 1);
  const speaker = attendee || first.ownerName;
  const turnId = await insertTurn(act.trx, { assemblyId, speaker, units, holder, at: act.at });
  await act.audit('turnAsked', { turnId, speaker, units });
  return { turnId };
}

type Step = (act: UseCase, turn: StoredTurn, turns: readonly StoredTurn[], minutes?: number) => Promise<void>;

const keyOf = ({ assembly }: UseCase, { turnId }: StoredTurn) => ({
  assemblyId: assembly.assemblyId,
  turnId,
});

/** Acts on a waiting or running turn, each with its rules and its entry in the trail. */
const steps: Record<InputOf<typeof changeTurn>['body']['act'], Step> = {
  give: async (act, turn, turns) => {
    const { trx, at } = act;
    if (speakingOf(turns) !== undefined) throw new Problem('turnRunning');
    if (!turn.isPresent) throw new Problem('turnNotPresent');
    if (waitingTurns(turns)[0] !== turn) throw new Problem('turnNotNext');
    const { rootId, assemblyId } = act.assembly;
    const minutes = await readTurnMinutes(trx, rootId);
    const endsAt = extendedTo(at, minutes, at);
    await updateTurn(trx, keyOf(act, turn), { given_at: at, ends_at: endsAt });
    const { agenda, point } = await assemblyToRead(trx, rootId, assemblyId);
    const text = agendaItems(agenda).find(({ number }) => number === point)?.text ?? null;
    const { turnId, speaker, units } = turn;
    await act.audit('turnGiven', { turnId, speaker, units, point, text, minutes });
  },

  extend: async (act, turn, _turns, minutes = 1) => {
    if (turn.endsAt === null) throw new Problem('turnNotRunning');
    const endsAt = extendedTo(turn.endsAt, minutes, act.at);
    await updateTurn(act.trx, keyOf(act, turn), { ends_at: endsAt, extensions: turn.extensions + 1 });
    await act.audit('turnExtended', { turnId: turn.turnId, minutes });
  },

  end: async (act, turn) => {
    if (turn.givenAt === null) throw new Problem('turnNotRunning');
    await updateTurn(act.trx, keyOf(act, turn), { ended_at: act.at });
    await act.audit('turnEnded', { turnId: turn.turnId });
  },

  withdraw: async (act, turn) => {
    if (turn.givenAt !== null) throw new Problem('turnRunning');
    await updateTurn(act.trx, keyOf(act, turn), { ended_at: act.at });
    await act.audit('turnWithdrawn', { turnId: turn.turnId });
  },
};

/** Ends the running turn together with the assembly. */
export async function endRunningTurn(act: UseCase): Promise<void> {
  const turns = await readTurns(act.trx, act.assembly.assemblyId);
  const running = speakingOf(turns);
  if (running !== undefined) await steps.end(act, running, turns);
}

const turnToApi = ({ turnId, speaker, units, askedAt, givenAt, endsAt, extensions }: StoredTurn): Turn => ({
  turnId,
  speaker,
  units: [...units],
  askedAt: new Date(askedAt).toISOString(),
  givenAt: instantOf(givenAt),
  endsAt: instantOf(endsAt),
  extensions,
});
