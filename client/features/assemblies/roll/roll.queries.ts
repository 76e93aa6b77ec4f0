import { listRoll, listRollCorrections } from '../../../../shared/assemblies/roll.api.ts';
import { freshOf } from '../../../lib/query.ts';

/**
 * Options for `useQuery`: units on an assembly's roll (list of units), with pending corrections. The keys of all
 * queries about a joint's rolls begin with ['roll', jointId].
 */
export const rollQuery = (jointId: number, assemblyId: number) =>
  freshOf(['roll', jointId, assemblyId, 'units'], listRoll, {
    params: { jointId },
    query: { assemblyId },
  });

/** Options for `useQuery`: corrections of an assembly's roll, with person and reason, for the operator's page. */
export const rollCorrectionsQuery = (jointId: number, assemblyId: number) =>
  freshOf(['roll', jointId, assemblyId, 'corrections'], listRollCorrections, {
    params: { jointId },
    query: { assemblyId },
  });
