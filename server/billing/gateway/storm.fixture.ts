import { API_BASE } from '../../../shared/api.ts';
import type { TransactionState } from '../../../shared/billing/gateway.api.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import type { TestApp } from '../../testing/app.ts';
import { Random } from '../../testing/random.ts';
import { insertIntent } from './gateway.repository.ts';
import { notificationOf, type StandInTransaction } from './stand-in.fixture.ts';

/** Notification to send, with the expected answer. */
interface Sending {
  body: string;
  status: 200 | 400;
}

/** Storm of notifications: doubled, late, forged and reordered, and the books expected afterwards. */
export interface Storm {
  sendings: Sending[];
  /** Lines of `booked`. */
  expected: string[];
  forged: number;
}

/** Courses of a payment, each state in the order of the gateway; weights by repetition. */
const COURSES: readonly (readonly TransactionState[])[] = [
  ...Array<TransactionState[]>(6).fill(['PENDING', 'APPROVED']),
  ['PENDING', 'APPROVED', 'VOIDED'],
  ['APPROVED', 'VOIDED'],
  ['PENDING', 'DECLINED'],
  ['ERROR'],
  ['PENDING'],
];

/**
 * Makes about `many` notifications for intents of the units, and stores the intents. A tenth of the payments has an unknown
 * reference or another amount or currency. The notifications are shuffled as a whole: every order happens.
 */
export async function makeStorm(
  app: Pick<TestApp, 'store'>,
  jointId: number,
  { units, many, seed }: { units: readonly string[]; many: number; seed: number },
): Promise<Storm> {
  const random = new Random(seed);
  const storm: Storm = { sendings: [], expected: [], forged: 0 };
  const start = Math.floor(Date.now() / 1000) - 3_600;
  for (let nth = 1; storm.sendings.length < many; nth += 1) {
    const unit = random.pick(units);
    const amount = centavos(random.between(150_000, 9_000_000));
    const reference = `SCAF-${jointId}-${nth}`;
    const intent = {
      reference,
      environment: 'production',
      apartmentId: unit,
      amount,
      currency: 'COP',
    } as const;
    await insertIntent(app.store.db, jointId, intent, { at: Date.now(), actor: 'user:1' });
    const course = random.pick(COURSES);
    const odd = random.between(1, 30);
    const paying = {
      id: `${jointId}-${nth}-${random.between(10_000, 99_999)}`,
      amount_in_cents: odd === 1 ? amount + 1 : amount,
      reference: odd === 2 ? `OTRA-${nth}` : reference,
      currency: odd === 3 ? 'USD' : 'COP',
      created_at: new Date(start * 1000).toISOString(),
      finalized_at: null,
    };
    const line = expectedLine(paying, course, odd <= 2 ? null : unit);
    if (line !== null) storm.expected.push(line);
    addSendings(storm, random, { paying, course, at: start + nth });
  }
  for (let i = storm.sendings.length - 1; i > 0; i -= 1) {
    const j = random.between(0, i);
    const [one, other] = [storm.sendings[i], storm.sendings[j]];
    if (one && other) [storm.sendings[i], storm.sendings[j]] = [other, one];
  }
  storm.expected.sort();
  return storm;
}

/** Line of the books after all notifications of a payment; null without money, or in another currency. */
function expectedLine(
  { id, amount_in_cents, currency }: Omit<StandInTransaction, 'status'>,
  course: readonly TransactionState[],
  unit: string | null,
): string | null {
  if (!course.includes('APPROVED') || currency !== 'COP') return null;
  const money = formatPesos(centavos(amount_in_cents));
  if (course.includes('VOIDED')) return `${id} void ${money}`;
  return `${id} ${unit ?? 'espera'} ${money}`;
}

function addSendings(
  storm: Storm,
  random: Random,
  {
    paying,
    course,
    at,
  }: { paying: Omit<StandInTransaction, 'status'>; course: readonly TransactionState[]; at: number },
): void {
  for (const status of course) {
    const body = notificationOf({ ...paying, status }, undefined, at);
    for (let copy = random.between(1, 3); copy > 0; copy -= 1)
      storm.sendings.push({ body: JSON.stringify(body), status: 200 });
    if (random.between(1, 3) === 1) {
      storm.forged += 1;
      storm.sendings.push({ body: JSON.stringify(forge(random, body)), status: 400 });
    }
  }
}

/** Changes a signed field, the checksum or the list of a notification. */
function forge(random: Random, body: ReturnType<typeof notificationOf>): unknown {
  const { transaction } = body.data;
  const { signature } = body;
  const other = (part: Partial<StandInTransaction>) => ({
    ...body,
    data: { transaction: { ...transaction, ...part } },
  });
  return random.pick([
    other({ status: transaction.status === 'APPROVED' ? 'VOIDED' : 'APPROVED' }),
    other({ amount_in_cents: transaction.amount_in_cents * 10 }),
    other({ id: `${transaction.id}0` }),
    { ...body, timestamp: body.timestamp + 1 },
    { ...body, signature: { ...signature, properties: signature.properties.slice(0, 2) } },
    { ...body, signature: { ...signature, checksum: 'f'.repeat(64) } },
    notificationOf({ ...transaction, status: 'APPROVED' }, { eventsSecret: 'prod_events_guess' }),
  ]);
}

/**
 * Normalizes the lines of the books: a voided payment is annulled or returned, or never came because the void came first.
 */
export const comparable = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/ (anulado|devuelto|void) /.test(line)).sort();

/**
 * Sends the notifications to random servers, several at once. After a broken connection, an answer of a busy server and a
 * server's fault the notification is sent again, like the gateway does.
 * @param urls resolves to the addresses of the running servers
 * @param onAnswer called after each answer, with the number of answers so far
 * @returns answers that differ from the expected answer
 */
export async function sendStorm(
  { sendings }: Pick<Storm, 'sendings'>,
  jointId: number,
  {
    urls,
    seed,
    atOnce = 8,
    onAnswer,
  }: {
    urls: () => readonly string[] | Promise<readonly string[]>;
    seed: number;
    atOnce?: number;
    onAnswer?: (answers: number) => void;
  },
): Promise<string[]> {
  const random = new Random(seed);
  const wrong: string[] = [];
  const waiting = [...sendings];
  let answers = 0;
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const status = await post(random.pick(await urls()), jointId, next.body);
      const isAgain = status === null || status >= 500 || status === 429;
      if (isAgain) {
        waiting.unshift(next);
        continue;
      }
      if (status !== next.status) wrong.push(`${status} instead of ${next.status}`);
      answers += 1;
      onAnswer?.(answers);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  return wrong;
}

/** Sends a body as a notification. Null if the connection breaks. */
export async function post(url: string, jointId: number, body: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}${API_BASE}/gateways/wompi/${jointId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
