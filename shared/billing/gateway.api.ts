import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountReaders,
  endpoint,
  everyone,
  Id,
  Instant,
  Line,
  Nullable,
  paymentKeepers,
  staff,
} from '../api.ts';

/** Environments of a gateway: trial (no money) or production. */
export const gatewayEnvironments = ['test', 'production'] as const;
export type GatewayEnvironment = (typeof gatewayEnvironments)[number];

/** States of a transaction at the gateway, in the order of `docs/how/gateway.md`. */
export const transactionStates = ['PENDING', 'DECLINED', 'ERROR', 'APPROVED', 'VOIDED'] as const;
export type TransactionState = (typeof transactionStates)[number];

/** States of an intended payment: begun, or as the transaction at the gateway. */
export const intentStates = ['BEGUN', ...transactionStates] as const;
export type IntentState = (typeof intentStates)[number];

/**
 * Facts for a person about a gateway's payment: unknown reference; another amount or currency than intended; trial
 * environment; no account of the unit any more; payment to another joint; money booked as another income and voided afterwards; row of a file.
 */
export const gatewayProblems = [
  'unknownReference',
  'otherAmount',
  'otherCurrency',
  'trial',
  'unitGone',
  'otherJoint',
  'incomeStands',
  'postedByFile',
] as const;
export type GatewayProblem = (typeof gatewayProblems)[number];

/** Most rows in an answer of `listGatewayPayments`. */
export const MOST_GATEWAY_LINES = 100;

const GatewaySettings = Type.Object({
  environment: Type.Enum(gatewayEnvironments),
  /** Public key at the gateway; '' if not set. */
  publicKey: Type.String(),
  /** True for each stored secret. Secrets themselves are never returned. */
  hasIntegritySecret: Type.Boolean(),
  hasEventsSecret: Type.Boolean(),
  hasPrivateKey: Type.Boolean(),
  /** False if the installation's key has changed since the secrets were stored. */
  isReadable: Type.Boolean(),
  isOn: Type.Boolean(),
  /** Address for the gateway's notifications. */
  notifyUrl: Type.String(),
});
export type GatewaySettings = Static<typeof GatewaySettings>;

/** Payment by the gateway, or payment begun at the gateway. */
const GatewayLine = Type.Object({
  reference: Type.String(),
  /** Account of the intent; null for an unknown reference. */
  apartmentId: Nullable(Type.String()),
  /** Amount in pesos: of the transaction, else of the intent. */
  amount: Type.Number(),
  currency: Type.String(),
  at: Instant,
  state: Type.Enum(intentStates),
  transactionId: Nullable(Type.String()),
  /** Number of the payment in the books. */
  payment: Nullable(Type.Integer()),
  problem: Nullable(Type.Enum(gatewayProblems)),
});
export type GatewayLine = Static<typeof GatewayLine>;

const GatewayPayments = Type.Object({
  /** True if the joint has keys of a gateway. */
  isSet: Type.Boolean(),
  /** Last complete reconciliation with the gateway. */
  checkedAt: Nullable(Instant),
  /** Spanish sentence about the last failed reconciliation; null after a complete one. */
  problem: Nullable(Type.String()),
  lines: Type.Array(GatewayLine),
});
export type GatewayPayments = Static<typeof GatewayPayments>;

const Intent = Type.Object({
  reference: Type.String(),
  apartmentId: Type.String(),
  /** Pesos. */
  amount: Type.Number(),
  state: Type.Enum(intentStates),
  /** Number of the cash receipt; null before the posting. */
  cashReceipt: Nullable(Type.Integer()),
});
export type Intent = Static<typeof Intent>;

const reference = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9-]+$' });
const ofBilling = { scope: 'paramsJoint', service: 'billing' } as const;

export const getGateway = endpoint('getGateway', 'GET /joints/:jointId/gateway', {
  access: { profiles: staff, ...ofBilling },
  summary: 'Settings of the payment gateway of a joint, without secrets',
  answer: GatewaySettings,
});

