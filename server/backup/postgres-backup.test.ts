import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../shared/accounts/users.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { erasePerson, findPersons } from '../../shared/personal/personal.api.ts';
import { verifyAudit } from '../audit/verify.ts';
import { givePower } from '../personal/power.fixture.ts';
import { openStore, type StoreAddress } from '../platform/db/connect.ts';
import { connectionsTo } from '../platform/db/postgres-copy.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { startApp, type TestApp } from '../testing/app.ts';
import { AppAsker } from '../testing/app-asker.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, type Unit } from '../testing/assembly-fixture.ts';
import {
  createDatabase,
  type FreshDatabase,
  type PostgresServer,
  startPostgres,
} from '../testing/setup/postgres-server.ts';
import { World } from '../testing/world.ts';
import { drill } from './drill.ts';
import { restore } from './restore.ts';
import { CopyShelf, lossSentence } from './restore-plan.ts';
import { isOnDataDisk, takeCopy } from './take-copy.ts';

/** Returns the folder with the programs of the installed PostgreSQL (found by `pg_dump`). Null if not installed. */
function installedServer(): string | null {
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
    const [, major = ''] = /\s(\d+)/.exec(version) ?? [];
    const folder = `/usr/lib/postgresql/${major}`;
    return existsSync(join(folder, 'bin', 'initdb')) ? folder : null;
  } catch {
    return null;
  }
}

const installed = installedServer();
if (installed === null)
  console.log('Copies of PostgreSQL are not tested: pg_dump and its server are not installed.');

