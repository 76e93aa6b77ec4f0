import { queryOptions } from '@tanstack/react-query';
import { listRoll, listRollCorrections } from '../../../../shared/assemblies/roll.api.ts';
import { call } from '../../../lib/api.ts';

/** Everything that is kept of the rolls of a joint stands under ['roll', jointId]. */
export const rollQuery = (jointId: number, assemblyId: number) =>
  queryOptions({
    queryKey: ['roll', jointId, assemblyId, 'units'],
    queryFn: ({ signal }) => call(listRoll, { params: { jointId }, query: { assemblyId }, signal }),
    staleTime: 0,
  });

export const rollCorrectionsQuery = (jointId: number, assemblyId: number) =>
  queryOptions({
    queryKey: ['roll', jointId, assemblyId, 'corrections'],
    queryFn: ({ signal }) =>
      call(listRollCorrections, { params: { jointId }, query: { assemblyId }, signal }),
    staleTime: 0,
  });
