import compress from '@fastify/compress';
import Fastify from 'fastify';
import { API_BASE, type Endpoint } from '../shared/api.ts';
import { castVote } from '../shared/assemblies/votes.api.ts';
import { Profile } from '../shared/profiles.ts';
import { Sessions } from './accounts/sessions/sessions.service.ts';
import { signTokens } from './accounts/sessions/tokens.ts';
import { jointStates } from './assemblies/live/joint-state.ts';
import { scratchHall } from './assemblies/voting/scratch-hall.repository.ts';
import { type AppContext, features } from './features.ts';
import { headSignerOf } from './platform/audit/signing.ts';
import { migrate, openMemory } from './platform/db/connect.ts';
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
const SECRET = 'key of a scratch store for scratch sessions only';

/**
 * Casts votes through the server's route, without a port, on a temporary store in memory: compiles the code of the
 * main thread before the first real voter.
 * @param idle resolves when no real call is under way; false if the server closes
 * @returns number of accepted votes
 */
export async function warmCalls(context: AppContext, idle: () => Promise<boolean>): Promise<number> {
  const store = await openMemory();
  const app = Fastify({ schemaController: { compilersFactory: lazyCompilers().compilersFactory } });
  try {
    await migrate(store);
    const { votes } = await scratchHall(store.db);
    const directory = new JointDirectory(store.inLane('votes'));
    const sessions = new Sessions(store.inLane('votes'), await signTokens(app, SECRET));
    const publisher = new CoalescedPublisher(jointStates(store, directory));
    const guard = {
      ...context.guard,
      authenticate: (token: string) => sessions.authenticate(token),
      seen: (sessionId: string) => sessions.seen.note(sessionId),
    };
    const parties = new Parties();
    parties.watch(app);
    app.decorateRequest('principal', null);
    app.setErrorHandler(answerProblem);
    parseJsonBodies(app);
    securityHeaders(app);
    await app.register(compress, { encodings: ['br', 'gzip'] });
    await apiScope(app, { guard, parties }, (mountOf) => {
      const scratch = { ...context, store, directory, sessions, publisher, signer: headSignerOf(SECRET) };
      features.assemblies?.mount(onlyVotes(mountOf('assemblies')), { ...scratch, onClose: () => undefined });
    });
    let accepted = 0;
    for (let first = 0; first < VOTES; first += GROUP) {
      if (!(await idle())) break;
      const group = votes.slice(first, first + GROUP).map(async ({ code, ...vote }) => {
        const token = await sessions.open({ code, jointId: 1, profile: Profile.qr });
        const { statusCode } = await app.inject({
          method: castVote.method,
          url: API_BASE + castVote.path,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': `scratch-${code}-${vote.jointId}` },
          payload: { ...vote, voteId: 1 },
        });
        if (statusCode === castVote.status) accepted += 1;
      });
      await Promise.all(group);
    }
    publisher.stop();
    return accepted;
  } finally {
    await app.close();
    await store.close();
  }
}

/** Returns a mount function for the endpoint of votes alone. */
function onlyVotes(mount: Mount): Mount {
  return (endpoint, ...handlers) => {
    if ((endpoint as Endpoint).id === castVote.id) mount(endpoint, ...handlers);
  };
}