export const setGatewayKeys = endpoint('setGatewayKeys', 'POST /joints/:jointId/gateway/keys', {
  access: { profiles: staff, ...ofBilling },
  summary: 'Stores the keys of a joint at the gateway, encrypted, and switches the gateway off',
  description:
    'A missing secret keeps the stored one, if the environment stays. 422 gatewayKeysInvalid for a key of another environment or another kind, gatewayKeysTaken for the public key of another joint, gatewayPaymentsUnderWay for another public key before the payments with the former key ended. With `seen`: 409 factsMoved if another person changed environment or public key meanwhile.',
  bodyLimit: 4096,
  body: Type.Object({
    environment: Type.Enum(gatewayEnvironments),
    publicKey: Line(200),
    integritySecret: Type.Optional(Line(200)),
    eventsSecret: Type.Optional(Line(200)),
    privateKey: Type.Optional(Line(200)),
    seen: Type.Optional(
      Type.Object({
        environment: Type.Enum(gatewayEnvironments),
        publicKey: Type.String({ maxLength: 200 }),
      }),
    ),
  }),
  answer: GatewaySettings,
});

export const switchGateway = endpoint('switchGateway', 'POST /joints/:jointId/gateway/switch', {
  access: { profiles: staff, ...ofBilling },
  summary: 'Switches the payment gateway of a joint on or off',
  description:
    'On: 422 gatewayKeysMissing without the four keys; the server asks the gateway with the private key, and 422 gatewayTestFailed if the gateway refuses or does not answer, unless `confirmed`. Off: payments under way are still posted.',
  body: Type.Object({ on: Type.Boolean(), confirmed: Type.Optional(Type.Literal(true)) }),
  answer: GatewaySettings,
});

export const listGatewayPayments = endpoint('listGatewayPayments', 'GET /joints/:jointId/gateway/payments', {
  access: { profiles: paymentKeepers, ...ofBilling },
  summary: `Payments by the gateway and begun payments, newest first, at most ${MOST_GATEWAY_LINES}`,
  query: Type.Object({ before: Type.Optional(Instant) }),
  answer: GatewayPayments,
});

export const makeIntent = endpoint('makeIntent', 'POST /joints/:jointId/gateway/intents', {
  access: { profiles: accountReaders, ...ofBilling },
  summary: "Begins an online payment of a unit's account, and returns the gateway's address",
  description:
    'Without `amount`: the amount that settles the account today (PRODUCT §19 rule 10). The intent is stored before the answer. 404 apartmentNotFound, 422 gatewayOff, ceilingMissing, nothingToPay, amountTooSmall, amountInvalid; 429 tooManyIntents.',
  bodyLimit: 4096,
  body: Type.Object({ apartmentId: ApartmentId, amount: Type.Optional(Type.Number()) }),
  status: 201,
  answer: Type.Object({ reference: Type.String(), url: Type.String() }),
});

export const getIntent = endpoint('getIntent', 'GET /joints/:jointId/gateway/intents/:reference', {
  access: { profiles: accountReaders, ...ofBilling },
  summary: 'State of an online payment as known to the server. Posts nothing. 404 intentNotFound',
  params: Type.Object({ jointId: Id, reference }),
  answer: Intent,
});

export const notifyPayment = endpoint('notifyPayment', 'POST /gateways/wompi/:jointId', {
  access: everyone,
  summary: 'Notification of the gateway about a transaction, signed with the events secret of the joint',
  description:
    'The handler reads the body itself: the signature covers fields of any name. 400 badRequest for every body without a valid signature. The pace is separate from other public calls; 503 with Retry-After asks the gateway to send again.',
  // A real notification of a card payment had 3,658 bytes (docs/how/gateway.md).
  bodyLimit: 16_384,
  hook: true,
  answer: Type.Object({ received: Type.Literal(true) }),
});
