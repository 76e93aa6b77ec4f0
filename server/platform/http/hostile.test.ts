import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { longestMatched } from '../../testing/patterns.ts';
import { expectOurRefusal, type RawRequest, send, sendBytes } from '../../testing/raw.ts';
import { endAssembly, registeredUnits, votesOf } from '../../testing/store-asserts.ts';

const units = Array.from({ length: 60 }, (_, i) => [`U${100 + i}`, 1, `PERSONA ${i}`] as const);

describeOnOneEngine('requests from a hostile client', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let question: number;
  let port: number;
  let voted = 0;
  beforeAll(async () => {
    evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    await evening.register(units.map(([unit]) => unit));
    question = await evening.ask('¿Aprueba?');
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.app.server.address() as AddressInfo).port;
  });

  const vote = (more: object = {}) => ({
    jointId: evening.jointId,
    apartmentId: 'U100',
    conceptId: question,
    voteId: 1,
    ...more,
  });
  const asOperator = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${evening.operator}`,
    'content-type': 'application/json',
    ...headers,
  });
  const posts = (body: unknown, headers = {}, path = castVote.path): RawRequest => ({
    method: 'POST',
    path: API_BASE + path,
    headers: asOperator(headers),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const gets = (path: string): RawRequest => ({ path: API_BASE + path, headers: asOperator() });

  /** Checks if the server still works: health answers, a valid vote counts, and no other row has changed. */
  async function goesOn(): Promise<void> {
    const health = await send(port, { path: `${API_BASE}/health` });
    expect(health).toEqual({ status: 200, text: '{"status":"ok"}' });
    const unit = units[units.length - 1 - voted]?.[0] ?? '';
    const done = await send(port, posts(vote({ apartmentId: unit })));
    expect([done.status, unit]).toEqual([201, unit]);
    voted += 1;
    expect(await votesOf(app, evening.jointId)).toHaveLength(voted);
    expect(await registeredUnits(app, evening.jointId)).toHaveLength(units.length);
  }

  async function refuses(requests: Record<string, RawRequest>): Promise<void> {
    for (const [what, request] of Object.entries(requests)) {
      expectOurRefusal(await send(port, request), what);
    }
    await goesOn();
  }

  it('a wrong body is refused: no JSON, cut, of another type, empty, too large', async () => {
    await refuses({
      words: posts('no soy JSON'),
      half: posts('{"jointId":1,'),
      nothing: posts(''),
      null: posts('null'),
      'an array': posts([vote()]),
      'a number': posts('7'),
      'NUL bytes': posts('\0\0\0\0'),
      'a broken UTF-8': { ...posts(''), body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
      '5 MB': posts({ ...vote(), filler: 'x'.repeat(5 * 1024 * 1024) }),
      xml: posts('<vote/>', { 'content-type': 'application/xml' }),
      text: posts(JSON.stringify(vote()), { 'content-type': 'text/plain' }),
      'no type': { ...posts(vote()), headers: { authorization: `Bearer ${evening.operator}` } },
      'junk type': posts(vote(), { 'content-type': ';;;///' }),
      'another charset': posts(Buffer.from('{}', 'utf16le').toString('latin1')),
      'a form': posts('jointId=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      'gzip that is none': posts(vote(), {
        'content-encoding': 'gzip',
        'content-type': 'application/x-gzip',
      }),
    });
  });

  it('keys like __proto__ are refused or ignored', async () => {
    const voteText = JSON.stringify(vote()).slice(0, -1);
    await refuses({
      __proto__: posts(`${voteText},"__proto__":{"jointId":1,"admin":true}}`),
      'only __proto__': posts(`{"__proto__":${JSON.stringify(vote())}}`),
      'constructor.prototype': posts(`${voteText},"constructor":{"prototype":{"polluted":1}}}`),
      'in an answer': posts(
        `{"jointId":${evening.jointId},"conceptDescription":"¿Sí?","answers":[{"answerDescription":"Si","__proto__":{"x":1}}]}`,
        {},
        '/assemblyconcepts',
      ),
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('malformed ids are refused', async () => {
    const strange: Record<string, RawRequest> = {};
    for (const jointId of [true, '1', 1.5, -1, 0, 1e99, null, [], {}, 2147483648, 2 ** 53, '0x1']) {
      strange[`jointId ${JSON.stringify(jointId)}`] = posts(vote({ jointId }));
      strange[`conceptId ${JSON.stringify(jointId)}`] = posts(vote({ conceptId: jointId }));
      strange[`voteId ${JSON.stringify(jointId)}`] = posts(vote({ voteId: jointId }));
    }
    for (const id of [
      'true',
      '1.5',
      '-1',
      '1e99',
      '0',
      'null',
      'NaN',
      '2147483648',
      '1;drop',
      '%31%00',
      '١',
    ]) {
      strange[`joint ${id}`] = gets(`/joints/${encodeURIComponent(id)}/snapshot`);
      strange[`quorum ${id}`] = gets(`/assembly/${encodeURIComponent(id)}/joints/${evening.jointId}/quorum`);
    }
    await refuses(strange);
  });

  it('units with quotes, control characters or too many letters are refused', async () => {
    const strange: Record<string, RawRequest> = {};
    const ids = [
      "101'; drop table vote; --",
      '"',
      "' or 1=1 --",
      '$1',
      '\u0000',
      'U100\u0000',
      '\u0001\u001b[31m',
      '\ud800',
      'U100\udfff',
      '\u202eU100',
      'Ü100',
      '🏢',
      '{}',
      '%',
      '_',
      '..',
      'x'.repeat(61),
      'x'.repeat(100_000),
    ];
    for (const id of ids) {
      const name = JSON.stringify(id.slice(0, 20));
      strange[`vote of ${name}`] = posts(vote({ apartmentId: id }));
      strange[`key and vote of ${name}`] = posts(vote({ apartmentId: id }), {
        'idempotency-key': 'clave-hostil',
      });
      const registration = { apartmentIds: [id], code: '000000000000' };
      const joint = `/joints/${evening.jointId}`;
      strange[`registration of ${name}`] = posts(registration, {}, `${joint}/registrations`);
      strange[`code ${name}`] = posts({ code: id }, {}, '/auth/qr');
      strange[`user ${name}`] = posts({ username: id, password: id }, {}, '/auth');
      if (id.length > 1000 || /\p{Surrogate}/u.test(id)) continue;
      const inPath = encodeURIComponent(id);
      strange[`history of ${name}`] = gets(`/assembly${joint}/assemblyapartments/${inPath}`);
      strange[`holder ${name}`] = gets(`/holders/${inPath}`);
      strange[`reversal of ${name}`] = {
        ...gets(`/assembly/1${joint}?apartmentId=${inPath}`),
        method: 'DELETE',
        headers: { authorization: `Bearer ${evening.operator}` },
      };
    }
    await refuses(strange);
  }, 120_000);

  it('300 answers, deep nesting, thousands of units and control characters are refused', async () => {
    const ask = (more: object) =>
      posts(
        {
          jointId: evening.jointId,
          conceptDescription: '¿Sí?',
          answers: [{ answerDescription: 'Si' }],
          ...more,
        },
        {},
        '/assemblyconcepts',
      );
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const joint = `/joints/${evening.jointId}`;
    const many = Array.from({ length: 2001 }, (_, i) => `U${i}`);
    await refuses({
      '300 answers': ask({ answers: Array.from({ length: 300 }, () => ({ answerDescription: 'Si' })) }),
      'a NUL in the question': ask({ conceptDescription: 'a\u0000b' }),
      'half a character in the question': ask({ conceptDescription: 'a\ud800' }),
      'half a character in an answer': ask({ answers: [{ answerDescription: '\udc00b' }] }),
      'nested answers': ask({ answers: [[[[[]]]]] }),
      'deep nesting': posts(deep(400_000)),
      'deep nesting beside a refused vote': posts(
        `{"jointId":${evening.jointId},"apartmentId":"NADIE","conceptId":${question},"voteId":1,"x":${deep(400_000)}}`,
        { 'idempotency-key': 'clave-profunda' },
      ),
      '2001 units': posts({ apartmentIds: many, code: 'A' }, {}, `${joint}/registrations`),
      'the same unit twice': posts({ apartmentIds: ['U1', 'U1'], code: 'A' }, {}, `${joint}/registrations`),
      'a NUL in a title': {
        ...posts({ title: 'a\u0000' }, {}, `${joint}/assemblies/current`),
        method: 'PATCH',
      },
      'half a character in a title': {
        ...posts({ title: 'a\ud800' }, {}, `${joint}/assemblies/current`),
        method: 'PATCH',
      },
    });
    const after = await send(port, gets(`${joint}/assemblyconcepts`));
    expect(JSON.parse(after.text)).toHaveLength(2);
  });

  it('texts and lists over their size are refused before patterns and comparisons', async () => {
    const joint = `/joints/${evening.jointId}`;
    const long = (length: number) => `${'a'.repeat(length)}\u0001`;
    const register = (apartmentIds: unknown, more = {}) =>
      posts({ apartmentIds, code: 'A', ...more }, {}, `${joint}/registrations`);
    const empties = (count: number) => register(Array.from({ length: count }, () => []));
    const anybody = (body: object, path: string): RawRequest => ({
      ...posts(body, {}, path),
      headers: { 'content-type': 'application/json' },
    });
    const answers: Record<string, number> = {};
    const longest = await longestMatched(async () => {
      for (const [what, request] of Object.entries({
        'user name of 3 kB': anybody({ username: long(3000), password: 'x' }, '/auth'),
        'user name of 1 MB': anybody({ username: long(1_000_000), password: 'x' }, '/auth'),
        'code of 3 kB': anybody({ code: long(3000) }, '/auth/qr'),
        'first user of 3 kB': anybody(
          { token: 'x', name: long(3000), username: 'x', password: 'x' },
          '/auth/first-user',
        ),
        'unit of 200 kB': register([long(200_000)]),
        'attendee of 200 kB': register(['U100'], { attendee: { name: long(200_000) } }),
        '2,000 empty lists': empties(2000),
        '9,000 empty lists': empties(9000),
        '60,000 empty lists': empties(60_000),
        '300,000 empty lists': empties(300_000),
        'reason in an address': { ...gets(`${joint}/codes/A?reason=${'a'.repeat(8000)}`), method: 'DELETE' },
      })) {
        const answer = await send(port, request);
        expectOurRefusal(answer, what);
        answers[what] = answer.status;
      }
    });
    expect(answers).toEqual({
      'user name of 3 kB': 400,
      'user name of 1 MB': 413,
      'code of 3 kB': 400,
      'first user of 3 kB': 400,
      'unit of 200 kB': 400,
      'attendee of 200 kB': 400,
      '2,000 empty lists': 400,
      '9,000 empty lists': 400,
      '60,000 empty lists': 413,
      '300,000 empty lists': 413,
      'reason in an address': 400,
    });
    expect(longest).toBeLessThan(1000);
    await goesOn();
  });

  it('unusual methods, headers and paths get a refusal', async () => {
    const authorization = `Bearer ${evening.operator}`;
    await refuses({
      PUT: { ...posts(vote()), method: 'PUT' },
      TRACE: { ...gets('/assembly'), method: 'TRACE' },
      PROPFIND: { ...gets('/assembly'), method: 'PROPFIND' },
      'GET of a POST': gets('/assembly'),
      'huge Idempotency-Key': posts(vote(), { 'idempotency-key': 'x'.repeat(10_000) }),
      'empty Idempotency-Key': posts(vote(), { 'idempotency-key': '' }),
      'a token of junk': { ...gets('/joints'), headers: { authorization: 'Bearer \u00ff.\u00fe.%%%' } },
      'no scheme': { ...gets('/joints'), headers: { authorization: evening.operator } },
      'a forged token': {
        ...gets('/joints'),
        headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.' },
      },
      'a broken percent': { path: `${API_BASE}/holders/%E0%A4%A`, headers: { authorization } },
      'a long parameter': gets(`/holders/${'x'.repeat(2000)}`),
      'a path out of the API': { path: `${API_BASE}/../../etc/passwd` },
      'dots in code': { path: `${API_BASE}/..%2f..%2f..%2fetc%2fpasswd` },
      'a path out of the assets': { path: '/assets/../../../../etc/passwd' },
      'dots in code out of the assets': { path: '/assets/%2e%2e/%2e%2e/%2e%2e/package.json' },
      backslashes: { path: '/assets/..\\..\\package.json' },
    });
    for (const path of [
      '/../../../../etc/passwd',
      '/..%2f..%2f..%2fetc/passwd',
      '//etc/passwd',
      '/.git/config',
    ]) {
      const answer = await send(port, { path });
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.text, path).not.toMatch(/root:|\[core\]/);
    }
    await goesOn();
  });

  it('bytes other than HTTP get a refusal', async () => {
    const head = `POST ${API_BASE}/assembly HTTP/1.1\r\nHost: x\r\n`;
    for (const [what, bytes] of Object.entries({
      junk: '\u0016\u0003\u0001 hola \r\n\r\n',
      'an unknown method': `VOTAR ${API_BASE}/assembly HTTP/1.1\r\nHost: x\r\n\r\n`,
      'two lengths': `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhola!`,
      'length and chunks': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a broken chunk': `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
      'a header without a name': `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\n: nada\r\n\r\n`,
      'a NUL in a header': `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n`,
      '100 kB of headers': `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    })) {
      expectOurRefusal(await sendBytes(port, bytes), what);
    }
    // Node refuses this request by itself, without a body.
    expect((await sendBytes(port, `GET ${API_BASE}/health HTTP/1.1\r\n\r\n`)).status).toBe(400);
    await goesOn();
  });
});
