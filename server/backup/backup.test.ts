import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listUserSessions } from '../../shared/accounts/sessions.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { getBackups, makeBackup, tryBackup } from '../../shared/backups.api.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { verifyAudit } from '../audit/verify.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { beOnlyServer } from '../platform/db/only-server.ts';
import { StoreProbe } from '../platform/db/store-probe.ts';
import { appForEachTest, sqliteApp } from '../testing/app.ts';
import { claimsOf } from '../testing/asker.ts';
import { type AssemblyFixture, holdAssembly, type Unit } from '../testing/assembly-fixture.ts';
import { type Copy, listCopies } from './copies.ts';
import { drill } from './drill.ts';
import { BackupKeeper } from './keeper.ts';
import { restore } from './restore.ts';
import type { BackupTarget } from './take-copy.ts';

const UNITS = Array.from({ length: 90 }, (_, i) => `${101 + i}`);
/** Number of copies taken in the test while units register and vote. */
const MOMENTS = isLong ? 20 : 3;

const app = appForEachTest(sqliteApp);
let evening: AssemblyFixture;
let root: string;
let place: BackupTarget;
let keeper: BackupKeeper;
let night: number;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'scaf-backup-'));
  place = { folder: join(root, 'copias'), key: 'una clave de prueba de 32 bytes o más' };
  night = Date.parse('2026-11-22T08:00:00.000Z');
  keeper = new BackupKeeper({ store: app.store, place, log: app.app.log, now: () => night });
  evening = await holdAssembly(app, { units: UNITS.map((id): Unit => [id, 1, `Dueño ${id}`]) });
});
afterEach(async () => {
  await keeper.stop();
  rmSync(root, { recursive: true, force: true });
});

const sealed = (copy: Copy) => ({ file: join(place.folder, copy.name), key: place.key });
const fresh = (name: string) => ({ dataDir: join(root, name), databaseUrl: null });
const how = { reason: 'una prueba', at: Date.parse('2026-11-23T12:00:00.000Z') };

async function read<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const entriesOf = (store: Store) =>
  store.db.selectFrom('audit_entry').selectAll().orderBy('chain').orderBy('seq').execute();
const votesOf = (store: Store) =>
  store.db.selectFrom('vote').select(['concept_id', 'apartment_id', 'receipt']).execute();

it('a copy taken under load restores every vote acknowledged before', { tags: 'slow' }, async () => {
  await evening.register(UNITS);
  /** Receipts of the test votes, in order of acknowledgement. */
  const acknowledged: { receipt: string | null; at: number }[] = [];
  let copying = true;
  const load = (async () => {
    while (copying) {
      const conceptId = await evening.ask(`¿Aprueba el punto ${acknowledged.length}?`);
      for (let i = 0; i < UNITS.length; i += 10) {
        await Promise.all(
          UNITS.slice(i, i + 10).map(async (apartmentId) => {
            const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
            const vote = await app.call(castVote, { body }, { token: evening.operator });
            expect(vote.status).toBe(201);
            acknowledged.push({ receipt: vote.body.receipt, at: Date.now() });
          }),
        );
      }
    }
  })();
  const copies: { copy: Copy; after: number }[] = [];
  for (let i = 0; i < MOMENTS; i += 1) {
    copies.push({ copy: await keeper.copyNow(), after: acknowledged.length });
  }
  copying = false;
  await load;
  const everything = await entriesOf(app.store);
  for (const [i, { copy }] of copies.entries()) {
    const address = fresh(`datos-${i}`);
    await restore(address, sealed(copy), how);
    await read(address.dataDir, async (store) => {
      const votes = new Set((await votesOf(store)).map((vote) => vote.receipt));
      const due = acknowledged.filter((vote) => vote.at < copy.at);
      expect(due.filter((vote) => vote.receipt === null || !votes.has(vote.receipt))).toEqual([]);
      // Each chain holds a prefix of the live chain: no partial act, no foreign entry.
      const entries = (await entriesOf(store)).filter((entry) => entry.act !== 'storeRestored');
      const hashes = new Map(everything.map((entry) => [`${entry.chain} ${entry.seq}`, entry.hash]));
      expect(entries.filter((entry) => hashes.get(`${entry.chain} ${entry.seq}`) !== entry.hash)).toEqual([]);
      expect((await verifyAudit(store.db)).findings).toEqual([]);
    });
  }
  // At least two copies were taken between votes.
  expect(new Set(copies.map(({ after }) => after)).size).toBeGreaterThan(1);
});

