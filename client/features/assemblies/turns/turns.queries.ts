import { listOwnerProposals } from '../../../../shared/assemblies/turns/proposals.api.ts';
import { getOwnTurn, listTurns } from '../../../../shared/assemblies/turns/turns.api.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { freshOf } from '../../../lib/query.ts';

/**
 * Options for `useQuery`: the caller's request in the queue. The key has the numbers of the turns, so an act of the
 * secretary asks anew.
 */
export const ownTurnQuery = (jointId: number, turns: Assembly['turns']) =>
  freshOf(['own-turn', jointId, turnsKey(turns)], getOwnTurn, { params: { jointId } });

/** Options for `useQuery`: the running turn and the queue with names, for the secretary. */
export const turnsQuery = (jointId: number, turns: Assembly['turns']) =>
  freshOf(['turns', jointId, turnsKey(turns)], listTurns, { params: { jointId } });

/** Options for `useQuery`: the proposals of the caller, or all for the secretary. @param version changes with the proposals */
export const ownerProposalsQuery = (jointId: number, version: string) =>
  freshOf(['proposals', jointId, version], listOwnerProposals, { params: { jointId } });

const turnsKey = (turns: Assembly['turns']): string => JSON.stringify(turns ?? null);
