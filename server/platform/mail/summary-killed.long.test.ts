import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getAfter } from '../../../shared/assemblies/after.api.ts';
import { defined } from '../../../shared/defined.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { administrator, closeAssembly } from '../../assemblies/mail/summary.fixture.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { startApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { type ServerProcess, startServer } from '../../testing/process.ts';
import { freshPostgresDatabase } from '../../testing/setup/postgres.ts';
import { openStore, type Store, type StoreAddress } from '../db/connect.ts';
import { migrate } from '../db/schema/migrate.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');

/** Polls with a long timeout: the server's workers start from TypeScript at low priority, beside other tests. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 120_000, interval: 100 });

describe('summary of a killed server', { timeout: 300_000 }, () => {
  let dataDir: string;
  let mail: TestMailServer;
  let servers: ServerProcess[];
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-summary-'));
    mail = await startMailServer();
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) await server.end('SIGKILL');
    await mail.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(databaseUrl?: string): Promise<ServerProcess> {
    const setup = { dataDir, smtpUrl: mail.url, ...defined({ databaseUrl }) };
    const server = await startServer(setup);
    servers.push(server);
    return server;
  }
  async function inStore<T>(
    work: (store: Store) => Promise<T>,
    databaseUrl: string | null = null,
  ): Promise<T> {
    const store = await openStore({ dataDir, databaseUrl } satisfies StoreAddress);
    const result = await work(store);
    await store.close();
    return result;
  }
  /** Prepares an assembly ready to close, in a joint with an administrator. */
  const prepared = (databaseUrl: string | null = null): Promise<AssemblyFixture> =>
    inStore(async (store) => {
      await migrate(store);
      const app = await startApp(
        store,
        async () => undefined,
        () => Promise.reject(new Error('There is no other process.')),
      );
      const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
      await evening.register(['101', '102']);
      await administrator(app, evening, 'Ana', 'ana@correo.co');
      await app.close();
      return evening;
    }, databaseUrl);
  const states = (databaseUrl: string | null = null) =>
    inStore(async ({ db }) => {
      const rows = await db.selectFrom('mail_message').select(['kind', 'state']).execute();
      return rows.map(({ kind, state }) => `${kind} ${state}`);
    }, databaseUrl);
  const isSent = async (server: ServerProcess, { jointId, operator }: AssemblyFixture) => {
    const { body } = await server.call(getAfter, { params: { jointId }, query: {} }, { token: operator });
    return body.summary.sentAt !== null;
  };
  /** Checks for complete mails with both files and the signed checkpoint. */
  function expectWhole(many: number): void {
    expect(mail.taken).toHaveLength(many);
    for (const { attachments, recipients } of mail.taken) {
      expect(recipients).toEqual(['ana@correo.co']);
      expect(attachments).toHaveLength(3);
    }
    expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).toBe(1);
  }
  async function expectTrailWhole(databaseUrl: string | null = null): Promise<void> {
    expect(await inStore(async ({ db }) => (await verifyAudit(db)).findings, databaseUrl)).toEqual([]);
  }

  longOnly(it)('a kill between closing and sending leads to a single delivery', async () => {
    const evening = await prepared();
    // The mail server accepts no connection.
    mail.script.connect = () => new Promise(() => undefined);
    const first = await start();
    await closeAssembly(first, evening);
    await first.end('SIGKILL');
    expect(mail.mails).toEqual([]);
    expect(['summary queued', 'summary sending']).toContain((await states())[0]);

    delete mail.script.connect;
    const second = await start();
    await eventually(() => isSent(second, evening)).toBe(true);
    await second.end();
    expectWhole(1);
    await expectTrailWhole();
  });

  it("a kill before the mail server's answer leads to a single delivery", async () => {
    const evening = await prepared();
    const first = await start();
    mail.script.mail = async () => {
      await first.end('SIGKILL');
      return 'drop' as const;
    };
    await closeAssembly(first, evening);
    await eventually(() => mail.mails.length).toBe(1);
    await eventually(() => states()).toEqual(['summary sending']);
    expect(mail.taken).toEqual([]);

    delete mail.script.mail;
    const second = await start();
    await eventually(() => isSent(second, evening)).toBe(true);
    await second.end();
    expectWhole(1);
    await expectTrailWhole();
  });

  longOnly(it)(
    'a kill between the answer and the mark leads to at most two mails with the same id',
    async () => {
      const evening = await prepared();
      const first = await start();
      const locked = new BetterSqlite(join(dataDir, 'scaf.sqlite'));
      // A foreign write lock delays the mark, so the kill certainly precedes the mark.
      mail.script.mail = async () => {
        locked.exec('begin immediate');
        return undefined;
      };
      const killed = new Promise<void>((resolve) => {
        mail.script.answered = () => setImmediate(() => void first.end('SIGKILL').then(resolve));
      });
      await closeAssembly(first, evening);
      await killed;
      locked.exec('rollback');
      locked.close();
      expect(mail.taken).toHaveLength(1);
      expect(await states()).toEqual(['summary sending']);

      delete mail.script.mail;
      delete mail.script.answered;
      const second = await start();
      await eventually(() => isSent(second, evening)).toBe(true);
      await second.end();
      expectWhole(2);
      await expectTrailWhole();
    },
  );

  it('another process on PostgreSQL sends the messages of a killed process', async () => {
    const database = await freshPostgresDatabase();
    const evening = await prepared(database.url);
    const [one, two] = [await start(database.url), await start(database.url)];
    let answers = 0;
    mail.script.mail = async () => {
      answers += 1;
      if (answers > 1) return undefined;
      // Kills the process with the lease: the process that closed the assembly, as the first to know.
      await one.end('SIGKILL');
      return 'drop' as const;
    };
    await closeAssembly(one, evening);
    await eventually(() => answers).toBe(1);
    await eventually(() => states(database.url)).toEqual(['summary sending']);
    // Simulates a minute.
    await inStore(
      ({ db }) =>
        db.updateTable('mail_message').set({ leased_until: 1 }).where('state', '=', 'sending').execute(),
      database.url,
    );
    await eventually(() => isSent(two, evening)).toBe(true);
    await two.end();
    expectWhole(1);
    expect(await states(database.url)).toEqual(['summary sent']);
    await expectTrailWhole(database.url);
    await database.drop();
  });
});
