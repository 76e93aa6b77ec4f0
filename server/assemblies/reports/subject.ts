import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory } from '../../properties/index.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import {
  areResultsHidden,
  isTold,
  readConcepts,
  readOpenQuestions,
} from '../store/questions/concepts.repository.ts';

interface ReportCall {
  params: { jointId: number };
  query: { assemblyId?: number; conceptId?: number };
}

/**
 * Checks that the assembly or question of a report exists, before a worker starts or a job is queued.
 * @throws Problem jointNotFound, assemblyNotFound, conceptNotFound if the named question does not exist, or
 * resultsHidden before the question closes
 */
export async function checkSubject(
  db: Db,
  _principal: Principal,
  { params: { jointId }, query: { assemblyId, conceptId = ATTENDANCE } }: ReportCall,
): Promise<void> {
  const { rootId } = await requireJoint(new JointDirectory(db), jointId);
  const assembly = await assemblyToRead(db, rootId, assemblyId);
  if (conceptId === ATTENDANCE) return;
  const [question] = await readConcepts(db, {
    assemblyId: assembly.assemblyId,
    jointId,
    conceptId,
    withDeleted: true,
  });
  if (question === undefined || !isTold(question)) throw new Problem('conceptNotFound');
  if (areResultsHidden(question)) throw new Problem('resultsHidden');
}

/**
 * Checks a request for an expediente (file of evidence about an assembly), before a worker starts. An expediente
 * contains each vote and all acts.
 * @throws Problem as `checkActaSubject`, or questionOpen while a question of the joint or a sector is open
 */
export async function checkExpedienteSubject(db: Db, principal: Principal, call: ReportCall): Promise<void> {
  await checkActaSubject(db, principal, call);
  await refuseOpenQuestion(db, call.params.jointId, call.query.assemblyId);
}

/**
 * Refuses to make an expediente while a question of the assembly is open, because an expediente contains every
 * vote.
 * @throws Problem questionOpen
 */
export async function refuseOpenQuestion(db: Db, jointId: number, assemblyId?: number): Promise<void> {
  const directory = new JointDirectory(db);
  const { rootId } = await requireJoint(directory, jointId);
  const assembly = await assemblyToRead(db, rootId, assemblyId);
  const open = await readOpenQuestions(db, assembly.assemblyId, await directory.family(jointId));
  if (open.length > 0) throw new Problem('questionOpen');
}

/**
 * Checks a request for an acta, before a worker starts. An acta contains every question of the joint and the
 * sectors.
 * @throws Problem jointNotFound, assemblyNotFound, or resultsHidden while a question with hidden results is open
 */
export async function checkActaSubject(db: Db, principal: Principal, call: ReportCall): Promise<void> {
  await checkSubject(db, principal, call);
  const { jointId } = call.params;
  const place = await new JointDirectory(db).find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const { assemblyId } = await assemblyToRead(db, place.rootId, call.query.assemblyId);
  for (const of of [jointId, ...place.sectorIds]) {
    const concepts = await readConcepts(db, { assemblyId, jointId: of, openQuestion: true });
    if (concepts.some(areResultsHidden)) throw new Problem('resultsHidden');
  }
}
