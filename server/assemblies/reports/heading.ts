import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { readTrailAt, readTrailEnd } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { JointDirectory, readGroundAndCrest } from '../../properties/index.ts';
import { readWall } from '../live/joint-state.ts';
import type { StandingVotes } from '../questions/result.ts';
import { assemblyToApi, assemblyToRead } from '../store/assembly.repository.ts';
import { sectorResets } from '../store/attendance/attendance.repository.ts';
import { type AssemblyEnding, readEnding } from '../store/papers/ending.repository.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import type { ReportHeading } from './rows.ts';

/** Subject of a report: a joint or sector, and one of the joint's assemblies. Default: the current assembly. */
export interface ReportOf {
  jointId: number;
  assemblyId?: number;
}

/**
 * Facts common to all reports of an assembly, read once per report: heading, sums of registered units, state as on
 * the wall, and stored questions.
 */
export interface ReportGround {
  /** Number of the assembly, and of the joint or sector. */
  where: { assemblyId: number; jointId: number };
  rootId: number;
  heading: ReportHeading;
  /** Total of the roll, and units registered now. */
  standing: StandingVotes;
  /** State as on the projected screen. */
  snapshot: Snapshot;
  /** Questions by number, with the attendance as number 1. */
  concepts: readonly StoredConcept[];
  /** Start of attendance (epoch ms) after the last reset or the second call; null if attendance never began again. */
  attendanceSince: number | null;
  /** Facts of the end of the assembly; null before the end. */
  ending: AssemblyEnding | null;
}

/**
 * Reads the facts common to all reports of an assembly, in the database snapshot of `trx`.
 * @throws Problem jointNotFound or assemblyNotFound
 */
export async function readGround(trx: Db, { jointId, assemblyId }: ReportOf): Promise<ReportGround> {
  const directory = new JointDirectory(trx);
  const place = await requireJoint(directory, jointId);
  const row = await assemblyToRead(trx, place.rootId, assemblyId);
  const { snapshot, standing, concepts } = await readWall(trx, place, row);
  const ending = await readEnding(trx, row);
  const reset = (await sectorResets(trx, row.assemblyId)).get(jointId);
  const root = place.rootId === jointId ? null : await directory.find(place.rootId);
  return {
    where: { assemblyId: row.assemblyId, jointId },
    rootId: place.rootId,
    heading: {
      jointName: place.jointName,
      rootName: root?.jointName ?? null,
      face: await readGroundAndCrest(trx, place.rootId),
      assembly: assemblyToApi(row),
      madeAt: Date.now(),
      // After the end: the trail up to the last act in the papers of the assembly.
      trail: await (ending === null
        ? readTrailEnd(trx, jointChain(place.rootId))
        : readTrailAt(trx, jointChain(place.rootId), ending.toldSeq)),
      registered: snapshot.registered,
      total: snapshot.total,
      quorum: snapshot.quorum,
    },
    standing,
    snapshot,
    concepts,
    attendanceSince:
      reset === undefined ? row.attendanceSince : Math.max(reset, row.attendanceSince ?? reset),
    ending,
  };
}
