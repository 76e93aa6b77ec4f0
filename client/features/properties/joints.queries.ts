import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint, getJoint, listJoints, type NewJoint } from '../../../shared/properties/joints.api.ts';
import { call } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/**
 * Options for `useQuery`: all joints with number of units and sum of coefficients, for the page of joints.
 */
export const jointsQuery = queryOf(['joints'], listJoints);

/** Options for `useQuery`: a joint with its settings. */
export const jointQuery = (jointId: number) =>
  queryOf(['joints', jointId], getJoint, { params: { jointId } });

/** Options for `useQuery`: units of a joint with owners, for the page of the joint. */
export const apartmentsQuery = (jointId: number) =>
  queryOf(['joints', jointId, 'apartments'], listApartments, { params: { jointId } });

/** Hook with a mutation (`useMutation`): creates a joint and refetches the lists of joints. */
export function useCreateJoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewJoint) => call(createJoint, { body }),
    // Lists of joints: the screen '/Joints' and the pickers.
    onSuccess: () =>
      Promise.all(
        ['joints', 'assembly-joints', 'billing-joints'].map((list) =>
          client.invalidateQueries({ queryKey: [list] }),
        ),
      ),
  });
}
