import type { Colleague } from '../../../shared/assemblies/facts/colleagues.api.ts';
import { readDeskUsers } from '../../accounts/index.ts';
import { readLastEntryBy } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AssembliesContext } from '../store/act.ts';

/** Maximum number of listed colleagues. */
const MOST_COLLEAGUES = 20;
/** Age of the oldest last act, in ms: an evening with its preparation. */
const A_DAY_MS = 86_400_000;

/**
 * Returns the staff, operators and administrators with the right, with an open screen of a joint or its sectors,
 * each with the last act in the joint. The list follows the names.
 * @throws Problem jointNotFound
 */
export async function colleaguesAt(
  { store: { db }, directory, connected }: AssembliesContext,
  jointId: number,
  principal: Principal,
): Promise<Colleague[]> {
  const { rootId } = await requireJoint(directory, jointId);
  const family = await directory.family(jointId);
  const there = await connected(family);
  const desk = (await readDeskUsers(db, [rootId, ...family])).filter(({ userId }) =>
    there.has(String(userId)),
  );
  const since = Date.now() - A_DAY_MS;
  return Promise.all(
    desk.slice(0, MOST_COLLEAGUES).map(async ({ userId, name }) => {
      const last = await readLastEntryBy(db, { chain: jointChain(rootId), actor: `user:${userId}`, since });
      return {
        name,
        isSelf: String(userId) === principal.userId,
        last: last === undefined ? null : { act: last.act, at: new Date(last.at).toISOString() },
      };
    }),
  );
}