it('a restore starts an epoch: ends sessions and links, holds mail, cancels jobs, is audited', async () => {
  const { db } = app.store;
  await db
    .insertInto('mail_message')
    .values({
      kind: 'summary',
      once_key: 'una',
      to_address: 'a@ejemplo.co',
      state: 'queued',
      attempts: 0,
      created_at: 1,
      created_by: 'user:1',
    })
    .execute();
  await db
    .insertInto('report_job')
    .values({
      job_id: 'j',
      actor: 'user:1',
      path: 'x',
      task: '{}',
      state: 'running',
      // Leased by another process.
      leased_until: how.at * 2,
      done: 0,
      total: 1,
      attempts: 0,
      created_at: 1,
    })
    .execute();
  const before = await db.selectFrom('store_epoch').selectAll().execute();
  const copy = await keeper.copyNow();
  const address = fresh('datos');
  const { epoch, keptAs } = await restore(address, sealed(copy), how);
  expect(keptAs).toBeNull();
  expect(epoch).toMatchObject({ number: 2, copiedAt: copy.at, reason: 'una prueba' });
  expect(epoch.epoch).not.toBe(before[0]?.epoch);
  await read(address.dataDir, async (store) => {
    const open = await store.db
      .selectFrom('session')
      .select('session_id')
      .where('revoked_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
    const mail = await store.db
      .selectFrom('mail_message')
      .select(['state', 'problem'])
      .executeTakeFirstOrThrow();
    expect(mail).toEqual({ state: 'failed', problem: expect.stringContaining('restauró') });
    const job = await store.db.selectFrom('report_job').select('state').executeTakeFirstOrThrow();
    expect(job.state).toBe('cancelled');
    const last = (await entriesOf(store)).filter((entry) => entry.chain === 'accounts').at(-1);
    expect(last?.act).toBe('storeRestored');
  });
  // The source store is unchanged.
  expect(
    (await app.call(getJoint, { params: { jointId: evening.jointId } }, { token: evening.operator })).status,
  ).toBe(200);
});

it('a restore keeps the old store, and changes nothing if it fails', { tags: 'slow' }, async () => {
  const copy = await keeper.copyNow();
  const address = fresh('datos');
  await restore(address, sealed(copy), how);
  const file = join(address.dataDir, 'scaf.sqlite');
  const stood = readFileSync(file);
  const refuses = async (source: { file: string; key: string }, sentence: RegExp) => {
    await expect(restore(address, source, { ...how, at: how.at + 1 })).rejects.toThrow(sentence);
    expect(readFileSync(file).equals(stood)).toBe(true);
    expect(readdirSync(address.dataDir).filter((name) => !name.startsWith('s'))).toEqual([]);
  };

  await refuses({ ...sealed(copy), key: 'otra clave, también de 32 bytes o más' }, /BACKUP_KEY/);
  const cut = join(root, copy.name);
  const whole = readFileSync(join(place.folder, copy.name));
  writeFileSync(cut, whole.subarray(0, whole.length - 1000));
  await refuses({ file: cut, key: place.key }, /incompleta/);
  await refuses({ file: join(root, 'otro.zip'), key: place.key }, /no es una copia/);

  await app.store.db
    .insertInto('kysely_migration' as never)
    .values({ name: '29990101-later', timestamp: 'x' } as never)
    .execute();
  await refuses(sealed(await keeper.copyNow()), /versión más nueva/);

  const leave = beOnlyServer(address.dataDir);
  await refuses(sealed(copy), /Otro servidor/);
  leave();

  const { keptAs, epoch } = await restore(address, sealed(copy), { ...how, at: how.at + 2 });
  expect(epoch.number).toBe(2);
  expect(readFileSync(join(keptAs ?? '', 'scaf.sqlite')).equals(stood)).toBe(true);
});

it('skips a copy without changes, leaves no unencrypted file, restricts files to the owner', {
  tags: 'slow',
}, async () => {
  // The list writes the last use of the sessions now. Otherwise a timer writes 30 s later, in the middle of the test.
  const listed = await app.call(
    listUserSessions,
    { params: { userId: claimsOf(evening.operator).sub } },
    { token: evening.operator },
  );
  expect(listed.body.map(({ seenAt }) => seenAt)).not.toContain(null);
  await keeper.look();
  for (const at of [1_000, 2_000]) {
    // The health probe writes, but its writes need no copy.
    expect(await new StoreProbe(app.store.db, () => at).canWrite()).toBe(true);
    await keeper.look();
  }
  expect(await listCopies(place.folder)).toHaveLength(1);
  await evening.register(['101']);
  await keeper.look();
  const copies = await listCopies(place.folder);
  expect(copies).toHaveLength(2);
  for (const { name } of copies) expect(statSync(join(place.folder, name)).mode & 0o077).toBe(0);
  expect(readdirSync(app.store.address.dataDir).filter((name) => name.startsWith('copia-'))).toEqual([]);
});

it('drills the newest copy once per night, never during an open assembly', { tags: 'slow' }, async () => {
  const open = () => app.store.db.updateTable('assembly').set({ opened_at: 1, closed_at: null });
  await open().execute();
  await keeper.look();
  expect((await keeper.state()).drill).toBeNull();
  await expect(keeper.drillNow()).rejects.toMatchObject({ code: 'drillWaits' });
  await app.store.db.updateTable('assembly').set({ closed_at: 2 }).execute();
  await keeper.look();
  const { drill: tried, onDataDisk } = await keeper.state();
  expect(tried).toMatchObject({ problem: null });
  expect(onDataDisk).toBe(true);
  expect(readdirSync(app.store.address.dataDir).filter((name) => name.startsWith('ensayo'))).toEqual([]);
  // No drill by day, even if no drill exists.
  rmSync(join(place.folder, 'ensayo.json'));
  night = Date.parse('2026-11-22T20:00:00.000Z');
  await keeper.look();
  expect((await keeper.state()).drill).toBeNull();
});

it('the drill finds a damaged copy, and votes that contradict the audit trail', {
  tags: 'slow',
}, async () => {
  await evening.register(UNITS);
  const conceptId = await evening.ask('¿Aprueba?');
  const body = { jointId: evening.jointId, apartmentId: '101', conceptId, voteId: 1 };
  await app.call(castVote, { body }, { token: evening.operator });
  await app.store.db.updateTable('vote').set({ answer_id: 2 }).execute();
  const changed = await keeper.drillNow().catch(() => null);
  expect(changed).toBeNull();
  await app.store.db.updateTable('assembly').set({ closed_at: 2 }).execute();
  const copy = await keeper.copyNow();
  expect((await keeper.drillNow()).problem).toMatch(/auditoría/);
  writeFileSync(join(place.folder, copy.name), 'nada');
  expect((await drill(app.store.address, place, copy)).problem).toMatch(/no se puede abrir/);
});

it('reports a failed copy and succeeds at the next check', { tags: 'slow' }, async () => {
  writeFileSync(place.folder, 'a file where the folder should be');
  await keeper.look();
  expect((await keeper.state()).problem).toContain('copia de seguridad');
  rmSync(place.folder);
  await keeper.look();
  expect(await keeper.state()).toMatchObject({ problem: null, copies: [expect.anything()] });
});

it('a damaged list of erasures is a problem, and does not fail the copies', { tags: 'slow' }, async () => {
  await keeper.copyNow();
  writeFileSync(join(place.folder, 'supresiones.json'), '[{"key":');
  await evening.ask('¿Aprueba?');
  for (let minute = 0; minute < 3; minute += 1) await keeper.look();
  const { problem, copies } = await keeper.state();
  expect(copies).toHaveLength(2);
  expect(problem).toMatch(/lista de supresiones .* está dañada/);
});

it('shows why a requested copy failed, and marks copies of another key', { tags: 'slow' }, async () => {
  await keeper.copyNow();
  writeFileSync(join(root, 'full'), 'a file where the folder should be');
  const failing = new BackupKeeper({
    store: app.store,
    log: app.app.log,
    place: { ...place, folder: join(root, 'full') },
  });
  await expect(failing.copyNow()).rejects.toMatchObject({ code: 'backupFailed' });
  expect((await failing.state()).problem).toMatch(/no es una carpeta/);
  const rekeyed = new BackupKeeper({
    store: app.store,
    log: app.app.log,
    place: { ...place, key: `${place.key}.` },
  });
  await rekeyed.copyNow();
  const { problem, copies } = await rekeyed.state();
  expect(problem).toMatch(/^1 copia es de otra clave/);
  expect(copies.map((copy) => copy.problem)).toEqual([null, 'Es de otra clave.']);
});

it('tells only the platform staff that no backups are configured', async () => {
  const staff = { token: evening.staff };
  const state = await app.call(getBackups, {}, staff);
  expect(state.body).toMatchObject({ configured: false, copies: [], epoch: { number: 1, copiedAt: null } });
  expect((await app.call(makeBackup, {}, staff)).error.code).toBe('backupsNotConfigured');
  expect((await app.call(tryBackup, {}, staff)).error.code).toBe('backupsNotConfigured');
  expect((await app.call(getBackups, {}, { token: evening.operator })).status).toBe(403);
});
