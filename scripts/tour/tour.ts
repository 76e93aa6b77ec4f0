/**
 * Tour of the program: a small store on a real server, and three acts: a scan at the door, a vote, a bill. Each act
 * shows the called functions with file and line, the written rows, the audit entry and the live events.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../client/e2e/api-client.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { migrate } from '../../server/platform/db/schema/migrate.ts';
import { startApp, type TestApp, urlOf } from '../../server/testing/app.ts';
import { holdAssembly } from '../../server/testing/assembly-fixture.ts';
import { type Follower, followJoint, type Heard, listen } from '../../server/testing/live.ts';
import { Books } from '../../server/testing/world.ts';
import type { Endpoint } from '../../shared/api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { type AuditRecord, listAudit, listBillingActs } from '../../shared/audit/audit.api.ts';
import { issueMonth } from '../../shared/billing/months.api.ts';
import { yearAndMonth } from '../../shared/days.ts';
import { calledPlaces, type Place, Sources } from './places.ts';
import { changedRows, type RowChange, readContents } from './rows.ts';
import { monthWay, type Step, scanWay, voteWay } from './ways.ts';

/** Function called in an act, with the place of the declaration. */
interface Passed {
  place: Place;
  runsIn: Step['runsIn'];
  says: string;
}

/** Act of the tour with all visible effects. */
export interface ShownAct {
  title: string;
  /** Method, path and body of the HTTP call. */
  call: string;
  way: readonly Passed[];
  rows: readonly RowChange[];
  entries: readonly Pick<AuditRecord, 'act' | 'what'>[];
  events: readonly Heard[];
}

/** Maximum wait in ms for an event on a slow machine. */
const PATIENCE_MS = 120_000;
const MONTH = '2026-01';
const ISSUE_DAY = '2026-01-05';
const SHEET = 'unidad;administración\n101;300000\n102;200000';

/** Plays the three acts of the tour. @throws Error if a named function was not called */
export async function playTour(): Promise<ShownAct[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-tour-'));
  const store = await openStore({ dataDir, databaseUrl: null });
  await migrate(store);
  const another = (): Promise<TestApp> => startApp(store, async () => undefined, another);
  const app = await startApp(store, () => store.close(), another);
  try {
    return await inWorld(app, await listen(app));
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Stage {
  app: TestApp;
  screen: Follower;
  sources: Sources;
}

async function inWorld(app: TestApp, url: string): Promise<ShownAct[]> {
  const { jointId, operator, staff, hall, world, ask } = await holdAssembly(app, {
    units: [
      ['101', 60, 'Ana Pardo'],
      ['102', 40, 'Beto Ruiz'],
    ],
  });
  const desk = new ApiClient(url, operator);
  const params = { jointId };
  const stage = {
    app,
    screen: await followJoint(url, operator, jointId),
    sources: new Sources(),
    readEntries: async () => (await desk.ask(listAudit, { params })).entries,
  };

  // The first registration opens the assembly: an act of its own.
  await hall.register(['102']);
  await heard(stage.screen, ['assembly', 'quorum', 'registration']);
  const [code = ''] = await hall.codes(1);
  const scan = { apartmentIds: ['101'], code, attendee: { name: 'Ana Pardo' } };
  const scanned = await play({ ...stage, way: scanWay, awaits: ['quorum', 'registration'] }, () =>
    desk.ask(register, { params, body: scan }),
  );

  const conceptId = await ask('¿Aprueba el presupuesto?');
  await heard(stage.screen, ['concept']);
  const vote = { jointId, conceptId, apartmentId: '101', voteId: 1 };
  const ana = desk.as((await world.holderOf(code)).token ?? '');
  const voted = await play({ ...stage, way: voteWay, awaits: ['vote'] }, () =>
    ana.ask(castVote, { body: vote }),
  );

  const office = desk.as(staff);
  const books = new Books(office, jointId);
  await books.prepare(MONTH, SHEET);
  const readEntries = async () => (await office.ask(listBillingActs, { params })).entries;
  const figures = await books.preview(MONTH, ISSUE_DAY);
  const issued = await play({ ...stage, readEntries, way: monthWay, awaits: [] }, () =>
    books.issue(MONTH, ISSUE_DAY, figures),
  );
  stage.screen.close();
  return [
    { title: 'A scan at the door', call: callOf(register, params, scan), ...scanned },
    { title: 'A vote', call: callOf(castVote, {}, vote), ...voted },
    {
      title: 'A month',
      call: callOf(issueMonth, { ...params, ...yearAndMonth(MONTH) }, { issueDate: ISSUE_DAY, figures }),
      ...issued,
    },
  ];
}

/** Plays an act and collects the effects. @throws Error if a named function was not called */
async function play(
  {
    app,
    screen,
    sources,
    readEntries,
    way,
    awaits,
  }: Stage & {
    readEntries: () => Promise<AuditRecord[]>;
    way: readonly Step[];
    awaits: readonly Heard['name'][];
  },
  act: () => Promise<unknown>,
): Promise<Omit<ShownAct, 'title' | 'call'>> {
  const before = await readContents(app.store.db);
  screen.heard.length = 0;
  const passed = way.map(({ target, ...step }): Passed => ({ ...step, place: sources.find(target) }));
  const called = await calledPlaces(
    passed.map(({ place }) => place),
    async () => {
      await act();
      await heard(screen, awaits);
    },
  );
  for (const { place, runsIn } of passed) {
    if (runsIn === 'main thread' && !called.has(place))
      throw new Error(`${place.file} ${place.name} did not run.`);
  }
  const rows = changedRows(before, await readContents(app.store.db));
  const listed = await readEntries();
  const entries = rows
    .filter(({ table }) => table === 'audit_entry')
    .map(({ values: { act, seq } }) => ({
      act: String(act),
      what:
        listed.find((entry) => entry.seq === seq)?.what ?? 'hidden from the trail while the question is open',
    }));
  return { way: passed, rows, entries, events: [...screen.heard] };
}

/** Waits until a screen has received a live event of each given name. */
async function heard(screen: Follower, names: readonly Heard['name'][]): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (names.some((name) => screen.last(name) === undefined)) {
    if (Date.now() > end) throw new Error(`no event ${names.join(', ')}`);
    await pause(10);
  }
}

const callOf = ({ method, path }: Endpoint, params: object, body: object): string =>
  `${method} ${urlOf(path, params, {})} ${JSON.stringify(body)}`;
