/**
 * Routes called by the siege bench: all public routes, the most expensive routes with a session, and the routes
 * that people need most (votes and registrations).
 */
import { notificationOf } from '../../../server/billing/gateway/stand-in.fixture.ts';
import { API_BASE } from '../../../shared/api.ts';
import { get, patch, post } from './requests.ts';

export interface SiegeRoute {
  name: string;
  /** Text of complete HTTP requests, sent in turn on each connection. */
  requests: readonly string[];
}

/**
 * Attacker of the siege bench (flood of requests): an owner or a card's code, with the maximum number of
 * sessions.
 */
export interface Attacker {
  /** User id, or QR code. */
  id: string;
  units: readonly string[];
  /** Session tokens. */
  sessions: readonly string[];
}

/** Data of the siege bench (flood of requests): the attacked assembly, and the attackers. */
export interface SiegeWorld {
  jointId: number;
  /** Concept number of a closed question with votes. `receipt`: receipt of a vote on the question. */
  closed: number;
  receipt: string;
  /** Concept number of an open question with a vote of each attacker's first unit. */
  open: number;
  owner: Attacker;
  code: Attacker;
}

const TICKET = 'A'.repeat(43);
const PASSWORD = 'caballo grapa pila';

/** Notification with a wrong signature, in the form of the gateway. */
const FORGED = notificationOf(
  {
    id: '1-2-3',
    status: 'APPROVED',
    amount_in_cents: 10_000_000,
    reference: 'SCAF-1-1',
    currency: 'COP',
    created_at: '2026-01-01T00:00:00Z',
    finalized_at: null,
  },
  { eventsSecret: 'prod_events_guess' },
);

const one = (name: string, request: string): SiegeRoute => ({ name, requests: [request] });
const page = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n`;

/**
 * Request with a constant answer, for comparison in the siege bench: shows the cost of a flood of requests
 * without any work of the server.
 */
export const constantRoute: SiegeRoute = one('(constant: public-settings)', get('/public-settings'));

export const publicRoutes = ({ jointId, receipt }: SiegeWorld): SiegeRoute[] => [
  one('health', get('/health')),
  one('metrics', get('/metrics')),
  one('activeassemblyconcept', get(`/joints/${jointId}/activeassemblyconcept`)),
  one('activeassemblyconcept, any joint', get('/joints/{n}/activeassemblyconcept')),
  one('receipts', post(`/joints/${jointId}/receipts`, { receipt })),
  one('receipts, unknown', post(`/joints/${jointId}/receipts`, { receipt: '{n}' })),
  one('receipts/pack', post(`/joints/${jointId}/receipts/pack`, { receipt })),
  one('docs', page(`${API_BASE}/docs`)),
  one('docs/json', page(`${API_BASE}/docs/json`)),
  one('docs/yaml', page(`${API_BASE}/docs/yaml`)),
  one('auth, unknown name', post('/auth', { username: 'nadie{n}', password: 'mala' })),
  one('auth/qr, junk', post('/auth/qr', { code: 'ABC{n}' })),
  one('auth/display, junk', post('/auth/display', { code: '{n}' })),
  one('auth/arrival', post('/auth/arrival', { code: 'ABCDEFGHJKMN', ticket: TICKET })),
  one(
    'arrivals',
    post('/joints/ABCDEFGHJKMN/arrivals', { apartmentId: 'T1-1001', document: '9', ticket: TICKET }),
  ),
  one('auth/forgotten', post('/auth/forgotten', { who: 'nadie{n}' })),
  one('auth/reset', post('/auth/reset', { token: 'x{n}', password: PASSWORD })),
  one(
    'auth/first-user',
    post('/auth/first-user', { token: 'x', username: 'abcde', name: 'Abc', password: PASSWORD }),
  ),
  one('notification of a gateway, forged', post(`/gateways/wompi/${jointId}`, FORGED)),
  one('check of a paz y salvo, junk', post('/clearances/check', { code: '{n}' })),
  one('page', page('/')),
  one('page of votes', page('/Vote')),
  one('no such file', page('/x{n}.js')),
  one('without a session', get(`/joints/${jointId}/snapshot`)),
];

/** Makes a route of the siege bench that sends the request of each of the attacker's sessions in turn. */
const ofAll = (name: string, { sessions }: Attacker, requestOf: (token: string) => string): SiegeRoute => ({
  name: `${name} (${sessions.length} sessions)`,
  requests: sessions.map(requestOf),
});

/** Requests with expensive reads in the siege bench, by an owner and, if allowed, by a card's code. */
export function sessionRoutes({ jointId, closed, receipt, owner, code }: SiegeWorld): SiegeRoute[] {
  const read = (name: string, path: string, of = owner) => ofAll(name, of, (token) => get(path, token));
  const joint = `/joints/${jointId}`;
  return [
    read('quorumhistory', `${joint}/quorumhistory`),
    read('quorumhistory of a code', `${joint}/quorumhistory`, code),
    read('assemblyapartments', `${joint}/assemblyapartments`),
    read('assemblyapartments of a code', `${joint}/assemblyapartments`, code),
    read('snapshot', `${joint}/snapshot`),
    read('snapshot of a code', `${joint}/snapshot`, code),
    read('assemblyconcepts', `${joint}/assemblyconcepts`),
    read('records', `/assembly/${closed}${joint}`),
    read('a concept', `${joint}/assemblyconcepts/${closed}`),
    read('heads', `${joint}/heads`),
    read('heads/proof', `${joint}/heads/proof?from=1&to=2`),
    read('receipts of a session', `${joint}/receipts/${receipt}`),
  ];
}

/**
 * Votes and registrations in the siege bench, by an owner and by a card's code. The bodies are valid enough
 * to reach the database.
 */
export function vitalRoutes({ jointId, open: conceptId, owner, code }: SiegeWorld): SiegeRoute[] {
  const joint = `/joints/${jointId}`;
  return Object.entries({ owner, code }).flatMap(([who, attacker]) => {
    const [apartmentId] = attacker.units;
    const send = (name: string, path: string, body: object, key?: string) =>
      ofAll(`${name}, ${who}`, attacker, (token) =>
        post(path, body, { token, ...(key === undefined ? {} : { key }) }),
      );
    const vote = { jointId, apartmentId, conceptId, voteId: 1 };
    const votes = attacker.units.map((unit) => ({ apartmentId: unit, voteId: 1 }));
    return [
      send('a vote of a taken unit', '/assembly', vote),
      send('a vote with keys', '/assembly', vote, 'clave-{n}'),
      send('a vote of an unknown unit', '/assembly', { ...vote, apartmentId: 'X{n}' }),
      send('a registration confirmed', '/assembly', { ...vote, conceptId: 1 }),
      send('a vote of a sector', '/assembly/sector', { ...vote, sectorId: jointId }),
      send('a split vote', `${joint}/votes`, { conceptId, votes }),
      send('a registration', `${joint}/registrations`, { apartmentIds: attacker.units }),
      ofAll(`a holder, ${who}`, attacker, (token) =>
        patch('/assemblyapartments', { jointId, apartmentId, userId: attacker.id }, token),
      ),
      send('a confirmed presence', `${joint}/quorumchecks/current/confirmations`, {}),
    ];
  });
}
