/**
 * Test: a whole code of a card or badge leaves the server only at the issue of a lot and on paper (specification,
 * section 2, rule 5), because anybody with a code can vote.
 */

import { beforeAll, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '../../../shared/api.ts';
import { assignHolder, register, undoReading } from '../../../shared/assemblies/attendance.api.ts';
import { groupedCode, maskedCode } from '../../../shared/assemblies/code.ts';
import {
  castBallots,
  departHolder,
  exchangeHolder,
  getHolder,
  issueCodes,
  type JointCode,
  listCodes,
  makeBadges,
  revokeCode,
  undoDeparture,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { findHashed } from '../../../shared/evidence/code-hash.ts';
import { isQuick } from '../../../shared/testing/rounds.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { unpackWorkbook } from '../../platform/sheets/unpack.ts';
import { appForSuite, describeOnOneEngine, urlOf } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { eventually } from '../../testing/eventually.ts';
import { sample } from '../../testing/every-profile.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';
import { paperText } from '../../testing/paper-words.ts';
import { endAssembly, expectRefused, qrSession } from '../../testing/store-asserts.ts';

/** Endpoints for documents with whole codes: the audit trail has each printing. */
const PAPERS: ReadonlySet<string> = new Set([
  'printBadges',
  'printCards',
  'printVotingBadges',
  'printLetters',
]);

describeOnOneEngine('codes of an evening', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let badge: string;
  let cards: string[];
  const screens: Follower[] = [];
  const logged: string[] = [];
  /** Answers of the desk's acts, with the name of the call. */
  const answers: [name: string, text: string][] = [];
  const params = () => ({ jointId: evening.jointId });
  const codes = (): string[] => [badge, ...cards];

  const act = async <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>>, status: number) => {
    const reply = await app.call(endpoint, input as InputOf<E>, { token: evening.operator });
    expect([endpoint.id, reply.status, reply.error?.code ?? '']).toEqual([
      endpoint.id,
      status,
      expect.any(String),
    ]);
    answers.push([endpoint.id, JSON.stringify(reply.body)]);
    return reply;
  };
  const listed = async (code: string): Promise<JointCode> => {
    const list = (await app.call(listCodes, { params: params() }, { token: evening.operator })).body;
    const found = findHashed(sha256, list, code);
    if (found === undefined) throw new Error('the list has no such hash');
    return found;
  };

  beforeAll(async () => {
    recordLog();
    evening = await holdAssembly(app, {
      units: unitsOf('101;30;ANA', '102;30;LUIS', '103;20;EVA', '104;20;SARA'),
    });
    badge = await freshBadge(app, evening.jointId, '101');
    const { body } = await app.call(
      issueCodes,
      { params: params(), body: { quantity: 4 } },
      { token: evening.operator },
    );
    cards = body.codes;
    const address = await listen(app);
    const ana = await evening.owner('ana', ['101']);
    for (const token of [evening.staff, evening.operator, ana.token]) {
      screens.push(await followJoint(address, token, evening.jointId));
    }
    await holdEvening();
  });

  /** Writes every log line, of any level, to a list. */
  function recordLog(): void {
    const log = app.app.log;
    const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream');
    if (stream === undefined) throw new Error('the log has no stream');
    Reflect.set(log, stream, { write: (line: string) => logged.push(line) });
    log.level = 'trace';
    log.info('first line');
  }

  async function holdEvening(): Promise<void> {
    const [first = '', second = '', third = ''] = cards;
    await act(makeBadges, { params: params(), body: { apartmentIds: ['101', '104'] } }, 201);
    await act(register, { params: params(), body: { code: badge, withOwned: true } }, 201);
    await act(register, { params: params(), body: { apartmentIds: ['102'], code: first } }, 201);
    await act(register, { params: params(), body: { apartmentIds: ['102'], code: second } }, 409);
    await act(assignHolder, { body: { ...params(), apartmentId: '103', userId: second } }, 200);
    await act(undoReading, { params: params(), body: { code: second, apartmentIds: ['103'] } }, 200);
    await act(register, { params: params(), body: { apartmentIds: ['103'], code: second } }, 201);
    await evening.ask('¿Aprueba el acta anterior?');
    await act(castBallots, { params: params(), body: { badge: `${badge}-1` } }, 201);
    await act(
      exchangeHolder,
      { params: { code: first }, body: { code: third, reason: `perdió ${first}` } },
      200,
    );
    await act(departHolder, { params: { code: second }, body: {} }, 200);
    await act(undoDeparture, { params: { code: second } }, 200);
    await act(getHolder, { params: { code: third } }, 200);
    await act(revokeCode, { params: { ...params(), code: cards[3] ?? '' }, query: {} }, 204);
    await act(getHolder, { params: { code: cards[3] ?? '' } }, 404);
  }

  const expectNoCode = (texts: readonly (readonly [name: string, text: string])[]): void => {
    for (const [name, text] of texts) {
      for (const code of codes()) {
        expect(text, name).not.toContain(code);
        expect(text, name).not.toContain(groupedCode(code));
      }
    }
  };

  /** Calls every endpoint for reading with a token, and returns the texts of answers and files. */
  async function readings(token: string): Promise<[name: string, text: string][]> {
    const named = { ...params(), conceptId: 2, apartmentId: '101', userId: 'me', assemblyId: undefined };
    const found: [string, string][] = [];
    for (const endpoint of endpoints as readonly Endpoint[]) {
      if (endpoint.method !== 'GET' || endpoint.socket === true || PAPERS.has(endpoint.id)) continue;
      const taken: { properties?: object } = endpoint.query ?? {};
      for (const format of endpoint.file === true ? [{}, { xlsx: true }, { jsonl: true }] : [{}]) {
        if (!Object.keys(format).every((field) => Object.hasOwn(taken.properties ?? {}, field))) continue;
        const query = { ...Object(endpoint.query && sample(endpoint.query, named)), ...format };
        const response = await app.app.inject({
          method: 'GET',
          url: urlOf(endpoint.path, endpoint.params && sample(endpoint.params, named), query),
          headers: { authorization: `Bearer ${token}` },
        });
        found.push([`${endpoint.id} ${Object.keys(format).join()}`, await textOf(response)]);
      }
    }
    return found;
  }
  async function textOf(response: { headers: object; rawPayload: Buffer; body: string }): Promise<string> {
    const type = String(Reflect.get(response.headers, 'content-type'));
    if (type.includes('pdf')) return paperText(response.rawPayload);
    if (!type.includes('spreadsheet')) return response.body;
    return Buffer.concat([...(await unpackWorkbook(response.rawPayload)).values()]).toString();
  }

  it('no answer of the desk and no list, report or trail shows a whole code', async () => {
    expect(answers.length).toBeGreaterThan(12);
    expectNoCode(answers);
    for (const token of isQuick ? [evening.staff] : [evening.staff, evening.operator]) {
      const read = await readings(token);
      expect(read.length).toBeGreaterThan(60);
      expectNoCode(read);
    }
  });

  it('no live event and no log line shows a whole code', async () => {
    await eventually(() => screens.every((screen) => screen.all('registration').length > 0)).toBe(true);
    expectNoCode(screens.map((screen, at) => [`screen ${at}`, JSON.stringify(screen.heard)]));
    expect(logged.length).toBeGreaterThan(0);
    expectNoCode(logged.map((line) => ['log', line]));
    for (const screen of screens) screen.close();
  });

  it('the list has the masked code, the public id and the hash of a code', async () => {
    const found = await listed(badge);
    expect(found).toMatchObject({ code: maskedCode(badge), badgeOf: '101', apartments: ['101'] });
    expect(found.codeId).toMatch(/^QR-[0-9a-f]{16}$/);
    // A whole hash beside the mask would tell the code to a computer within seconds.
    expect(found.codeHash).toMatch(/^[0-9a-f]{3}$/);
    expect(maskedCode(badge)).toBe(`${badge.slice(0, 2)}••••••••${badge.slice(-2)}`);
  });

  it('the desk names a code by the public id, and the id opens no session and casts no vote', async () => {
    const [, second = ''] = cards;
    const { codeId } = await listed(second);
    expect((await act(getHolder, { params: { code: codeId } }, 200)).body).toMatchObject([
      { apartments: [{ apartmentId: '103' }] },
    ]);
    await act(withdrawHolder, { params: { code: codeId } }, 204);
    const again = { params: params(), body: { apartmentIds: ['103'], code: codeId } };
    expect((await act(register, again, 201)).body).toMatchObject({ userId: codeId });
    await expect(qrSession(app, codeId)).rejects.toThrow('codeNotEnabled');
    const vote = { params: params(), body: { badge: `${codeId}-1` } };
    expectRefused(await app.call(castBallots, vote, { token: evening.operator }), 'ballotUnreadable');
    // The phone of the code may use the code, and still sees the own units.
    await qrSession(app, second);
  });

  it('a search in the trail does not find a part of a code', async () => {
    const search = async (text: string) =>
      (await app.call(listAudit, { params: params(), query: { text } }, { token: evening.operator })).body
        .entries;
    expect(await search(badge)).toEqual([]);
    expect(await search(badge.slice(3, 9))).toEqual([]);
    expect((await search('perdió')).map(({ act: name }) => name)).toEqual(['holdersMoved']);
  });
});
