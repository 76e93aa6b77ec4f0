import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, it, type TestAPI } from 'vitest';
import { API_BASE, type Endpoint, type FileAnswer, type InputOf } from '../../shared/api.ts';
import { defined } from '../../shared/defined.ts';
import type { ErrorReply } from '../../shared/errors.ts';
import { isLong, isQuick } from '../../shared/testing/rounds.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { migratedPostgresDatabase } from './setup/postgres.ts';

export const TEST_SECRET = 'a secret of the tests, long enough to sign with';

export interface Reply<T> {
  status: number;
  /** Body of the reply if the status is the endpoint's success status. For other statuses read `error`. */
  body: T;
  error: ErrorReply;
  headers: Record<string, unknown>;
}

export type Input<E> = {
  [K in keyof InputOf<E> as InputOf<E>[K] extends undefined ? never : K]: InputOf<E>[K];
};

/** Caller of an endpoint in a test: the token of a session, or token and idempotency key. */
export type Caller = string | { token?: string | undefined; key?: string | undefined };

/** Returns the HTTP headers for a caller: token and idempotency key. */
export function headersOf(as: Caller): Record<string, string> {
  const { token, key } = typeof as === 'string' ? { token: as, key: undefined } : as;
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  return { ...defined({ authorization, 'idempotency-key': key }) };
}

/** Whole application for tests, on a new database, called without a network port. */
export interface TestApp {
  app: FastifyInstance;
  store: Store;
  /**
   * Starts a second process of the application: on PostgreSQL with other connections to the same database, on
   * SQLite with the same connection. Close before the first application.
   */
  another: () => Promise<TestApp>;
  /** Calls an endpoint and returns status and body, also of a refusal. */
  call: <P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input?: Partial<Input<Endpoint<P, Q, B, A>>>,
    as?: Caller,
  ) => Promise<Reply<Static<A>>>;
  close: () => Promise<void>;
}

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** Options of the application that a test may change. */
type SomeOptions = Partial<
  Pick<
    AppOptions,
    | 'publicUrl'
    | 'patience'
    | 'paced'
    | 'jwtSecret'
    | 'papersAfterMs'
    | 'rehearsalBeatMs'
    | 'mail'
    | 'gateway'
    | 'isTrial'
  >
>;

/**
 * Starts the application for a test, on a store with all migrations.
 * @param cleanUp removes the store after closing
 * @param another starts a second process on the same store
 * @param more further options of the application
 */
export async function startApp(
  store: Store,
  cleanUp: () => Promise<void>,
  another: () => Promise<TestApp>,
  more: SomeOptions = {},
): Promise<TestApp> {
  // Slow machines delay the test thread, so the overload check and pacing are off.
  const app = await buildApp({
    store,
    jwtSecret: TEST_SECRET,
    busyAfterMs: 0,
    paced: false,
    // Background reports are off, since they take worker time. Tests of reports turn them on.
    papersAfterMs: A_DAY_MS,
    // Workers would wait for the other tests.
    workerPriority: 0,
    ...more,
    logLevel: 'silent',
  });
  await app.ready();
  return {
    app,
    store,
    another,
    call: async (endpoint, input = {}, as = {}) => {
      const callInput: { params?: unknown; query?: unknown; body?: unknown } = input;
      const response = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, callInput.params, callInput.query),
        headers: headersOf(as),
        ...defined({ payload: callInput.body === undefined ? undefined : (callInput.body as object) }),
      });
      const isFile = endpoint.file === true && response.statusCode === endpoint.status;
      const body = isFile ? fileOf(response) : response.body === '' ? null : response.json();
      return { status: response.statusCode, body, error: body, headers: response.headers };
    },
    close: async () => {
      await app.close();
      await cleanUp();
    },
  };
}

/** Returns the file of a reply as produced by the handler. */
function fileOf({
  headers,
  rawPayload,
}: {
  headers: Record<string, unknown>;
  rawPayload: Buffer;
}): FileAnswer {
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(String(headers['content-disposition'])) ?? [];
  return { name: decodeURIComponent(name), mediaType: String(headers['content-type']), bytes: rawPayload };
}

/** Builds the URL of an endpoint with path parameters and query. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(Object(params), name))),
  );
  const search = new URLSearchParams(
    Object.entries(Object(query))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${API_BASE}${filled}${search === '' ? '' : `?${search}`}`;
}

/** Starts the application on a new SQLite file, copied from a template with all migrations. */
export const sqliteApp = (more: SomeOptions = {}): Promise<TestApp> => onSqlite('answers', more);

/**
 * Starts the application like `sqliteApp`, with SQLite in the thread of the test. A message to the thread of the store
 * costs more processor time than most statements.
 */
export const oneThreadApp = (more: SomeOptions = {}): Promise<TestApp> => onSqlite('tasks', more);

/** @param pace `tasks`: SQLite runs in the thread of the test; `answers`: in the thread of the store, as in a server */
async function onSqlite(pace: 'answers' | 'tasks', more: SomeOptions): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-test-'));
  copyFileSync(inject('migratedFile'), join(dataDir, 'scaf.sqlite'));
  const store = await openStore({ dataDir, databaseUrl: null }, pace);
  const another = (): Promise<TestApp> => startApp(store, async () => undefined, another);
  return startApp(
    store,
    async () => {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    another,
    more,
  );
}

