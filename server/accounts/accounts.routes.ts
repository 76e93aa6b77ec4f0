import * as auth from '../../shared/accounts/auth.api.ts';
import * as users from '../../shared/accounts/users.api.ts';
import type { Context } from '../context.ts';
import type { Mount } from '../http/mount.ts';
import { CodeSignInService } from './code-sign-in.service.ts';
import { createFirstUser } from './first-user.service.ts';
import { SignInService } from './sign-in.service.ts';
import { UserListsService } from './user-lists.service.ts';
import { UsersService } from './users.service.ts';

export function mountAccounts(mount: Mount, { store, sessions }: Context): void {
  const signIn = new SignInService(store.db, sessions);
  const byCode = new CodeSignInService(store.db, sessions);
  const service = new UsersService(store.db, sessions);
  const lists = new UserListsService(store.db);

  mount(auth.signIn, async ({ body }, { address }) => ({ jwt: await signIn.withPassword(body, address) }));
  mount(auth.signInWithCode, async ({ body }, { address }) => ({
    jwt: await byCode.withCode(body.code, address),
  }));
  mount(auth.renewSession, async (_input, { principal }) => ({ jwt: await sessions.refresh(principal) }));
  mount(auth.signOut, async (_input, { principal }) => {
    await signIn.signOut(principal);
    return null;
  });
  mount(auth.changePassword, async ({ body }, { principal, address }) => {
    await signIn.changePassword(principal, body, address);
    return null;
  });
  mount(auth.createFirstUser, async ({ body }) => ({ jwt: await createFirstUser(store.db, sessions, body) }));

  mount(users.listUsers, () => service.list());
  mount(users.createUser, ({ body }, { principal }) => service.create(principal, body));
  mount(users.updateUser, ({ params, body }, { principal }) =>
    service.change(principal, params.userId, body),
  );
  mount(users.getUser, ({ params }) => service.find(params.username));
  mount(users.listUserAssemblyJoints, ({ params }, { principal }) =>
    lists.assemblyJoints(principal, params.userId),
  );
  mount(users.listUserBillingJoints, ({ params }, { principal }) =>
    lists.billingJoints(principal, params.userId),
  );
  mount(users.listUserBillingApartments, ({ params }, { principal }) =>
    lists.billingApartments(principal, params.userId),
  );
  mount(users.listUserAssemblyApartments, ({ params }, { principal }) =>
    lists.assemblyApartments(principal, params.userId),
  );
}
