import { createHash, timingSafeEqual } from 'node:crypto';
import { transactionStates } from '../../../shared/billing/gateway.api.ts';
import { centavos } from '../../../shared/money.ts';
import { type Gateway, GatewayFault, type GatewayKeys, type ToldTransaction } from './gateway.types.ts';

const CURRENCY = 'COP';
/** Least payment at Wompi: $ 1.500. */
const MINIMUM = centavos(150_000);
/** Fields that the signature must cover (FORMATS §1.1). */
const SIGNED = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'];
const MOST_SIGNED = 50;
const MOST_TEXT = 200;
/** Time limit of a question in ms. */
const PATIENCE_MS = 10_000;
/** Most bytes of an answer: some transactions of one reference. */
const MOST_ANSWER_BYTES = 256 * 1024;

/** Hosts of Wompi. Tests use a local stand-in. */
export interface WompiHosts {
  checkout: string;
  /** Base of the API by environment. */
  api: Readonly<Record<GatewayKeys['environment'], string>>;
}

const HOSTS: WompiHosts = {
  checkout: 'https://checkout.wompi.co/p/',
  api: { test: 'https://sandbox.wompi.co/v1', production: 'https://production.wompi.co/v1' },
};

/** Beginning of each kind of key, by environment. */
const FORMS: Readonly<Record<GatewayKeys['environment'], Omit<GatewayKeys, 'environment'>>> = {
  test: {
    publicKey: 'pub_test_',
    integritySecret: 'test_integrity_',
    eventsSecret: 'test_events_',
    privateKey: 'prv_test_',
  },
  production: {
    publicKey: 'pub_prod_',
    integritySecret: 'prod_integrity_',
    eventsSecret: 'prod_events_',
    privateKey: 'prv_prod_',
  },
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Makes the adapter of Wompi (FORMATS §1.1). */
export function wompi(hosts: WompiHosts = HOSTS): Gateway {
  return {
    name: 'Wompi',
    minimum: MINIMUM,

    hasKeyForms: (keys) => {
      const forms = FORMS[keys.environment];
      return (Object.keys(forms) as (keyof typeof forms)[]).every(
        (kind) =>
          keys[kind] === '' || (keys[kind].startsWith(forms[kind]) && /^[\x21-\x7e]+$/.test(keys[kind])),
      );
    },

    checkoutUrl: ({ publicKey, integritySecret }, { reference, amount, returnUrl }) => {
      const signature = sha256(`${reference}${amount}${CURRENCY}${integritySecret}`);
      const fields = [
        ['public-key', publicKey],
        ['currency', CURRENCY],
        ['amount-in-cents', String(amount)],
        ['reference', reference],
        ['signature:integrity', signature],
        ['redirect-url', returnUrl],
      ] as const;
      return `${hosts.checkout}?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
    },

    readNotification: ({ eventsSecret }, { body }) => {
      const signed = readSignature(body, eventsSecret);
      if (signed === null) return null;
      const transaction = transactionIn(
        fieldOf(fieldOf(body, 'data'), 'transaction'),
        signed.timestamp * 1000,
      );
      return transaction && { ...transaction, isBound: signed.isBound };
    },

    find: async ({ environment, privateKey }, reference, signal) => {
      const url = `${hosts.api[environment]}/transactions?reference=${encodeURIComponent(reference)}`;
      const list = fieldOf(await ask(url, privateKey, signal), 'data');
      if (!Array.isArray(list)) throw unusable('Wompi contestó algo que no se entiende.');
      return list.flatMap((one: unknown) => {
        const at = Date.parse(String(fieldOf(one, 'finalized_at') ?? fieldOf(one, 'created_at')));
        const found = Number.isNaN(at) ? null : transactionIn(one, at);
        // The answer may hold transactions of similar references.
        return found === null || found.reference !== reference ? [] : found;
      });
    },
  };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

const shortText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MOST_TEXT ? value : null;

/**
 * Checks the signature of a notification: SHA-256 of the signed values in the order of the list, the timestamp and the
 * events secret. Ten digits of the timestamp are demanded: the parts have no separators, so digits could otherwise move
 * from the amount to the time. The sender chooses the list, and another list could cut the same text into other parts: only
 * the list `SIGNED` binds id, state and amount.
 * @returns the timestamp in seconds, and `isBound` for the list `SIGNED`; null without a valid signature
 */
function readSignature(body: unknown, eventsSecret: string): { timestamp: number; isBound: boolean } | null {
  const [signature, timestamp] = [fieldOf(body, 'signature'), fieldOf(body, 'timestamp')];
  const [properties, checksum] = [fieldOf(signature, 'properties'), fieldOf(signature, 'checksum')];
  if (eventsSecret === '' || typeof timestamp !== 'number' || !/^\d{10}$/.test(String(timestamp)))
    return null;
  if (typeof checksum !== 'string' || !/^[0-9a-f]{64}$/i.test(checksum)) return null;
  if (!Array.isArray(properties) || properties.length > MOST_SIGNED) return null;
  if (!SIGNED.every((name) => properties.includes(name))) return null;
  let signed = '';
  for (const property of properties) {
    if (typeof property !== 'string') return null;
    const value = property.split('.').reduce<unknown>(fieldOf, fieldOf(body, 'data'));
    if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
    signed += String(value);
  }
  const expected = Buffer.from(sha256(`${signed}${timestamp}${eventsSecret}`), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(checksum, 'hex'))) return null;
  return { timestamp, isBound: properties.join() === SIGNED.join() };
}

/** Returns a transaction in the form of the port; null for an unknown form. */
function transactionIn(value: unknown, at: number): ToldTransaction | null {
  const [id, reference, currency] = ['id', 'reference', 'currency'].map((name) =>
    shortText(fieldOf(value, name)),
  );
  const state = transactionStates.find((one) => one === fieldOf(value, 'status'));
  const amount = fieldOf(value, 'amount_in_cents');
  if (!id || !reference || !currency || state === undefined) return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  return { id, state, reference, amount: centavos(amount), currency, at };
}

const unusable = (sentence: string) => new GatewayFault(sentence, { isGeneral: false });

/** Asks Wompi with the private key: no redirects, limits on time and size. @throws GatewayFault */
async function ask(url: string, privateKey: string, signal: AbortSignal): Promise<unknown> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { authorization: `Bearer ${privateKey}`, accept: 'application/json' },
      signal: AbortSignal.any([signal, patience]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isKey = response.status === 401 || response.status === 403;
      if (isKey) throw new GatewayFault('Wompi no aceptó la llave privada.');
      const isGeneral = response.status === 429 || response.status >= 500;
      throw new GatewayFault(`Wompi contestó con el estado ${response.status}.`, { isGeneral });
    }
    return JSON.parse(await upTo(MOST_ANSWER_BYTES, response.body));
  } catch (error) {
    if (error instanceof GatewayFault || signal.aborted) throw error;
    if (error instanceof SyntaxError) throw unusable('Wompi contestó algo que no se entiende.');
    throw new GatewayFault(patience.aborted ? 'Wompi no contestó a tiempo.' : 'No se pudo llegar a Wompi.');
  }
}

async function upTo(most: number, body: ReadableStream<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const part of body ?? []) {
    size += part.length;
    if (size > most) throw unusable('Wompi contestó demasiado.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
