import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createUser,
  listUsers,
  type NewUser,
  type UserChanges,
  type UserRecord,
  updateUser,
} from '../../shared/accounts/users.api.ts';
import { call } from '../lib/api.ts';
import { queryOf } from '../lib/query.ts';
import { sendChanges } from '../ui/send-facts.tsx';

/** Query: all users with linked units and joints. */
export const usersQuery = queryOf(['users'], listUsers);

/** Request of the user form: a new user, or changes of a stored user. */
export type UserSave =
  | { kind: 'new'; body: NewUser }
  | { kind: 'change'; shown: UserRecord; body: UserChanges };

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
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
