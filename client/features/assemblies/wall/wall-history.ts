import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getQuorumHistory } from '../../../../shared/assemblies/history.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';

/** The live figures carry the curve's end meanwhile, so asking at each arrival would gain nothing. */
const AT_MOST_EVERY_MS = 6_000;

/** How the registered coefficient grew, asked anew after changes, at most every few seconds. */
export function useQuorumHistory(joint: LiveJoint) {
  const client = useQueryClient();
  const key = ['quorum-history', joint.jointId, joint.assembly?.assemblyId ?? null];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getQuorumHistory, { params: { jointId: joint.jointId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = [
    joint.registered.apartments,
    joint.registered.coefficient,
    ...joint.concepts.map((concept) => `${concept.conceptId}${concept.active}`),
  ].join(' ');
  const askedFor = useRef(change);
  const askedAt = useRef(performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of the same ids at each drawing
  useEffect(() => {
    if (askedFor.current === change) return;
    const wait = Math.max(0, askedAt.current + AT_MOST_EVERY_MS - performance.now());
    // Not all walls and phones of a hall in the same instant.
    const timer = setTimeout(
      () => {
        askedFor.current = change;
        askedAt.current = performance.now();
        void client.invalidateQueries({ queryKey: key });
      },
      wait + Math.random() * 1_000,
    );
    return () => clearTimeout(timer);
  }, [change, client]);
  return query;
}
