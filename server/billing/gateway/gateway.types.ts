import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayEnvironment, TransactionState } from '../../../shared/billing/gateway.api.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Secrets of a joint at a gateway, stored encrypted; '' if not set. */
export interface GatewaySecrets {
  integritySecret: string;
  eventsSecret: string;
  privateKey: string;
}

/** Keys of a joint at a gateway. */
export interface GatewayKeys extends GatewaySecrets {
  environment: GatewayEnvironment;
  publicKey: string;
}

/** Transaction as stated by a gateway, in a signed notification or in an answer to the private key. */
export interface ToldTransaction {
  /** Id at the gateway, unique in a joint. */
  id: string;
  state: TransactionState;
  reference: string;
  /** Positive amount in centavos. */
  amount: Centavos;
  /** ISO 4217: 'COP'. */
  currency: string;
  /** Time of the state, epoch ms. The day in Bogotá dates the payment. */
  at: Millis;
}

/** Transaction of a signed notification. `isBound` is false if the signature fits other parts too: then only the gateway's answer counts. */
export interface NotifiedTransaction extends ToldTransaction {
  isBound: boolean;
}

/** Port of a payment gateway: `docs/how/gateway.md` says how an adapter is written. Pure, except for `find`. */
export interface Gateway {
  /** Name for people: 'Wompi'. */
  name: string;
  /** Smallest amount of a payment, in centavos. */
  minimum: Centavos;
  /** True if each given key has the form of its kind and of the environment. Ignores empty keys. */
  hasKeyForms: (keys: GatewayKeys) => boolean;
  /** Returns the page of the gateway for a payment. `returnUrl`: address of the payer after the payment. */
  checkoutUrl: (
    keys: GatewayKeys,
    payment: { reference: string; amount: Centavos; returnUrl: string },
  ) => string;
  /** Reads a notification. Null for every body without a valid signature of the events secret. */
  readNotification: (
    keys: GatewayKeys,
    notification: { headers: IncomingHttpHeaders; body: unknown },
  ) => NotifiedTransaction | null;
  /**
   * Asks the gateway with the private key for the transactions of a reference.
   * @throws GatewayFault with a Spanish sentence
   */
  find: (keys: GatewayKeys, reference: string, signal: AbortSignal) => Promise<ToldTransaction[]>;
}

/**
 * Failure of a question to a gateway, with a Spanish sentence for the staff. `isGeneral` is true for faults of the way or the
 * key, and false for an unusable answer about one reference.
 */
export class GatewayFault extends Error {
  readonly isGeneral: boolean;

  constructor(sentence: string, { isGeneral = true }: { isGeneral?: boolean } = {}) {
    super(sentence);
    this.isGeneral = isGeneral;
  }
}

/** Longest time (ms) from the begin of a payment to the gateway's final state. */
export const LONGEST_WAY_MS = 7 * DAY_MS;

/** Context of billing: services of the platform, and the gateway. */
export interface BillingContext extends Context {
  gateway: Gateway;
}
