import * as auth from '../../shared/accounts/auth.api.ts';
import * as displaysApi from '../../shared/accounts/displays.api.ts';
import * as sessionsApi from '../../shared/accounts/sessions.api.ts';
import * as users from '../../shared/accounts/users.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { storeInLane } from '../platform/db/connect.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import type { CallContext, Mount } from '../platform/http/mount.ts';
import { displaysService } from './displays/displays.service.ts';
import { forgottenPasswordsService } from './forgotten/forgotten.service.ts';
import { type Device, deviceCookie, deviceIn } from './sessions/devices.ts';
import type { AccountsContext } from './sessions/sessions.service.ts';
import { userSessionsService } from './sessions/user-sessions.service.ts';
import { codeSignInService } from './sign-in/code-sign-in.service.ts';
import { SignInDelays } from './sign-in/delays.ts';
import { FailureTrail } from './sign-in/failure-trail.ts';
import { createFirstUser } from './sign-in/first-user.service.ts';
import { type Caller, signInService } from './sign-in/sign-in.service.ts';
import { SignInTrail } from './sign-in/trail.ts';
import { userListsService } from './users/lists.service.ts';
import { usersService } from './users/users.service.ts';

/** Mounts the endpoints of accounts: sign-in, sessions, passwords, users and wall displays. */
export function mountAccounts(mount: Mount, context: AccountsContext): void {
  const { store, sessions, counters, publicUrl } = context;
  const failures = new FailureTrail(store.db, counters);
  const forgotten = forgottenPasswordsService(context);
  // Writes the waiting requests and records before the stop. If the store is away, they are lost.
  context.onClose(async () => {
    await forgotten.settled();
    await failures.flush().catch(() => undefined);
    await watch.trail.flush().catch(() => undefined);
    await sessions.seen.flush().catch(() => undefined);
  });
  const watch = { delays: new SignInDelays(counters), failures, trail: new SignInTrail(store.db, counters) };
  const entering = { ...context, store: storeInLane(store, 'registrations') };
  const signIn = signInService(entering, watch);
  const byCode = codeSignInService(entering);

  const isSecure = publicUrl.startsWith('https:');
  /**
   * Runs a request from a caller without a session (for example a sign-in), then sends the cookie of the caller's
   * browser again with a new end.
   */
  async function fromCaller<T extends { device: Device }>(
    { request, address, setCookie }: CallContext,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const { cookie } = request.headers;
    const device = deviceIn(cookie);
    const done = await whileClientWaits(request, (signal) =>
      work({ address, device, cookie, setCookie, signal }),
    );
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
  mount(auth.signOut, (_input, { principal }) => signIn.signOut(principal));
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

  mountUsers(mount, context);
  mountDisplays(mount, displaysService(context, watch));
}

/** Mounts the endpoints of users, of users' joints and units, and of users' sessions. */
function mountUsers(mount: Mount, context: AccountsContext): void {
  const service = usersService(context);
  const lists = userListsService(context);
  const ownSessions = userSessionsService(context);

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
  mount(users.listUserRights, async (_input, { principal }) => lists.ownRights(principal));
  mount(users.listUserBillingApartments, ({ params }, { principal }) =>
    lists.billingApartments(principal, params.userId),
  );
  mount(users.listUserAssemblyApartments, ({ params }, { principal }) =>
    lists.assemblyApartments(principal, params.userId),
  );

  mount(sessionsApi.listUserSessions, ({ params }, { principal }) =>
    ownSessions.list(principal, params.userId),
  );
  mount(sessionsApi.endUserSession, ({ params }, { principal }) =>
    ownSessions.end(principal, params.userId, params.sessionId),
  );
  mount(sessionsApi.endUserSessions, ({ params }, { principal }) =>
    ownSessions.endOthers(principal, params.userId),
  );
}

function mountDisplays(mount: Mount, displays: ReturnType<typeof displaysService>): void {
  mount(createDisplayLink, ({ params }, { principal }) => displays.makeLink(params.jointId, principal));
  mount(displaysApi.createDisplayCode, ({ params }, { principal }) =>
    displays.makeCode(params.jointId, principal),
  );
  mount(displaysApi.openDisplay, ({ body }, { address }) => displays.openWithCode(body, address));
  mount(displaysApi.listDisplays, ({ params }) => displays.list(params.jointId));
  mount(displaysApi.endDisplay, ({ params }, { principal }) =>
    displays.end(params.jointId, params.displayId, principal),
  );
}
