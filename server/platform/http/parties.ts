import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { hasBody } from './arrivals.ts';
import { networkOf } from './network.ts';
import { type Pace, Paces } from './paces.ts';
import { isHolder, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/**
 * Rate limit for calls without a session, by network, in milliseconds of the thread: sign-ins, codes and links,
 * pages and files, refused calls. 600 phones that open the sign-in page within seconds send thousands of calls of
 * 0.3 ms. The calls wait and are never refused.
 */
const NOBODY: Pace = { rate: 400, burst: 400, atOnce: 2000, mostWaiting: 2000, byTime: true };

/**
 * Rate limit for public calls without a session (a receipt, the open question, the documentation), by network: a
 * seventh of the thread.
 */
const PUBLIC: Pace = {
  rate: 150,
  burst: 150,
  atOnce: 8,
  mostWaiting: 1000,
  refusal: { code: 'overloaded', retryAfter: 5 },
  byTime: true,
  untilAnswered: true,
};

/**
 * Rate limit for public calls with a body still to come after the head, by network. A separate limit, because a slow
 * body holds a place for half a minute, and other people behind the same address check receipts meanwhile.
 */
const LATE_BODIES: Pace = { ...PUBLIC, rate: 50, burst: 50 };

/**
 * Rate limit for notifications of other programs (`hook`), by network, apart from the public calls of people: a flood of
 * one kind never delays the other. Above the limit 503: the sender tries again.
 */
const HOOKS: Pace = { ...PUBLIC, rate: 250, burst: 500 };

/** Refusal if too many calls of a signed-in person wait; after a second some have ended. */
const refusal = { code: 'tooManyRequests', retryAfter: 1 } as const;

/**
 * Rate limits of a signed-in person (a user, a code, a display) over all sessions, in milliseconds of the thread:
 * `HOLDER` for voters and displays, `DESK` for staff. A page sends about ten calls of a few milliseconds and then
 * receives changes by socket. All helpers at the door may share an account.
 */
const HOLDER: Pace = { rate: 150, burst: 600, atOnce: 2, mostWaiting: 38, refusal, byTime: true };
const DESK: Pace = { rate: 800, burst: 5000, atOnce: 16, mostWaiting: 384, refusal, byTime: true };

/**
 * Rate limit of a member of staff for documents, uploads and other answers of workers. Fewer at once than places in
 * the queue of workers, so one person leaves places for others.
 */
const DESK_FILES: Pace = { ...DESK, rate: 200, burst: 1000, atOnce: 5 };

/** Rate limits for votes and registrations, in calls: an owner of 200 units may vote for all at once, and again. */
const HOLDER_VITAL: Pace = { rate: 50, burst: 200, atOnce: 40, mostWaiting: 160, refusal, byTime: false };
const DESK_VITAL: Pace = { rate: 500, burst: 2000, atOnce: 400, mostWaiting: 1600, refusal, byTime: false };

/**
 * Chooses and applies the rate limit of each call: by the signed-in person, or by the network for calls
 * without a session.
 */
export class Parties {
  readonly #paces = new Paces();

  /** Waits for the rate limit of a signed-in caller. Returns null if the call may start at once. */
  ofSession(principal: Principal, endpoint: Endpoint, reply: FastifyReply): Promise<void> | null {
    const isSmall = isHolder(principal) || principal.profileId === Profile.display;
    if (endpoint.priority === 'vital') {
      const pace = isSmall ? HOLDER_VITAL : DESK_VITAL;
      return this.#paces.enter(`vital:${principal.actor}`, pace, reply.raw);
    }
    const { file, upload, inWorker } = endpoint;
    if (!isSmall && (file ?? upload ?? inWorker) === true)
      return this.#paces.enter(`files:${principal.actor}`, DESK_FILES, reply.raw);
    return this.#paces.enter(`actor:${principal.actor}`, isSmall ? HOLDER : DESK, reply.raw);
  }

  /**
   * Waits for the rate limit of the client's network, for a sign-in or a call about to be refused. Returns null if
   * the call may start at once.
   */
  ofNobody(request: FastifyRequest, reply: FastifyReply): Promise<void> | null {
    return this.#paces.enter(`network:${networkOf(request.ip)}`, NOBODY, reply.raw);
  }

  /**
   * Waits for the rate limit of a public endpoint.
   * @throws Problem overloaded if too many calls of the network wait
   */
  async ofPublic(request: FastifyRequest, reply: FastifyReply, endpoint?: Endpoint): Promise<void> {
    if (endpoint?.entry === true || endpoint?.priority === 'vital') {
      await this.ofNobody(request, reply);
      return;
    }
    if (endpoint?.hook === true) {
      await this.#paces.enter(`hook:${networkOf(request.ip)}`, HOOKS, reply.raw);
      return;
    }
    const isLate = await isBodyLate(request);
    const [name, pace] = isLate ? (['late', LATE_BODIES] as const) : (['public', PUBLIC] as const);
    try {
      await this.#paces.enter(`${name}:${networkOf(request.ip)}`, pace, reply.raw);
    } catch (error) {
      if (error instanceof Problem && error.code === 'overloaded') await this.ofNobody(request, reply);
      throw error;
    }
  }

  /**
   * Limits the rate of pages, files and unknown paths. Endpoints call this class by themselves after the check of
   * the caller.
   */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      const { endpoint } = request.routeOptions.config;
      const isPublic =
        endpoint === undefined ? request.url.startsWith(API_BASE) : 'public' in endpoint.access;
      this.#paces.countAhead(request.raw.socket, reply.raw, { isPublic });
      if (endpoint !== undefined) return;
      if (request.url.startsWith(API_BASE)) await this.ofPublic(request, reply);
      else await this.ofNobody(request, reply);
    });
    app.addHook('onSend', (_request, reply, _payload, done) => {
      this.#paces.answered(reply.raw);
      done();
    });
    app.addHook('onClose', async () => this.#paces.stop());
  }
}

/** True if the body of a call was not in the packet of the head. Waits for the parser of Node.js to read the packet. */
async function isBodyLate({ raw }: FastifyRequest): Promise<boolean> {
  if (!hasBody(raw)) return false;
  await nextTurn();
  // Calls within the process have no such field.
  return raw.complete === false;
}
