import { queryOptions } from '@tanstack/react-query';
import { listOwnerProposals } from '../../../../shared/assemblies/turns/proposals.api.ts';
import { getOwnTurn, listTurns } from '../../../../shared/assemblies/turns/turns.api.ts';
import { defined } from '../../../../shared/defined.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { freshOf, queryOf } from '../../../lib/query.ts';

/** Longest random wait of a phone before a request, ms: two hundred phones hear of the same act at once. */
const PHONE_SPREAD_MS = 2_000;

/** Returns a random wait for a request of a phone, ms. */
export const phoneWait = (): number => Math.random() * PHONE_SPREAD_MS;

/**
 * Options for `useQuery`: the caller's request in the queue, asked once and after own acts. The live state tells the
 * acts of others. Without turns in the live state the answer is null, and no request goes out.
 * @param canAsk true for a person with a registered unit: a registered person has the old place again
 */
export const ownTurnQuery = (
  jointId: number,
  { assemblyId, turns }: Pick<Assembly, 'assemblyId' | 'turns'>,
  canAsk: boolean,
) =>
  queryOptions({
    ...queryOf(['own-turn', jointId, assemblyId, canAsk], getOwnTurn, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
    ...defined({ initialData: turns === undefined ? { turnId: null } : undefined }),
  });

/** Options for `useQuery`: the running turn and the queue with names, for the secretary. */
export const turnsQuery = (jointId: number, turns: Assembly['turns']) =>
  freshOf(['turns', jointId, turnsKey(turns)], listTurns, { params: { jointId } });

/** Options for `useQuery`: the proposals of the caller, or all for the secretary. @param version a change asks anew */
export const ownerProposalsQuery = (jointId: number, version: string) =>
  freshOf(['proposals', jointId, version], listOwnerProposals, { params: { jointId } });

const turnsKey = (turns: Assembly['turns']): string => JSON.stringify(turns ?? null);
