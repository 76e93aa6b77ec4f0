import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { networkOf } from './network.ts';
import { type Pace, Paces } from './paces.ts';
import { isHolder, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/** Beyond what one session may have under way (`in-flight.ts`), and of a network what waits for some three seconds. */
const WAITING = { mostWaiting: 2000 };

/**
 * Calls without a session of one network, in milliseconds of the thread: sign-ins, codes and links, pages and their files,
 * whatever is refused. 600 phones that open the sign-in page within seconds of each other are some thousands of calls of
 * 0.3 ms. They wait, and are never refused.
 */
const NOBODY: Pace = { rate: 400, burst: 400, atOnce: Number.POSITIVE_INFINITY, byTime: true, ...WAITING };

/** What anybody may ask without a session (a receipt, the open question, the docs): a seventh of the thread for a network. */
const PUBLIC: Pace = { rate: 150, burst: 150, atOnce: 8, byTime: true, mostWaiting: 1000, refusedFor: 5 };

/**
 * Cost of the calls of an actor (a user, a code, a display), in milliseconds of the thread, shared by all sessions. A page
 * asks for ten things of some milliseconds and then hears changes by its socket. A desk's name may be shared by all who
 * help at the door.
 */
const HOLDER: Pace = { rate: 150, burst: 600, atOnce: 2, byTime: true, ...WAITING };
const DESK: Pace = { rate: 800, burst: 5000, atOnce: 16, byTime: true, ...WAITING };

/** Votes and registrations, counted: an owner of two hundred units may vote for all of them at once, and then again. */
const HOLDER_VITAL: Pace = { rate: 50, burst: 200, atOnce: 40, byTime: false, ...WAITING };
const DESK_VITAL: Pace = { rate: 500, burst: 2000, atOnce: 400, byTime: false, ...WAITING };

/** Which pace each call is taken at. */
export class Parties {
  readonly #paces = new Paces();

  /** A call of a session, once it is known to be one. */
  ofSession(principal: Principal, endpoint: Endpoint, reply: FastifyReply): Promise<void> | null {
    const isSmall = isHolder(principal) || principal.profileId === Profile.display;
    if (endpoint.priority === 'vital') {
      const pace = isSmall ? HOLDER_VITAL : DESK_VITAL;
      return this.#paces.enter(`vital:${principal.actor}`, pace, reply.raw);
    }
    return this.#paces.enter(`actor:${principal.actor}`, isSmall ? HOLDER : DESK, reply.raw);
  }

  /** A call that lets a person in, or that is about to be refused. */
  ofNobody(request: FastifyRequest, reply: FastifyReply): Promise<void> | null {
    return this.#paces.enter(`network:${networkOf(request.ip)}`, NOBODY, reply.raw);
  }

  /** A call of a public endpoint. @throws Problem overloaded if a thousand of the network wait, at the pace of refusals */
  async ofPublic(request: FastifyRequest, reply: FastifyReply, endpoint?: Endpoint): Promise<void> {
    if (endpoint?.entry === true || endpoint?.priority === 'vital') {
      await this.ofNobody(request, reply);
      return;
    }
    try {
      await this.#paces.enter(`public:${networkOf(request.ip)}`, PUBLIC, reply.raw);
    } catch (error) {
      if (error instanceof Problem && error.code === 'overloaded') await this.ofNobody(request, reply);
      throw error;
    }
  }

  /** Pages, files and whatever has no endpoint; endpoints turn here themselves, once it is known whose a call is. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      this.#paces.countAhead(request.raw.socket, reply.raw);
      const { endpoint } = request.routeOptions.config;
      if (endpoint !== undefined) return;
      if (request.url.startsWith(API_BASE)) await this.ofPublic(request, reply);
      else await this.ofNobody(request, reply);
    });
    app.addHook('onClose', async () => this.#paces.stop());
  }
}
