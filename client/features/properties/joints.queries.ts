import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { importApartments, listApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint, getJoint, listJoints, type NewJoint } from '../../../shared/properties/joints.api.ts';
import { call, upload } from '../../lib/api.ts';

/** Every joint with the size and sum of its table. */
export const jointsQuery = queryOptions({
  queryKey: ['joints'],
  queryFn: ({ signal }) => call(listJoints, { signal }),
});

/** One joint. */
export const jointQuery = (jointId: number) =>
  queryOptions({
    queryKey: ['joints', jointId],
    queryFn: ({ signal }) => call(getJoint, { params: { jointId }, signal }),
  });

/** A joint's table of units. */
export const apartmentsQuery = (jointId: number) =>
  queryOptions({
    queryKey: ['joints', jointId, 'apartments'],
    queryFn: ({ signal }) => call(listApartments, { params: { jointId }, signal }),
  });

/** Creates a joint and reads the list again. */
export function useCreateJoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewJoint) => call(createJoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['joints'] }),
  });
}

/** Reads a file of units: without `commit` only to show it, with it to store all of its rows. */
export function useImport(jointId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, commit }: { file: File; commit: boolean }) =>
      upload(importApartments, { params: { jointId }, query: commit ? { commit } : {}, file }),
    onSuccess: (report) => {
      if (report.committed) return client.invalidateQueries({ queryKey: ['joints'] });
    },
  });
}
