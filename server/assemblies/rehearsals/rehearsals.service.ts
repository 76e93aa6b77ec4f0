import type { Rehearsal, RehearsalMode } from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { userIdOf } from '../../accounts/index.ts';
import { ACCOUNTS_CHAIN, appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, lockName } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureRoom } from '../../platform/limits/limits.ts';
import { copyForRehearsal, JointDirectory } from '../../properties/index.ts';
import type { LiveContext } from '../meeting/live-context.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import { prepareAssembly, refreshRoll } from '../store/roll/opening.repository.ts';
import { crowdOf } from './crowd.ts';
import {
  copyAccess,
  findRehearsal,
  insertRehearsal,
  readCrowdUnits,
  type StoredRehearsal,
  setPlaying,
} from './rehearsals.repository.ts';
import { removeTrialJoint } from './remove.repository.ts';

/** Name of the lock for making and deleting trial joints: two people at once never make two for a joint. */
const ONE_AT_A_TIME = 'rehearsals';

/**
 * Service of rehearsals: makes a trial joint with a copy of a joint's roll, stops the simulated owners, and deletes the
 * trial joint.
 */
export function rehearsalsService({ store, directory, sessions, rehearsals }: LiveContext) {
  const { db } = store;

  async function shown(trx: Db, stored: StoredRehearsal): Promise<Rehearsal> {
    const { jointId, jointName, assemblyId, sourceId, mode, state, step } = stored;
    const guests = crowdOf(await readCrowdUnits(trx, assemblyId, jointId)).length;
    return {
      jointId,
      jointName,
      assemblyId,
      sourceId: sourceId ?? jointId,
      mode,
      state: state === 'queued' ? 'playing' : state,
      step,
      guests,
      counts: JSON.parse(stored.counts),
    };
  }

  /** Reads the rehearsal with the number of the trial joint. @throws Problem rehearsalNotFound for a real joint */
  async function requireTrial(trx: Db, jointId: number): Promise<StoredRehearsal> {
    const stored = await findRehearsal(trx, jointId);
    if (stored === undefined || stored.jointId !== jointId) throw new Problem('rehearsalNotFound');
    return stored;
  }

  async function remove(trx: Db, trialId: number, by: { actor: string; at: number }): Promise<void> {
    await lockJoint(trx, trialId);
    const family = await new JointDirectory(trx).family(trialId);
    await removeTrialJoint(trx, { rootId: trialId, jointIds: family, at: by.at });
    await appendAudit(trx, { chain: ACCOUNTS_CHAIN, ...by }, 'rehearsalDeleted', { jointId: trialId });
    for (const jointId of family) directory.forget(jointId);
  }

  /** Copies a joint with the sectors and prepares an assembly. @returns number of the trial joint */
  async function copy(trx: Db, rootId: number, by: { actor: string; at: number }): Promise<number> {
    const { at } = by;
    const { sectorIds } = await requireJoint(new JointDirectory(trx), rootId);
    await ensureRoom(trx, 'tooManyJoints', { table: 'joint', added: 1 + sectorIds.length });
    const trialId = await copyForRehearsal(trx, rootId, { parentId: null, at });
    const jointIds = [trialId];
    for (const id of sectorIds) jointIds.push(await copyForRehearsal(trx, id, { parentId: trialId, at }));
    await prepareAssembly(trx, { rootJointId: trialId, jointIds, at });
    for (const id of jointIds) await refreshRoll(trx, id);
    const { jointName } = await requireJoint(new JointDirectory(trx), trialId);
    const entry = { chain: jointChain(trialId), ...by };
    await appendAudit(trx, entry, 'jointCreated', {
      jointId: trialId,
      jointName,
      usesAssemblies: true,
      usesBilling: false,
      sectors: jointIds.slice(1).map((sectorId) => ({ sectorId })),
    });
    await raiseRevisions(trx, {
      attendance: new Set(jointIds),
      concepts: new Set(jointIds),
      votes: new Set(),
    });
    return trialId;
  }

  return {
    find: async (jointId: number): Promise<Rehearsal | null> => {
      const stored = await findRehearsal(db, jointId);
      return stored === undefined ? null : shown(db, stored);
    },

    make: async (jointId: number, mode: RehearsalMode, principal: Principal): Promise<Rehearsal> => {
      const place = await requireJoint(directory, jointId);
      const by = { actor: principal.actor, at: Date.now() };
      const made = await db.transaction().execute(async (trx) => {
        await lockName(trx, ONE_AT_A_TIME);
        const before = await findRehearsal(trx, place.rootId);
        // A rehearsal of a trial joint is a new rehearsal of the real joint.
        const rootId = before?.jointId === place.rootId ? (before.sourceId ?? place.rootId) : place.rootId;
        if (before !== undefined) await remove(trx, before.jointId, by);
        const trialId = await copy(trx, rootId, by);
        await insertRehearsal(trx, { jointId: trialId, mode, ...by });
        const userId = userIdOf(principal.userId);
        if (userId !== undefined) await copyAccess(trx, userId, rootId, trialId);
        const fact = { jointId: trialId, sourceId: rootId, mode };
        await appendAudit(trx, { chain: ACCOUNTS_CHAIN, ...by }, 'rehearsalMade', fact);
        const made = await shown(trx, await requireTrial(trx, trialId));
        if (made.guests === 0) throw new Problem('rehearsalWithoutRoll');
        return made;
      });
      sessions.reachChanged(principal.userId);
      rehearsals.nudge();
      return made;
    },

    play: async (jointId: number, playing: boolean): Promise<Rehearsal> => {
      await requireTrial(db, jointId);
      await setPlaying(db, jointId, playing);
      if (playing) rehearsals.nudge();
      return shown(db, await requireTrial(db, jointId));
    },

    remove: async (jointId: number, principal: Principal): Promise<void> => {
      const by = { actor: principal.actor, at: Date.now() };
      await db.transaction().execute(async (trx) => {
        await lockName(trx, ONE_AT_A_TIME);
        await requireTrial(trx, jointId);
        await remove(trx, jointId, by);
      });
      sessions.reachChanged(principal.userId);
    },
  };
}
