import type { AssemblyNow } from '../../../shared/assemblies/assemblies.api.ts';
import { activeQuestion } from '../../../shared/assemblies/concept-names.ts';
import { lastClosed } from '../../../shared/assemblies/concept-words.ts';
import { instantInBogota, today } from '../../../shared/days.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isStaff, type Principal } from '../../platform/http/principal.ts';
import { assembliesAbout, assemblyToApi, type StoredAssembly } from '../store/assembly.repository.ts';
import type { LiveContext } from './live-context.ts';

/**
 * Duration of a closed assembly on the home screen, in ms: a month, about the twenty business days until the acta
 * is due (Ley 675, art. 47).
 */
const CLOSED_MS = 30 * 86_400_000;
/** Maximum number of assemblies on the home screen. `/Assemblies` lists the rest. */
const MOST_ASSEMBLIES = 20;

/** Compares assemblies for the list: open first, then called (soonest first), then closed (latest first). */
function byConcern(a: StoredAssembly, b: StoredAssembly): number {
  const rank = (one: StoredAssembly) => (one.closedAt !== null ? 2 : one.openedAt !== null ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.closedAt !== null && b.closedAt !== null) return b.closedAt - a.closedAt;
  return (a.scheduledAt ?? a.openedAt ?? 0) - (b.scheduledAt ?? b.openedAt ?? 0);
}

/**
 * Returns the assemblies of today for the caller's home screen, each with attendance, quorum, and the open and last
 * closed question. Staff see all joints; others the joints of their access.
 */
export async function assembliesNow(
  { store: { db }, directory, publisher }: LiveContext,
  principal: Principal,
): Promise<AssemblyNow[]> {
  const about = await assembliesAbout(db, isStaff(principal) ? null : [...principal.joints.assembly], {
    calledFrom: Date.parse(instantInBogota(today(), '00:00')),
    closedSince: Date.now() - CLOSED_MS,
  });
  const listed: AssemblyNow[] = [];
  for (const assembly of about.sort(byConcern).slice(0, MOST_ASSEMBLIES)) {
    const { rootId } = assembly;
    const { jointName } = await requireJoint(directory, rootId);
    const { registered, total, quorum } = (await publisher.current(rootId)).snapshot;
    const places: AssemblyNow['places'] = [];
    for (const jointId of await directory.family(rootId)) {
      const { concepts } = (await publisher.current(jointId)).snapshot;
      const sectorName = jointId === rootId ? null : (await requireJoint(directory, jointId)).jointName;
      places.push({ jointId, sectorName, open: activeQuestion(concepts), closed: lastClosed(concepts) });
    }
    const shown = assemblyToApi(assembly);
    listed.push({ jointId: rootId, jointName, assembly: shown, registered, total, quorum, places });
  }
  return listed;
}
