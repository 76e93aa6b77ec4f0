import type { Presence } from '../../../shared/assemblies/presence.api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AssembliesContext } from '../store/assemblies-context.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readPresence } from '../store/presence.repository.ts';

/**
 * Who was connected when questions of a joint's assembly opened and closed: the current one, or the one that is named.
 * @throws Problem jointNotFound, assemblyNotFound
 */
export async function listPresenceOf(
  { store: { db }, directory }: AssembliesContext,
  jointId: number,
  assemblyId?: number,
): Promise<Presence[]> {
  const place = await directory.find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const { assembly_id } = await assemblyToRead(db, place.rootId, assemblyId);
  return readPresence(db, assembly_id, place.jointId);
}
