import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createUser,
  listUsers,
  type NewUser,
  type UserChanges,
  type UserRecord,
  updateUser,
} from '../../shared/accounts/users.api.ts';
import { defined } from '../../shared/defined.ts';
import { eventsQuery } from '../features/events/index.ts';
import { jointsQuery } from '../features/properties/index.ts';
import { call } from '../lib/api.ts';
import { queryOf } from '../lib/query.ts';
import { sendChanges } from '../ui/send-facts.tsx';

/** Query: all users with linked units and joints. */
export const usersQuery = queryOf(['users'], listUsers);

/** Request of the user form: a new user, or changes of a stored user. */
export type UserSave =
  | { kind: 'new'; body: NewUser }
  | { kind: 'change'; shown: UserRecord; body: UserChanges };

/** Returns the facts of a user with names of joints and events, as far as the form read the lists. */
function withNames(client: QueryClient, facts: UserChanges): object {
  const joints = new Map(
    client.getQueryData(jointsQuery.queryKey)?.map(({ jointId, jointName }) => [jointId, jointName]),
  );
  const events = new Map(
    client.getQueryData(eventsQuery.queryKey)?.map(({ eventId, name }) => [eventId, name]),
  );
  const named = (ids: readonly number[] | undefined, names: ReadonlyMap<number, string>) =>
    ids?.map((id) => names.get(id) ?? id);
  const units = (list: UserChanges['assemblyApartments']) => list?.map(({ apartmentId }) => apartmentId);
  const { assemblyJoints, billingJoints, assemblyApartments, billingApartments } = facts;
  return {
    ...facts,
    ...defined({
      assemblyJoints: named(assemblyJoints, joints),
      billingJoints: named(billingJoints, joints),
      assemblyApartments: units(assemblyApartments),
      billingApartments: units(billingApartments),
      events: named(facts.events, events),
      rights: named(
        facts.rights?.map(({ jointId }) => jointId),
        joints,
      ),
    }),
  };
}

/** Mutation: stores a user and refetches the list of users. */
export function useSaveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (save: UserSave) =>
      save.kind === 'new'
        ? call(createUser, { body: save.body })
        : sendChanges(
            (body) => call(updateUser, { params: { userId: save.shown.userId }, body }),
            save.body,
            save.shown,
            { asRead: (facts) => withNames(client, facts) },
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