/** Starts the application for a test on a new PostgreSQL database with all migrations. */
export async function postgresApp(more: SomeOptions = {}): Promise<TestApp> {
  const database = await migratedPostgresDatabase();
  const open = () => openStore({ dataDir: '', databaseUrl: database.url });
  const store = await open();
  const another = async (): Promise<TestApp> => {
    const own = await open();
    return startApp(own, () => own.close(), another, more);
  };
  return startApp(
    store,
    async () => {
      await store.close();
      await database.drop();
    },
    another,
    more,
  );
}

type ChainableTestAPI = ReturnType<TestAPI['skipIf']>;
type MakeApp = (more?: SomeOptions) => Promise<TestApp>;
type Engine = Store['engine'];

const engines: readonly { engine: Engine; make: MakeApp; label: string }[] = [
  { engine: 'sqlite', make: sqliteApp, label: 'SQLite' },
  { engine: 'postgres', make: postgresApp, label: 'PostgreSQL' },
];

/**
 * Defines a test suite to run on SQLite and on PostgreSQL, like `describe` of vitest. For tests of the
 * database layer, of raw SQL, of locks and races, of limits and of durability.
 * @param tests defines the tests; `make` starts an application on the engine
 */
export function describeOnBothEngines(name: string, tests: (make: MakeApp, engine: Engine) => void): void {
  for (const { engine, make, label } of engines) describe(`${name} on ${label}`, () => tests(make, engine));
}

/** Defines a test suite of seconds without races like `describeOnBothEngines`; a quick run takes SQLite alone. */
export function describeOnBothInAll(name: string, tests: (make: MakeApp, engine: Engine) => void): void {
  for (const { engine, make, label } of engines) {
    describe.skipIf(isQuick && engine === 'postgres')(`${name} on ${label}`, () => tests(make, engine));
  }
}

/**
 * Defines a test suite to run on SQLite or on PostgreSQL, like `describe` of vitest. The suite's name
 * decides the engine; `npm run test:long` runs both. SQLite runs in the thread of the test, except in a long run. For
 * tests of use cases; the database layer has separate tests.
 * @param tests defines the tests; `make` starts an application on the engine
 */
export function describeOnOneEngine(name: string, tests: (make: MakeApp, engine: Engine) => void): void {
  for (const { engine, make, label } of engines) {
    const makeHere = engine === 'sqlite' && !isLong ? oneThreadApp : make;
    if (isTurnOf(engine, name)) describe(`${name} on ${label}`, () => tests(makeHere, engine));
  }
}

/**
 * Defines a test suite like `describeOnOneEngine`. Tests of concurrent requests, defined with `race`
 * instead of `it`, run on both engines.
 */
export function describeWithRaces(
  name: string,
  tests: (make: MakeApp, on: { engine: Engine; it: ChainableTestAPI; race: TestAPI }) => void,
): void {
  for (const { engine, make, label } of engines) {
    const own = it.skipIf(!isTurnOf(engine, name));
    describe(`${name} on ${label}`, () => tests(make, { engine, it: own, race: it }));
  }
}

/**
 * Decides if a test suite runs on a database, by a sum over the name: the same in every run. A fifth runs on
 * PostgreSQL, and in a quick run no suite, because a statement costs several times more than on SQLite.
 */
function isTurnOf(engine: Engine, name: string): boolean {
  if (isLong) return true;
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return (engine === 'postgres') === (!isQuick && sum % 5 === 0);
}

/**
 * Returns an application for all tests of a suite, to be called at the top of the suite. Starts before the
 * first test and closes after the last. Usable inside hooks and tests.
 * @param make starts the application
 * @param end closes the application; `endAssembly` also checks the audit trail
 */
export function appForSuite(make: MakeApp, end: (app: TestApp) => Promise<void> = closeApp): TestApp {
  const { app, start } = laterApp(make);
  beforeAll(start);
  afterAll(() => end(app));
  return app;
}

/**
 * Returns an application for the tests of a suite, started anew for each test. Otherwise like
 * `appForSuite`.
 */
export function appForEachTest(make: MakeApp, end: (app: TestApp) => Promise<void> = closeApp): TestApp {
  const { app, start } = laterApp(make);
  beforeEach(start);
  afterEach(() => end(app));
  return app;
}

const closeApp = (app: TestApp) => app.close();

/** Returns an application without a process until `start`: every call goes to the last started application. */
function laterApp(make: MakeApp): { app: TestApp; start: () => Promise<void> } {
  let started: TestApp | undefined;
  const current = (): TestApp => {
    if (!started) throw new Error('The application starts in a hook: call it in hooks and tests.');
    return started;
  };
  const app: TestApp = {
    get app() {
      return current().app;
    },
    get store() {
      return current().store;
    },
    another: () => current().another(),
    call: (endpoint, input, as) => current().call(endpoint, input, as),
    close: () => current().close(),
  };
  const start = async () => {
    started = await make();
  };
  return { app, start };
}
