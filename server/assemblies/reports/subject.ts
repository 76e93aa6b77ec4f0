import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory } from '../../properties/index.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readConcepts } from '../store/concepts.repository.ts';

/** What a report of an assembly is asked with. */
interface Asked {
  params: { jointId: number };
  query: { assemblyId?: number; conceptId?: number };
}

/**
 * That there is what a report is about, found out before a worker is started or a job queued for it.
 * @throws Problem jointNotFound, assemblyNotFound, or conceptNotFound where a question is named that there is not
 */
export async function checkSubject(
  db: Db,
  _principal: Principal,
  { params: { jointId }, query: { assemblyId, conceptId = ATTENDANCE } }: Asked,
): Promise<void> {
  const place = await new JointDirectory(db).find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const assembly = await assemblyToRead(db, place.rootId, assemblyId);
  if (conceptId === ATTENDANCE) return;
  const [question] = await readConcepts(db, { assemblyId: assembly.assemblyId, jointId, conceptId });
  if (question === undefined) throw new Problem('conceptNotFound');
}
