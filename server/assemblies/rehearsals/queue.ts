import { setTimeout as pause } from 'node:timers/promises';
import { type Store, storeInLane } from '../../platform/db/connect.ts';
import { type Hold, LeasedQueue } from '../../platform/queue/leased-queue.ts';
import { attendanceService } from '../attendance/attendance.service.ts';
import { codesService } from '../credentials/codes.service.ts';
import { assembliesService } from '../meeting/assemblies.service.ts';
import { conceptsService } from '../questions/concepts.service.ts';
import type { AssembliesContext } from '../store/act.ts';
import { isAnyQuestionOpen } from '../store/assembly.repository.ts';
import { votesService } from '../voting/votes.service.ts';
import { conduct, guidedStep, prepareQuestions } from './conductor.ts';
import { playOwners } from './owners.ts';
import { type DueRehearsal, dueRehearsals, rehearsalRows } from './rehearsals.repository.ts';
import { readMoment, readStage } from './stage.ts';

/** Default milliseconds from beat to beat. A shown rehearsal has some 220 beats: two minutes. */
export const BEAT_MS = 500;
/** Most rehearsals played by a process at once: a guided rehearsal lasts up to an hour, and others must not wait. */
const AT_ONCE = 8;
/** Most acts of the owners in a beat; while a question of a real joint is open, one. */
const MOST_ACTS = 8;
const MOST_ACTS_BESIDE = 1;
/** Most acts in a beat of all rehearsals of a process together, shared equally. */
const MOST_ACTS_TOGETHER = 16;
/** Starts of a rehearsal before the server gives up: each stop and each crash takes one. */
const MOST_STARTS = 20;
/** Most beats of a rehearsal: an hour. */
const MOST_BEATS = 7_200;

/** Returns a store with every transaction in the last lane: requests of real halls go first. */
function lastInLine(store: Store): Store {
  const behind = storeInLane(store, 'reports');
  return { ...behind, inLane: () => behind.db };
}

/**
 * Queue that plays the simulated owners of rehearsals, beat by beat, with the services of the requests. A lease makes
 * sure that only one server process plays a rehearsal; a restarted server goes on. The limit of acts in a beat, the
 * last lane of the store and the slower pace beside an open question protect real halls.
 * @param beatMs milliseconds from beat to beat; tests use short beats
 */
export function rehearsalsQueue(context: AssembliesContext, beatMs: number): LeasedQueue<DueRehearsal> {
  const store = lastInLine(context.store);
  const { db } = store;
  const behind = { ...context, store };
  const attendance = attendanceService(behind);
  const owners = { attendance, codes: codesService(behind), votes: votesService(behind, attendance) };
  const conductor = { concepts: conceptsService(behind), assemblies: assembliesService(behind) };
  const { log } = context;
  let played = 0;
  const mostActs = () => Math.min(MOST_ACTS, Math.floor(MOST_ACTS_TOGETHER / played));

  return new LeasedQueue<DueRehearsal>(
    { store, log },
    {
      name: 'rehearsal',
      rows: rehearsalRows,
      due: (at) => dueRehearsals(db, at),
      begin: async ({ id }, lease) => ((await lease(db)) ? (hold) => countPlay(id, hold) : null),
      giveUp: (hold) => rehearsalRows.change(db, hold, { state: 'failed', leased_until: null }),
      leaseMs: 15_000,
      beatMs: 5_000,
      lookMs: 5_000,
      atOnce: AT_ONCE,
      waits: Array(MOST_STARTS).fill(1_000),
    },
  );

  async function countPlay(jointId: number, hold: Hold): Promise<void> {
    played += 1;
    await play(jointId, hold).finally(() => {
      played -= 1;
    });
  }

  async function play(jointId: number, hold: Hold): Promise<void> {
    const read = await readStage(db, jointId);
    if (read === null) return;
    const { stage, from } = read;
    let { step, beat } = from;
    await prepareQuestions(conductor, stage, await readMoment(db, stage));
    try {
      for (; beat < MOST_BEATS; beat += 1) {
        const most = (await isAnyQuestionOpen(db)) ? MOST_ACTS_BESIDE : mostActs();
        const moment = await readMoment(db, stage);
        await playOwners(db, owners, { stage, moment, most });
        step =
          stage.mode === 'guided'
            ? guidedStep(moment)
            : await conduct(db, conductor, { stage, moment, step, beat });
        const isDone = step === 'acta';
        const state = isDone ? { state: 'done', leased_until: null } : {};
        const course = { step, beat, counts: JSON.stringify(stage.counts), ...state };
        if (!(await rehearsalRows.change(db, hold, course)) || isDone) return;
        await pause(beatMs, undefined, { signal: hold.signal });
      }
      await rehearsalRows.change(db, hold, { state: 'stopped', leased_until: null });
    } catch (error) {
      if (hold.signal.aborted) throw error;
      log.warn({ joint: jointId, err: error }, 'rehearsal');
      await rehearsalRows.change(db, hold, { state: 'failed', leased_until: null });
    }
  }
}
