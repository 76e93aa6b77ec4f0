import { useQuery } from '@tanstack/react-query';
import type { AssemblyNow } from '../../../../shared/assemblies/assemblies.api.ts';
import { activeQuestion } from '../../../../shared/assemblies/concept-names.ts';
import { lastClosed } from '../../../../shared/assemblies/concept-words.ts';
import { isOfDay } from '../../../../shared/assemblies/words.ts';
import { today } from '../../../../shared/days.ts';
import { useLiveJoints } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { assembliesNowQuery } from '../../properties/index.ts';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';

/**
 * Hook with a query (`useQuery`): assemblies of the signed-in user's joints, for the home page. Today's assemblies
 * come with live figures.
 */
export function useAssembliesNow() {
  const query = useQuery(assembliesNowQuery);
  const followed = (query.data ?? [])
    .filter((one) => isOfDay(one.assembly, today()))
    .flatMap(({ places }) => places.map(({ jointId }) => jointId));
  const lives = useLiveJoints(followed, { pollMs: LAUNCH_POLL_MS });
  const liveOf = new Map(lives.flatMap(({ joint }) => (joint ? [[joint.jointId, joint] as const] : [])));
  return { ...query, data: query.data?.map((one) => withLive(one, liveOf)) };
}

function withLive(one: AssemblyNow, liveOf: ReadonlyMap<number, LiveJoint>): AssemblyNow {
  const live = liveOf.get(one.jointId);
  const { assembly, registered, total, quorum } = live ?? one;
  return {
    ...one,
    assembly: assembly ?? one.assembly,
    registered,
    total,
    quorum,
    places: one.places.map((place) => {
      const concepts = liveOf.get(place.jointId)?.concepts;
      return concepts ? { ...place, open: activeQuestion(concepts), closed: lastClosed(concepts) } : place;
    }),
  };
}
