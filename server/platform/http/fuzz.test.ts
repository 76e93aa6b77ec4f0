import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/api.ts';
import { defined } from '../../../shared/defined.ts';
import { errors } from '../../../shared/errors.ts';
import { createEvent } from '../../../shared/events/events.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { isLong } from '../../../shared/testing/rounds.ts';
import { oneThreadApp, postgresApp, sqliteApp, urlOf } from '../../testing/app.ts';
import { endpoints, type SchemaShape } from '../../testing/endpoints.ts';
import { type EveryProfile, everyProfile, profiles, sample, UNIT } from '../../testing/every-profile.ts';
import { longestMatched } from '../../testing/patterns.ts';
import { bodyLimitOf, validatorFor } from './mount.ts';

/*
 * Calls every endpoint by its schemas: with valid values, at the bounds, with junk, and with a megabyte in each
 * place. `npm test` runs a short round with a fixed seed. The long round uses both engines and a random seed, printed
 * on failure.
 */
/** Number of random calls of an endpoint: `theirs` by an allowed caller, `nobodys` without a session. */
const ROUNDS = isLong ? { theirs: 300, nobodys: 30 } : { theirs: 2, nobodys: 1 };
const SEED = isLong ? {} : { seed: 675 };
const MEGABYTE = 1024 * 1024;
/** Texts of a megabyte that take long to parse. */
const megabytes = [
  '['.repeat(MEGABYTE),
  `${'['.repeat(MEGABYTE / 2)}${']'.repeat(MEGABYTE / 2)}`,
  `${'{"a":'.repeat(MEGABYTE / 6)}1${'}'.repeat(MEGABYTE / 6)}`,
  // Most keys that fit.
  `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  `{"a":${'9'.repeat(MEGABYTE)}}`,
  `{"a":"${'\\u0061'.repeat(MEGABYTE / 6)}"}`,
];

/** Texts for random calls that are known to break programs. */
const strange = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e1',
  "' or 1=1 --",
  '%',
  '..',
  '1e99',
  '🏢',
  'true',
  '-1',
];
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    [],
    {},
    [[[]]],
    { a: 1 },
    ...strange,
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Existing ids in the test's data, by field name. */
type ExistingIds = Record<string, readonly unknown[]>;

/** Generates mostly valid values of a schema, so calls get past the validator. */
function arbitrary(schema: TSchema, ids: ExistingIds, name = ''): fc.Arbitrary<unknown> {
  const shape: SchemaShape = schema;
  return fc.oneof(
    { weight: 30, arbitrary: valid(shape, schema, ids, name) },
    { weight: 2, arbitrary: fc.constantFrom(...bounds(shape)) },
    { weight: 1, arbitrary: junk },
  );
}

function valid(
  shape: SchemaShape,
  schema: TSchema,
  existingIds: ExistingIds,
  name: string,
): fc.Arbitrary<unknown> {
  const ids = existingIds[name];
  if (ids !== undefined) return fc.constantFrom(...ids);
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  if (shape.anyOf !== undefined)
    return fc.oneof(...shape.anyOf.map((one) => arbitrary(one, existingIds, name)));
  const { properties = {}, required = [], items, minimum = -10, maximum = 1e6 } = shape;
  switch (shape.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([field, of]) => [field, arbitrary(of, existingIds, field)]),
        ),
        { requiredKeys: required },
      );
    case 'array':
      return items === undefined ? junk : fc.array(arbitrary(items, existingIds, name), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1000) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      if (shape.pattern === undefined || shape.format !== undefined) return fc.constant(sample(schema, {}));
      return fc.oneof(
        fc.constant(sample(schema, {})),
        fc.string({ maxLength: Math.min(40, shape.maxLength ?? 0) }),
      );
  }
}

/** Returns values at the limits of a schema, and just outside. */
function bounds(shape: SchemaShape): unknown[] {
  const { maxLength, maxItems, minimum, maximum } = shape;
  if (maxLength !== undefined)
    return ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1), ' '.repeat(maxLength), ''];
  if (maxItems !== undefined) return [[], Array(maxItems + 1).fill(1), Array(maxItems).fill('x')];
  return [minimum, maximum].flatMap((at) => (at === undefined ? [] : [at - 1, at, at + 1])).concat(0);
}

/** Returns the path of every text and every list in a schema. */
function places(
  schema: TSchema,
  path: (string | number)[] = [],
): { path: (string | number)[]; list: boolean }[] {
  const { type, anyOf = [], items, properties = {} }: SchemaShape = schema;
  return [
    ...(type === 'string' ? [{ path, list: false }] : []),
    ...(type === 'array' ? [{ path, list: true }] : []),
    ...anyOf.flatMap((one) => places(one, path)),
    ...(items === undefined ? [] : places(items, [...path, 0])),
    ...Object.entries(properties).flatMap(([name, of]) => places(of, [...path, name])),
  ];
}

/** Returns a copy of a value with another value at a path. */
function withAt(value: unknown, [step, ...rest]: (string | number)[], put: unknown): unknown {
  if (step === undefined) return put;
  if (typeof step === 'number') return [withAt(undefined, rest, put)];
  return { ...Object(value), [step]: withAt(Reflect.get(Object(value), step), rest, put) };
}

interface Sent {
  params?: unknown;
  query?: unknown;
  /** Body of the call, sent as JSON; a text is sent unchanged. */
  body?: unknown;
}

/** Sends a call and checks the rules every answer must keep; returns the answer as "404 jointNotFound". */
async function answerTo(
  world: EveryProfile,
  endpoint: Endpoint,
  sent: Sent,
  token: string | null,
): Promise<string> {
  const { status, json } = await world.app.app
    .inject({
      method: endpoint.method,
      url: urlOf(endpoint.path, wellFormed(sent.params), wellFormed(sent.query)),
      headers: {
        ...defined({
          authorization: token === null ? undefined : `Bearer ${token}`,
          'content-type': sent.body === undefined ? undefined : 'application/json',
        }),
      },
      ...defined({
        payload:
          sent.body === undefined
            ? undefined
            : typeof sent.body === 'string'
              ? sent.body
              : JSON.stringify(sent.body),
      }),
    })
    .then((answer) => ({ status: answer.statusCode, json: <T>() => answer.json<T>() }));
  const what = `${endpoint.id} ${status}`;
  expect(status, what).toBeLessThan(500);
  if (status < 400) {
    expect(status, what).toBe(endpoint.status);
    return String(status);
  }
  const { code } = json<{ code: keyof typeof errors }>();
  expect([code, errors[code]?.[0]], what).toEqual([code, status]);
  return `${status} ${code}`;
}

/** Removes characters a URL path cannot contain. */
function wellFormed(values: unknown): unknown {
  return Object.fromEntries(
    Object.entries(Object(values)).map(([name, value]) => [
      name,
      String(typeof value === 'object' ? JSON.stringify(value) : value).replace(/\p{Surrogate}/gu, '\ufffd'),
    ]),
  );
}

const engines = isLong
  ? ([
      ['SQLite', sqliteApp],
      ['PostgreSQL', postgresApp],
    ] as const)
  : ([['SQLite', oneThreadApp]] as const);

describe.each(engines)('random requests, on %s', (_engine, make) => {
  let world: EveryProfile;
  let eventId = 0;
  beforeAll(async () => {
    world = await everyProfile(make);
    const { token } = await world.enter(Profile.events);
    const made = await world.app.call(createEvent, { body: { name: 'Feria' } }, { token });
    eventId = made.body.eventId;
  });
  afterAll(() => world.app.close());

  const ids = (): ExistingIds => ({
    jointId: [world.own, world.own, world.ownSector, world.foreign, 999_999],
    sectorId: [world.ownSector, world.own],
    apartmentId: [UNIT, UNIT, 'NADIE'],
    apartmentIds: [[UNIT], [UNIT, 'NADIE']],
    conceptId: [1, 2, 3],
    eventId: [eventId, eventId, 999_999],
    userId: [world.stranger.userId, '999999', 'me'],
    username: [world.stranger.username, 'nadie'],
    // Missing ids, so no report is made by chance.
    assemblyId: [999_999],
    lot: ['2000-01-01T00:00:00.000Z'],
  });

  async function tokenFor({ access }: Endpoint, round: number): Promise<string | null> {
    if ('public' in access) return null;
    const may = profiles.filter((profile) => access.profiles.includes(profile));
    return (await world.enter(may[round % may.length] ?? Profile.full)).token;
  }

  const named = () => ({
    jointId: world.own,
    sectorId: world.ownSector,
    apartmentId: UNIT,
    conceptId: 1,
    answerId: 1,
    voteId: 1,
    eventId,
    jobId: '0'.repeat(32),
    ...world.stranger,
  });
  const good = ({ params, query, body }: Endpoint): Sent => ({
    ...defined({
      params: params === undefined ? undefined : sample(params, named()),
      query: query === undefined ? undefined : sample(query, { ...named(), lot: '2000-01-01T00:00:00.000Z' }),
      body: body === undefined ? undefined : sample(body, named()),
    }),
  });

  describe.each(endpoints.map((one, at): [string, Endpoint, number] => [one.id, one, at]))(
    '%s',
    (_id, endpoint, at) => {
      it('every answer has a declared status and a Spanish sentence', async () => {
        const parts = Object.entries({ params: endpoint.params, query: endpoint.query, body: endpoint.body });
        const input = fc.record(
          Object.fromEntries(
            parts.flatMap(([part, schema]) =>
              schema === undefined ? [] : [[part, arbitrary(schema, ids())]],
            ),
          ),
        );
        let round = 0;
        const theirs = fc.asyncProperty(input, async (sent: Sent) => {
          round += 1;
          await answerTo(world, endpoint, sent, await tokenFor(endpoint, round));
        });
        await fc.assert(theirs, { numRuns: ROUNDS.theirs, ...SEED });
        const nobodys = fc.asyncProperty(input, async (sent: Sent) => {
          await answerTo(world, endpoint, sent, null);
        });
        await fc.assert(nobodys, { numRuns: ROUNDS.nobodys, ...SEED });
      });

      it('a megabyte in any field is refused before any pattern', async () => {
        const text = `${'a'.repeat(MEGABYTE)}\u0001`;
        const list = Array(MEGABYTE / 4).fill([]);
        const token = await tokenFor(endpoint, 0);
        const answers: string[] = [];
        const longest = await longestMatched(async () => {
          for (const [part, schema] of Object.entries({
            params: endpoint.params,
            query: endpoint.query,
            body: endpoint.body,
          })) {
            if (schema === undefined) continue;
            for (const { path, list: isList } of places(schema)) {
              const put = isList ? list : text;
              const sent = good(endpoint);
              const broken = withAt(Reflect.get(sent, part), path, put);
              // Without the limits of bodies and paths.
              expect(validatorFor(schema, part)(broken), `${part}/${path.join('/')}`).toHaveProperty('error');
              // The reader of bodies refuses a megabyte before any schema, as the body below shows for each endpoint.
              const isRefusedByLength = part === 'body' && bodyLimitOf(endpoint) < MEGABYTE;
              if (part === 'params' || (isRefusedByLength && !isLong)) continue;
              answers.push(await answerTo(world, endpoint, { ...sent, [part]: broken }, token));
            }
          }
          if (endpoint.body === undefined) return;
          // All endpoints share one reader of bodies: each endpoint gets one of the bodies, in turn.
          for (const body of isLong ? megabytes : megabytes.slice(at % megabytes.length).slice(0, 1)) {
            answers.push(await answerTo(world, endpoint, { ...good(endpoint), body }, token));
          }
        });
        for (const answered of answers)
          expect(answered).toMatch(/^(400 badRequest|400 notJson|413 bodyTooLarge)$/);
        expect(longest).toBeLessThan(1000);
      });
    },
  );

  it.each(
    endpoints.filter(({ method }) => method === 'PATCH').map((one): [string, Endpoint] => [one.id, one]),
  )('%s treats unknown fields like an empty body', async (_id, endpoint) => {
    const answers: string[] = [];
    for (const body of [{}, { nadie: 1 }]) {
      answers.push(await answerTo(world, endpoint, { ...good(endpoint), body }, await tokenFor(endpoint, 0)));
    }
    expect(answers[1]).toBe(answers[0]);
  });
});
