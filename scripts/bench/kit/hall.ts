/** Those who vote in a bench. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { API_BASE } from '../../../shared/api.ts';
import type { BenchStore, Voter } from './bench-store.ts';
import { send } from './calls.ts';

/** A vote that stands. */
interface Acknowledged {
  /** When its answer came, by this machine's clock. */
  at: number;
  /** Milliseconds from asking to the answer. */
  took: number;
}

/** People who vote by themselves, one after another at a steady pace, each vote with a key as the page sends it. */
export class Hall {
  readonly #port: number;
  readonly #perSecond: number;
  readonly #jointId: number;
  #conceptId: number;
  readonly #voters: Voter[];
  readonly #agent = new Agent({ keepAlive: true });
  /** Votes that stand. */
  cast = 0;

  constructor(port: number, { jointId, questions, voters }: BenchStore, perSecond: number) {
    this.#port = port;
    this.#perSecond = perSecond;
    this.#jointId = jointId;
    this.#conceptId = questions[0] ?? 0;
    this.#voters = voters;
  }

  /** Votes for so many seconds, or until something else is over. Returns each vote's fate in the order of answers. */
  async vote(seconds: number, until: () => boolean = () => false): Promise<Acknowledged[]> {
    const acknowledged: Acknowledged[] = [];
    const sent: Promise<void>[] = [];
    const began = Date.now();
    for (let n = 0; n < seconds * this.#perSecond && !until(); n += 1) {
      const wait = began + (n * 1000) / this.#perSecond - Date.now();
      if (wait > 0) await pause(wait);
      const from = performance.now();
      sent.push(
        this.#send(this.cast + n).then(() => {
          const to = performance.now();
          acknowledged.push({ at: performance.timeOrigin + to, took: to - from });
        }),
      );
    }
    await Promise.all(sent);
    this.cast += acknowledged.length;
    return acknowledged;
  }

  /** From now on they vote on another question, which is open. */
  turnTo(conceptId: number): void {
    this.#conceptId = conceptId;
    this.cast = 0;
  }

  leave(): void {
    this.#agent.destroy();
  }

  #send(n: number): Promise<void> {
    const voter = this.#voters[n % this.#voters.length];
    const apartmentId = voter?.units[Math.floor(n / this.#voters.length)];
    if (voter === undefined || apartmentId === undefined) throw new Error('There are not enough units.');
    const vote = { jointId: this.#jointId, apartmentId, conceptId: this.#conceptId, voteId: 1 + (n % 3) };
    const body = JSON.stringify(vote);
    const headers = {
      authorization: `Bearer ${voter.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    };
    const target = { host: '127.0.0.1', port: this.#port, path: `${API_BASE}/assembly`, method: 'POST' };
    return new Promise((resolve, reject) => {
      const sending = request({ ...target, headers, agent: this.#agent }, (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`A vote got ${response.statusCode}.`)),
        );
      });
      sending.once('error', reject);
      sending.end(body);
    });
  }
}

/** Opens one of a joint's prepared questions, or closes the one that is open, as an operator does. */
export async function setQuestion(
  origin: string,
  token: string,
  change: { jointId: number; conceptId: number; active: 0 | 1; reason?: string },
): Promise<void> {
  await send(origin, { method: 'PATCH', path: '/assemblyconcepts', token, body: change });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
