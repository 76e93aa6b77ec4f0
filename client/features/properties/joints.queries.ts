import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint, getJoint, listJoints, type NewJoint } from '../../../shared/properties/joints.api.ts';
import { call } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Every joint with the size and sum of its table. */
export const jointsQuery = queryOf(['joints'], listJoints);

/** One joint. */
export const jointQuery = (jointId: number) =>
  queryOf(['joints', jointId], getJoint, { params: { jointId } });

/** A joint's table of units. */
export const apartmentsQuery = (jointId: number) =>
  queryOf(['joints', jointId, 'apartments'], listApartments, { params: { jointId } });

/** Creates a joint and reads the list again. */
export function useCreateJoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewJoint) => call(createJoint, { body }),
    // The list of joints, and those that every screen picks one from.
    onSuccess: () =>
      Promise.all(
        ['joints', 'assembly-joints', 'billing-joints'].map((list) =>
          client.invalidateQueries({ queryKey: [list] }),
        ),
      ),
  });
}
