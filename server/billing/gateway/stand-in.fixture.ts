import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TransactionState } from '../../../shared/billing/gateway.api.ts';
import { freePort } from '../../testing/free-port.ts';
import type { GatewayKeys } from './gateway.types.ts';
import type { WompiHosts } from './wompi.ts';

/** Keys of a joint for tests. */
export const standInKeys: GatewayKeys = {
  environment: 'production',
  publicKey: 'pub_prod_standin',
  integritySecret: 'prod_integrity_standin',
  eventsSecret: 'prod_events_standin',
  privateKey: 'prv_prod_standin',
};

/** Transaction at the stand-in, with the fields of Wompi. */
export interface StandInTransaction {
  id: string;
  status: TransactionState;
  amount_in_cents: number;
  reference: string;
  currency: string;
  created_at: string;
  finalized_at: string | null;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Writes a signed notification in the form and size of a real one, with names, card and browser of a payer.
 * @param at seconds
 */
export function notificationOf(
  transaction: StandInTransaction,
  { eventsSecret }: Pick<GatewayKeys, 'eventsSecret'> = standInKeys,
  at = Math.floor(Date.now() / 1000),
) {
  const { id, status, amount_in_cents } = transaction;
  const checksum = sha256(`${id}${status}${amount_in_cents}${at}${eventsSecret}`);
  const payer = {
    customer_email: 'pagadora@correo.co',
    payment_method_type: 'CARD',
    payment_method: { type: 'CARD', extra: { bin: '424242', card_holder: 'PAGADORA SECRETA' } },
    customer_data: { full_name: 'PAGADORA SECRETA', device_data_token: 'x'.repeat(2_000) },
  };
  return {
    event: 'transaction.updated',
    data: { transaction: { ...transaction, ...payer } },
    sent_at: new Date(at * 1000).toISOString(),
    timestamp: at,
    signature: {
      checksum,
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
    },
    environment: 'prod',
  };
}

/** Local stand-in for Wompi over HTTP, as documented in FORMATS §1.1: checkout, query and notifications. */
export interface StandIn {
  hosts: WompiHosts;
  transactions: Map<string, StandInTransaction>;
  /** Questions received, by reference. */
  questions: string[];
  /** Status of the query's answers. Default: 200. */
  script: { status?: number };
  /** Visits a checkout address as the payer's browser. @returns the page's address after the payment, or the status */
  visit: (checkoutUrl: string) => Promise<URL | number>;
  /** Changes the state of a transaction and sends the notification; sends again until an answer of 200. */
  settle: (id: string, status: TransactionState, notifyUrl: string | null) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the stand-in with the keys of one joint. */
export async function startStandIn(keys: GatewayKeys = standInKeys): Promise<StandIn> {
  const transactions = new Map<string, StandInTransaction>();
  const questions: string[] = [];
  const script: StandIn['script'] = {};
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', base);
    if (url.pathname === '/p/') checkout(url, response);
    else if (url.pathname === '/v1/transactions') query(url, request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  function checkout({ searchParams }: URL, response: ServerResponse): void {
    const [reference, cents, currency] = ['reference', 'amount-in-cents', 'currency'].map(
      (name) => searchParams.get(name) ?? '',
    );
    const signature = sha256(`${reference}${cents}${currency}${keys.integritySecret}`);
    const isSigned = searchParams.get('signature:integrity') === signature;
    if (!isSigned || searchParams.get('public-key') !== keys.publicKey)
      return void response.writeHead(422).end();
    const id = `1-${Date.now()}-${randomBytes(4).readUInt32BE()}`;
    transactions.set(id, {
      id,
      status: 'PENDING',
      amount_in_cents: Number(cents),
      reference: reference ?? '',
      currency: currency ?? '',
      created_at: new Date().toISOString(),
      finalized_at: null,
    });
    const back = new URL(searchParams.get('redirect-url') ?? '');
    back.searchParams.set('id', id);
    response.writeHead(302, { location: back.href }).end();
  }

  function query({ searchParams }: URL, request: IncomingMessage, response: ServerResponse): void {
    const reference = searchParams.get('reference') ?? '';
    questions.push(reference);
    const isKey = request.headers.authorization === `Bearer ${keys.privateKey}`;
    const status = isKey ? (script.status ?? 200) : 401;
    const data = [...transactions.values()].filter((one) => one.reference === reference);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }

  return {
    hosts: { checkout: `${base}/p/`, api: { test: `${base}/v1`, production: `${base}/v1` } },
    transactions,
    questions,
    script,
    visit: async (checkoutUrl) => {
      const response = await fetch(checkoutUrl, { redirect: 'manual' });
      return response.status === 302 ? new URL(response.headers.get('location') ?? '') : response.status;
    },
    settle: async (id, status, notifyUrl) => {
      const transaction = transactions.get(id);
      if (transaction === undefined) throw new Error(`no transaction ${id}`);
      Object.assign(transaction, { status, finalized_at: new Date().toISOString() });
      for (let tries = 0; notifyUrl !== null && tries < 4; tries += 1) {
        const body = notificationOf(transaction, keys);
        const headers = {
          'content-type': 'application/json',
          'x-event-checksum': body.signature.checksum,
        };
        const response = await fetch(notifyUrl, { method: 'POST', headers, body: JSON.stringify(body) });
        if (response.status === 200) return;
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
