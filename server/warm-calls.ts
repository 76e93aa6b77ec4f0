import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { resetPassword, signInWithCode } from '../shared/accounts/auth.api.ts';
import { API_BASE, type Endpoint } from '../shared/api.ts';
import { toggleConcept } from '../shared/assemblies/concepts.api.ts';
import { castVote } from '../shared/assemblies/votes.api.ts';
import { checkReceipt, proofPack } from '../shared/evidence/evidence.api.ts';
import { Profile } from '../shared/profiles.ts';
import { Sessions } from './accounts/sessions/sessions.service.ts';
import { signTokens } from './accounts/sessions/tokens.ts';
import { jointStates } from './assemblies/live/joint-state.ts';
import { scratchHall } from './assemblies/voting/scratch-hall.repository.ts';
import { type AppContext, features } from './features.ts';
import { headSignerOf } from './platform/audit/signing.ts';
import { openMemory } from './platform/db/connect.ts';
import { Counters } from './platform/db/counters.ts';
import { migrate } from './platform/db/schema/migrate.ts';
import { lazyCompilers } from './platform/http/compilers.ts';
import { securityHeaders } from './platform/http/headers.ts';
import { parseJsonBodies } from './platform/http/json-body.ts';
import { apiScope, type Mount } from './platform/http/mount.ts';
import { Parties } from './platform/http/parties.ts';
import { answerProblem } from './platform/http/problem.ts';
import { CoalescedPublisher } from './platform/live/publisher.ts';
import { JointDirectory } from './properties/joint-directory.ts';

/**
 * Number of votes cast for warming up. GROUP: votes at once, few because a real call waits for a whole group at
 * most.
 */
const VOTES = 300;
const GROUP = 4;
/** Number of calls of each public endpoint for warming up. */
const PUBLIC_CALLS = 150;
const SECRET = 'key of a scratch store for scratch sessions only';
/** Endpoints called for warming up: votes, a closing, and the public calls over 2 ms without compiled code. */
const WARMED: readonly Endpoint[] = [
  castVote,
  toggleConcept,
  checkReceipt,
  proofPack,
  signInWithCode,
  resetPassword,
];

/**
 * Casts votes through the server's route, without a port, on a temporary store in memory, closes the question, and
 * checks receipts and unknown codes: compiles the code of the main thread before the first real caller.
 * @param idle resolves when no real call is under way; false if the server closes
 * @returns number of accepted votes, and of packs of counted votes
 */
export async function warmCalls(
  context: AppContext,
  idle: () => Promise<boolean>,
): Promise<{ votes: number; packs: number }> {
  const store = await openMemory();
  /** Ends the timers of the scratch features. */
  const ends: (() => unknown)[] = [];
  const app = Fastify({ schemaController: { compilersFactory: lazyCompilers().compilersFactory } });
  try {
    await migrate(store);
    const { votes, operatorId } = await scratchHall(store.db);
    const directory = new JointDirectory(store.inLane('votes'));
    const sessions = new Sessions(store.inLane('votes'), await signTokens(app, SECRET));
    const publisher = new CoalescedPublisher(jointStates(store, directory));
    await mountWarmed(app, context, { store, directory, sessions, publisher }, (end) => void ends.push(end));
    let callers = 0;
    /** Calls without a session, each from another network, within the limits. */
    const post = (endpoint: Endpoint, payload: object) => {
      callers += 1;
      return app.inject({
        method: 'POST',
        url: API_BASE + endpoint.path.replace(':jointId', '1'),
        remoteAddress: `10.0.${callers >> 8}.${callers & 255}`,
        payload,
      });
    };
    const receipts: string[] = [];
    await inGroups(votes.slice(0, VOTES), idle, async ({ code, ...vote }) => {
      const token = await sessions.open({ code, jointId: 1, profile: Profile.qr });
      const { statusCode, body } = await app.inject({
        method: castVote.method,
        url: API_BASE + castVote.path,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `scratch-${code}-${vote.jointId}` },
        payload: { ...vote, voteId: 1 },
      });
      if (statusCode === castVote.status) receipts.push(JSON.parse(body).receipt);
    });
    const [first] = votes;
    if (first !== undefined && (await idle())) {
      await app.inject({
        method: toggleConcept.method,
        url: API_BASE + toggleConcept.path,
        headers: { authorization: `Bearer ${await sessions.open({ userId: operatorId })}` },
        payload: { conceptId: first.conceptId, jointId: first.jointId, active: 0 },
      });
    }
    let packs = 0;
    await inGroups(receipts.slice(0, PUBLIC_CALLS), idle, async (receipt) => {
      const unknown = receipt.slice(0, 9);
      await post(checkReceipt, { receipt });
      await post(checkReceipt, { receipt: unknown });
      if ((await post(proofPack, { receipt })).statusCode === proofPack.status) packs += 1;
      await post(signInWithCode, { code: unknown });
      await post(resetPassword, { token: unknown, password: SECRET });
    });
    publisher.stop();
    return { votes: receipts.length, packs };
  } finally {
    for (const end of ends) await end();
    await app.close();
    await store.close();
  }
}

/** Mounts the endpoints of `WARMED` on the scratch store. */
async function mountWarmed(
  app: FastifyInstance,
  context: AppContext,
  parts: Pick<AppContext, 'store' | 'directory' | 'sessions' | 'publisher'>,
  onClose: (end: () => unknown) => void,
): Promise<void> {
  const guard = {
    ...context.guard,
    authenticate: (token: string) => parts.sessions.authenticate(token),
    seen: (sessionId: string) => parts.sessions.seen.note(sessionId),
    findJoint: (jointId: number) => parts.directory.find(jointId),
  };
  const parties = new Parties();
  parties.watch(app);
  app.decorateRequest('principal', null);
  app.setErrorHandler(answerProblem);
  parseJsonBodies(app);
  securityHeaders(app);
  await app.register(compress, { encodings: ['br', 'gzip'] });
  await apiScope(app, { guard, parties }, (mountOf) => {
    const counters = new Counters(parts.store, SECRET);
    const connected = async () => new Set<string>();
    const scratch = { ...context, ...parts, counters, connected, signer: headSignerOf(SECRET), onClose };
    features.assemblies?.mount(onlyWarmed(mountOf('assemblies')), scratch);
    features.accounts?.mount(onlyWarmed(mountOf('accounts')), scratch);
  });
}

/** Works on all items, a group at once. Stops with the server. */
async function inGroups<T>(
  items: readonly T[],
  idle: () => Promise<boolean>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length && (await idle()); first += GROUP)
    await Promise.all(items.slice(first, first + GROUP).map(work));
}

/** Returns a mount function for the endpoints of `WARMED` alone. */
function onlyWarmed(mount: Mount): Mount {
  return (endpoint, ...handlers) => {
    if (WARMED.some(({ id }) => id === (endpoint as Endpoint).id)) mount(endpoint, ...handlers);
  };
}