describe.skipIf(installed === null)('copies of PostgreSQL', () => {
  const key = 'una clave de prueba de 32 bytes o más';
  const how = { reason: null, at: Date.parse('2026-11-23T12:00:00.000Z') };
  let root: string;
  let server: PostgresServer;
  let database: FreshDatabase;
  let address: StoreAddress;
  let app: TestApp;
  let isOpen = false;
  let evening: AssemblyFixture;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'scaf-pg-backup-'));
    server = await startPostgres(installed ?? undefined);
    database = await createDatabase(server.url);
    address = { dataDir: root, databaseUrl: database.url };
    const store = await openStore(address);
    await migrate(store);
    app = await startApp(
      store,
      () => store.close(),
      () => Promise.reject(new Error('The test opens a single process.')),
    );
    const units = Array.from({ length: 40 }, (_, i): Unit => [`${101 + i}`, 1, `Dueño ${i}`]);
    isOpen = true;
    evening = await holdAssembly(app, { units });
    await evening.register(units.map(([id]) => id));
  });
  afterAll(async () => {
    if (isOpen) await app.close();
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('a copy holds acknowledged votes, passes the drill, and replaces the database, kept aside', {
    tags: 'slow',
  }, async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = (apartmentId: string) =>
      app.call(
        castVote,
        { body: { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 } },
        { token: evening.operator },
      );
    for (const apartmentId of ['101', '102', '103']) expect((await vote(apartmentId)).status).toBe(201);
    const place = { folder: join(root, 'copias'), key };
    const copy = await takeCopy(address, place);
    expect((await vote('104')).status).toBe(201);
    expect(await drill(address, place, copy)).toMatchObject({ problem: null, copiedAt: copy.at });

    expect(await isOnDataDisk(address, place)).toBe(true);
    const at = copy.at + 60_000;
    const plan = await (await CopyShelf.of(place, 'pgdump')).plan({ at, copy: null, isLogFollowed: true });
    expect(lossSentence(plan, at)).toMatch(/^Pidió .*faltan 60 s/);

    const sealed = { file: join(place.folder, copy.name), key };
    await expect(restore(address, sealed, how)).rejects.toThrow(/está en uso/);
    await app.close();
    isOpen = false;
    // PostgreSQL closes its side of a connection a moment later.
    await expect.poll(() => connectionsTo(database.url)).toBe(0);
    const wrong = restore(address, { ...sealed, key: `${key}.` }, how);
    await expect(wrong).rejects.toThrow(/BACKUP_KEY/);
    writeFileSync(join(root, copy.name), readFileSync(sealed.file).subarray(0, -500));
    const torn = restore(address, { file: join(root, copy.name), key }, how);
    await expect(torn).rejects.toThrow(/incompleta o fue modificada/);

    const { epoch, keptAs } = await restore(address, sealed, how);
    expect(epoch.number).toBe(2);
    const store = await openStore(address);
    const votes = await store.db.selectFrom('vote').select('apartment_id').orderBy('apartment_id').execute();
    expect(votes.map((row) => row.apartment_id)).toEqual(['101', '102', '103']);
    expect((await verifyAudit(store.db)).findings).toEqual([]);
    await store.close();
    const setAsideUrl = new URL(database.url);
    setAsideUrl.pathname = `/${keptAs}`;
    const before = await openStore({ dataDir: root, databaseUrl: setAsideUrl.href });
    expect(await before.db.selectFrom('vote').select('apartment_id').execute()).toHaveLength(4);
    await before.close();
  });

  it('the restore of an older copy erases a person again', { tags: 'slow' }, async () => {
    const own = await createDatabase(server.url);
    const at: StoreAddress = { dataDir: root, databaseUrl: own.url };
    const first = await openStore(at);
    await migrate(first);
    const running = await startApp(
      first,
      () => first.close(),
      () => Promise.reject(new Error('The test opens a single process.')),
    );
    const token = await firstStaff(running);
    const csv = 'unidad;propietario;coeficiente\n101;Ana Pardo;100';
    const jointId = await new World(new AppAsker(running, token)).joint('Cedros', { fileName: 'a.csv', csv });
    const tenant = { username: 'hermes.zafra', name: 'Hermes Zafra Lugo', email: 'hermes@otro.co' };
    const assemblyApartments = [{ jointId, apartmentId: '101' }];
    const user = { ...tenant, profileId: 3 as const, password: 'agua clara del páramo', assemblyApartments };
    expect((await running.call(createUser, { body: user }, token)).status).toBe(201);
    const holder = await givePower(running, jointId, token);
    // A person named in a free text alone.
    const typed = 'Nicanor Urdaneta Peña';
    const answer = { question: `¿Es ${typed} uno solo?`, cells: '[]', answer: 'same' as const };
    const facts = { actor: 'user:1', at: 1_764_000_000_000, joint_id: jointId };
    await first.db
      .insertInto('identity_answer')
      .values({ ...answer, ...facts })
      .execute();
    const place = { folder: join(root, 'copias-de-datos'), key };
    const copy = await takeCopy(at, place);
    const params = { jointId };
    for (const text of [tenant.email, holder.email, typed]) {
      const [found] = (await running.call(findPersons, { params, body: { text } }, token)).body;
      const body = { person: found?.person ?? '' };
      expect((await running.call(erasePerson, { params, body }, token)).status).toBe(200);
    }
    await running.close();
    await expect.poll(() => connectionsTo(own.url)).toBe(0);

    const { pending } = await restore(at, { file: join(place.folder, copy.name), key }, how);
    expect(pending).toEqual([]);
    const store = await openStore(at);
    const users = await store.db.selectFrom('user_account').selectAll().execute();
    expect(JSON.stringify(users)).not.toMatch(/hermes|Zafra/i);
    const mails = await store.db.selectFrom('mail_message').select('to_address').execute();
    expect(mails).toEqual([{ to_address: 'suprimido' }, { to_address: 'suprimido' }]);
    expect(await store.db.selectFrom('identity_answer').selectAll().execute()).toEqual([]);
    const erasures = await store.db.selectFrom('erasure').selectAll().execute();
    expect(erasures).toHaveLength(3);
    expect(JSON.stringify(erasures)).not.toMatch(/Nicanor|Urdaneta/i);
    expect((await verifyAudit(store.db)).findings).toEqual([]);
    await store.close();
  });
});
