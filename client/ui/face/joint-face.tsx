import { useQuery } from '@tanstack/react-query';
import { getFace, type JointFace } from '../../../shared/properties/face.api.ts';
import { useLiveStore } from '../../lib/live/store.ts';
import { queryOf } from '../../lib/query.ts';

/** Options for `useQuery`: colour and crest of a joint, and the help for owners. */
export const faceQuery = (jointId: number) =>
  queryOf(['joint-face', jointId], getFace, { params: { jointId } });

/** Hook: id of the joint followed by the page. Null without a followed joint. */
export function useFollowedJoint(): number | null {
  return useLiveStore(({ joints }) => {
    const id = Object.keys(joints).find((one) => joints[Number(one)]?.joint != null);
    return id === undefined ? null : Number(id);
  });
}

/**
 * Hook: colour and crest of the joint followed by the page; undefined without a followed joint. Asked after the first
 * live data, so the answers of a ballot come first.
 */
export function useShownFace(): JointFace | undefined {
  const jointId = useFollowedJoint();
  const options = { enabled: jointId !== null, staleTime: Number.POSITIVE_INFINITY };
  return useQuery({ ...faceQuery(jointId ?? 0), ...options }).data;
}

/** Crest of the joint followed by the page, as decoration beside the joint's name. No element without a crest. */
export function Crest({ className }: { className?: string }) {
  const crest = useShownFace()?.crest ?? null;
  return crest === null ? null : <img src={crest} alt="" className={className} data-crest />;
}
