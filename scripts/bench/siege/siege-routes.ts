/** Routes called by the siege: all public routes, and the ten most expensive routes with a session. */
import { API_BASE } from '../../../shared/api.ts';
import { get, post } from '../floods/floods-kinds.ts';

export interface SiegeRoute {
  name: string;
  /** Complete requests. The connections send the requests in turn. */
  requests: readonly string[];
}

/** Data of the hall under siege and of the attackers. */
export interface SiegeWorld {
  jointId: number;
  /** A closed question with votes, and the receipt of a vote on the question. */
  closed: number;
  receipt: string;
  /** The open question, and a unit with a vote on the question. */
  open: number;
  votedUnit: string;
  /** The maximum number of sessions of a user. */
  sessions: readonly string[];
}

const TICKET = 'A'.repeat(43);
const PASSWORD = 'caballo grapa pila';

const one = (name: string, request: string): SiegeRoute => ({ name, requests: [request] });
const page = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n`;

/** Route with a constant answer: baseline cost of a flood of the same connections. */
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
  one('page', page('/')),
  one('page of votes', page('/Vote')),
  one('no such file', page('/x{n}.js')),
  one('without a session', get(`/joints/${jointId}/snapshot`)),
];

export function sessionRoutes(world: SiegeWorld): SiegeRoute[] {
  const { jointId, closed, open, receipt, votedUnit, sessions } = world;
  const ofAll = (name: string, requestOf: (token: string) => string): SiegeRoute => ({
    name: `${name} (${sessions.length} sessions)`,
    requests: sessions.map(requestOf),
  });
  const vote = { jointId, apartmentId: votedUnit, conceptId: open, voteId: 1 };
  return [
    ofAll('quorumhistory', (token) => get(`/joints/${jointId}/quorumhistory`, token)),
    ofAll('assemblyapartments', (token) => get(`/joints/${jointId}/assemblyapartments`, token)),
    ofAll('a vote of a taken unit', (token) => post('/assembly', vote, { token })),
    ofAll('snapshot', (token) => get(`/joints/${jointId}/snapshot`, token)),
    ofAll('assemblyconcepts', (token) => get(`/joints/${jointId}/assemblyconcepts`, token)),
    ofAll('records', (token) => get(`/assembly/${closed}/joints/${jointId}`, token)),
    ofAll('a concept', (token) => get(`/joints/${jointId}/assemblyconcepts/${closed}`, token)),
    ofAll('heads', (token) => get(`/joints/${jointId}/heads`, token)),
    ofAll('heads/proof', (token) => get(`/joints/${jointId}/heads/proof?from=1&to=2`, token)),
    ofAll('receipts of a session', (token) => get(`/joints/${jointId}/receipts/${receipt}`, token)),
  ];
}
