import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { ZERO } from '../../../shared/coefficient.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { JointDirectory } from '../../properties/index.ts';
import { readTimeline } from '../meeting/history.service.ts';
import { momentsOf } from '../meeting/timeline.ts';
import { attendanceOn } from '../reports/attendance-report.ts';
import { type ReportOf, readGround } from '../reports/heading.ts';
import { votesOn } from '../reports/vote-report.ts';
import { type AssemblyRow, assemblyToRead } from '../store/assembly.repository.ts';
import { readPresence } from '../store/presence.repository.ts';
import { readCorrections, type StoredCorrection } from '../store/roll.repository.ts';
import {
  type AssemblyAct,
  readAssemblyActs,
  readDeletedQuestions,
  readPresenceChecks,
} from './acta.repository.ts';
import type { ActaFacts, PartFacts } from './acta-facts.ts';
import { annulmentsOf } from './annulments.ts';
import { questionMoments } from './question-moments.ts';

/**
 * Reads what an acta is written from, as of one instant: of the current assembly, or of the archived one that is
 * named. A joint's is of the whole assembly, sectors included; a sector's is of that sector.
 * @throws Problem jointNotFound or assemblyNotFound
 */
export async function readActa(trx: Db, of: ReportOf, progress: Progress): Promise<ActaFacts> {
  const place = await new JointDirectory(trx).find(of.jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const assembly = await assemblyToRead(trx, place.rootId, of.assemblyId);
  const acts = await readAssemblyActs(trx, {
    rootId: place.rootId,
    assemblyId: assembly.assembly_id,
    since: assembly.created_at,
  });
  const names = await readActorNames(
    trx,
    acts.map(({ actor }) => actor),
  );
  const called = acts.find(({ act }) => act === 'secondCall');
  const corrections = await readCorrections(trx, { assemblyId: assembly.assembly_id });
  const jointIds = [place.jointId, ...place.sectorIds];
  const parts: PartFacts[] = [];
  for (const jointId of jointIds) {
    progress(parts.length, jointIds.length + 1);
    parts.push(await readPart(trx, { jointId, assembly, acts, corrections, name: names.actor }));
  }
  const [main, ...sectors] = parts;
  if (main === undefined) throw new Problem('jointNotFound');
  const { jointName, rootName, madeAt, trail, assembly: known } = main.attendance;
  return {
    ...{ jointName, rootName, madeAt, trail, assembly: known },
    archivedAt: assembly.archived_at,
    meeting: assembly.zoom_id,
    secondCall: called === undefined ? null : { at: called.at, by: names.actor(called.actor) },
    main,
    sectors,
  };
}

interface PartOf {
  jointId: number;
  assembly: AssemblyRow;
  acts: readonly AssemblyAct[];
  /** Of the whole assembly. */
  corrections: readonly StoredCorrection[];
  /** Who did something, as people know them. */
  name: (actor: string) => string;
}

async function readPart(trx: Db, { jointId, assembly, acts, corrections, name }: PartOf): Promise<PartFacts> {
  const where = { assemblyId: assembly.assembly_id, jointId };
  const ground = await readGround(trx, where);
  const { roll, changes } = await readTimeline(trx, where);
  const timeline = [...momentsOf(roll, changes)];
  const called = acts.find(({ act }) => act === 'secondCall')?.at ?? null;
  const questions: PartFacts['questions'] = [];
  for (const { conceptId } of ground.concepts) {
    if (conceptId !== ATTENDANCE) questions.push(await votesOn(trx, ground, conceptId));
  }
  return {
    jointName: ground.heading.jointName,
    attendance: await attendanceOn(trx, ground),
    questions,
    moments: questionMoments({
      jointId,
      presence: await readPresence(trx, where.assemblyId, jointId),
      timeline,
      acts,
      call: assembly.call,
      secondCallAt: called,
    }),
    deleted: await readDeletedQuestions(trx, where),
    annulments: annulmentsOf(acts, jointId, name),
    corrections: corrections.filter((one) => one.jointId === jointId),
    checks: await readPresenceChecks(trx, where),
    firstCall:
      called === null
        ? null
        : (timeline.filter(({ at }) => at < called).at(-1) ?? { apartments: 0, coefficient: ZERO }),
  };
}
