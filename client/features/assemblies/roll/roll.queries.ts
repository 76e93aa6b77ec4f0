import { listRoll, listRollCorrections } from '../../../../shared/assemblies/roll.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** Query: units of a roll. All queries of rolls of a joint are below ['roll', jointId]. */
export const rollQuery = (jointId: number, assemblyId: number) =>
  freshOf(['roll', jointId, assemblyId, 'units'], listRoll, {
    params: { jointId },
    query: { assemblyId },
  });

export const rollCorrectionsQuery = (jointId: number, assemblyId: number) =>
  freshOf(['roll', jointId, assemblyId, 'corrections'], listRollCorrections, {
    params: { jointId },
    query: { assemblyId },
  });
