/** Simulated voters of a bench. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { API_BASE } from '../../../shared/api.ts';
import type { BenchStore, Voter } from './bench-store.ts';
import { send } from './calls.ts';
import { type Figures, figures } from './sorted.ts';

/** Vote acknowledged by the server. */
interface Acknowledged {
  /** Time of the answer by the machine's clock, epoch ms. */
  at: number;
  /** Milliseconds from the request to the answer. */
  took: number;
}

/**
 * Simulated voters of a bench: vote online at a steady rate, each vote with an idempotency key as on the
 * page.
 */
export class Hall {
  readonly #port: number;
  readonly #perSecond: number;
  readonly #jointId: number;
  #conceptId: number;
  readonly #voters: Voter[];
  readonly #agent = new Agent({ keepAlive: true });
  /** Number of acknowledged votes. */
  cast = 0;
  /** Number of sent votes. A unit votes once per question, also after a failure, because the vote may be stored. */
  sent = 0;

  constructor(port: number, { jointId, questions, voters }: BenchStore, perSecond: number) {
    this.#port = port;
    this.#perSecond = perSecond;
    this.#jointId = jointId;
    this.#conceptId = questions[0] ?? 0;
    this.#voters = voters;
  }

  /**
   * Sends votes for the given seconds, or until `until` returns true.
   * @returns the acknowledged votes, in the order of answers
   * @throws Error after all answers, if a vote failed: the number of failures and the first refusal
   */
  async vote(seconds: number, until: () => boolean = () => false): Promise<Acknowledged[]> {
    const acknowledged: Acknowledged[] = [];
    const sent: Promise<void>[] = [];
    const failed: unknown[] = [];
    const began = Date.now();
    for (let n = 0; n < seconds * this.#perSecond && !until(); n += 1) {
      const wait = began + (n * 1000) / this.#perSecond - Date.now();
      if (wait > 0) await pause(wait);
      const from = performance.now();
      this.sent += 1;
      sent.push(
        this.#send(this.sent - 1)
          .then(() => {
            const to = performance.now();
            acknowledged.push({ at: performance.timeOrigin + to, took: to - from });
          })
          .catch((error) => void failed.push(error)),
      );
    }
    await Promise.all(sent);
    this.cast += acknowledged.length;
    if (failed.length > 0) throw new Error(`${failed.length} of ${sent.length} votes failed: ${failed[0]}`);
    return acknowledged;
  }

  /** Sends the next votes to another open question. */
  turnTo(conceptId: number): void {
    this.#conceptId = conceptId;
    this.cast = 0;
    this.sent = 0;
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
        let answer = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          answer += text;
        });
        response.once('end', () => {
          const { statusCode } = response;
          if (statusCode === 201) resolve();
          else reject(new Error(`A vote of ${apartmentId} got ${statusCode}: ${answer.slice(0, 200)}`));
        });
      });
      sending.once('error', reject);
      sending.end(body);
    });
  }
}

/** Opens a prepared question of a joint, or closes the open question, by the operator's API call. */
export async function setQuestion(
  origin: string,
  token: string,
  change: { jointId: number; conceptId: number; active: 0 | 1; reason?: string },
): Promise<void> {
  await send(origin, { method: 'PATCH', path: '/assemblyconcepts', token, body: change });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a function that opens the next question of the hall, casts votes for some seconds or until `until` is true, and
 * closes the question, because jobs pause most of the time during an open question.
 */
export function eveningOf(origin: string, assembly: BenchStore, hall: Hall) {
  let opened = 0;
  return async (seconds: number, until?: () => boolean): Promise<Figures> => {
    const concept = { jointId: assembly.jointId, conceptId: assembly.questions[opened] ?? 0 };
    if (opened > 0) await setQuestion(origin, assembly.operator, { ...concept, active: 1 });
    opened += 1;
    hall.turnTo(concept.conceptId);
    const cast = await hall.vote(seconds, until);
    await setQuestion(origin, assembly.operator, { ...concept, active: 0 });
    return figures(cast.map(({ took }) => took));
  };
}
