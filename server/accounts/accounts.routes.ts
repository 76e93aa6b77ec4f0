import * as auth from '../../shared/accounts/auth.api.ts';
import * as displaysApi from '../../shared/accounts/displays.api.ts';
import * as sessionsApi from '../../shared/accounts/sessions.api.ts';
import * as users from '../../shared/accounts/users.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import type { CallContext, Mount } from '../platform/http/mount.ts';
import { DisplaysService } from './displays/displays.service.ts';
import { ForgottenPasswords } from './forgotten/forgotten.service.ts';
import type { AccountsContext } from './sessions/accounts-context.ts';
import { type Device, deviceCookie, deviceIn } from './sessions/devices.ts';
import { UserSessionsService } from './sessions/user-sessions.service.ts';
import { CodeSignInService } from './sign-in/code-sign-in.service.ts';
import { FailureTrail } from './sign-in/failure-trail.ts';
import { createFirstUser } from './sign-in/first-user.service.ts';
import { type Caller, SignInService } from './sign-in/sign-in.service.ts';
import { SignInDelays } from './sign-in/sign-in-delays.ts';
import { UserListsService } from './users/user-lists.service.ts';
import { UsersService } from './users/users.service.ts';

export function mountAccounts(mount: Mount, context: AccountsContext): void {
  const { store, sessions, counters, publicUrl } = context;
  const { db } = store;
  const failures = new FailureTrail(db, counters);
  const forgotten = new ForgottenPasswords(context);
  // What waits until then is done too; a store that is away loses it.
  context.onClose(async () => {
    await forgotten.settled();
    await failures.flush().catch(() => undefined);
    await sessions.seen.flush().catch(() => undefined);
  });
  const delays = new SignInDelays(counters);
  const signIn = new SignInService({ db, sessions, failures, delays });
  const byCode = new CodeSignInService({ db, sessions, counters });
  const service = new UsersService(store.db, sessions);
  const lists = new UserListsService(store.db);

  const isSecure = publicUrl.startsWith('https:');
  /** Does what a caller asks for without a session, and keeps its device known. */
  async function fromCaller<T extends { device: Device }>(
    { request, address, setCookie }: CallContext,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const given = deviceIn(request.headers.cookie);
    const done = await whileClientWaits(request, (signal) => work({ address, device: given, signal }));
    setCookie(deviceCookie(done.device, isSecure));
    return done;
  }

  mount(auth.signIn, async ({ body }, call) => {
    const { jwt } = await fromCaller(call, (caller) => signIn.withPassword(body, caller));
    return { jwt };
  });
  mount(auth.signInWithCode, async ({ body }, { address }) => ({
    jwt: await byCode.withCode(body.code, address),
  }));
  mount(auth.renewSession, async (_input, { principal }) => ({ jwt: await sessions.refresh(principal) }));
  mount(auth.signOut, async (_input, { principal }) => {
    await signIn.signOut(principal);
    return null;
  });
  mount(auth.changePassword, async ({ body }, call) => {
    const { principal } = call;
    await fromCaller(call, async (caller) => ({
      device: await signIn.changePassword(principal, body, caller),
    }));
    return null;
  });
  mount(auth.forgotPassword, async ({ body }, { address }) => {
    forgotten.ask(body.who, address);
    return null;
  });
  mount(auth.resetPassword, async ({ body }, call) => {
    const { jwt, username } = await fromCaller(call, (caller) => forgotten.replace(body, caller));
    return { jwt, username };
  });
  mount(auth.createFirstUser, async ({ body }) => ({ jwt: await createFirstUser(store.db, sessions, body) }));

  mountSessions(mount, new UserSessionsService(db, sessions));
  mountDisplays(mount, new DisplaysService(context, { delays, failures }));

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

function mountSessions(mount: Mount, sessions: UserSessionsService): void {
  mount(sessionsApi.listUserSessions, ({ params }, { principal }) => sessions.list(principal, params.userId));
  mount(sessionsApi.endUserSession, async ({ params }, { principal }) => {
    await sessions.end(principal, params.userId, params.sessionId);
    return null;
  });
  mount(sessionsApi.endUserSessions, async ({ params }, { principal }) => {
    await sessions.endOthers(principal, params.userId);
    return null;
  });
}

function mountDisplays(mount: Mount, displays: DisplaysService): void {
  mount(createDisplayLink, ({ params }, { principal }) => displays.makeLink(params.jointId, principal));
  mount(displaysApi.createDisplayCode, ({ params }, { principal }) =>
    displays.makeCode(params.jointId, principal),
  );
  mount(displaysApi.openDisplay, ({ body }, { address }) => displays.openWithCode(body.code, address));
  mount(displaysApi.listDisplays, ({ params }) => displays.list(params.jointId));
  mount(displaysApi.endDisplay, async ({ params }, { principal }) => {
    await displays.end(params.jointId, params.displayId, principal);
    return null;
  });
}
