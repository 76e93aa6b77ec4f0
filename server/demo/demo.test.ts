import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { monthOfDay, shiftMonth } from '../../shared/days.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { hashPassword } from '../accounts/passwords/hashing.ts';
import { makeFirstUserLink } from '../accounts/sign-in/first-user.service.ts';
import { readAccounts } from '../billing/ledger/ledger.repository.ts';
import { overdueOf } from '../billing/ledger/overdue.ts';
import { headSignerOf } from '../platform/audit/signing.ts';
import type { Db } from '../platform/db/engine.ts';
import { appForEachTest, describeWithRaces, TEST_SECRET } from '../testing/app.ts';
import { firstStaff } from '../testing/assembly-fixture.ts';
import { lastingToday } from '../testing/lasting-day.ts';
import { expectTrailNamed } from '../testing/store-asserts.ts';
import { makeDemo } from './demo.ts';

const today = await lastingToday();

const count = async (db: Db, table: 'joint' | 'user_account' | 'apartment' | 'audit_entry' | 'code') => {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

const signer = headSignerOf(TEST_SECRET);
/** Options for a demonstration with a single billed month, because a whole year takes seconds. */
const short = { billedMonths: 1, signer };

describeWithRaces('making the demonstration', (make, { it, race }) => {
  const app = appForEachTest(make);
  let db: Db;
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    db = app.store.db;
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-demo-'));
    file = join(dataDir, 'secrets', 'demo-password');
  });
  afterEach(async () => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('makeDemo creates the data once and returns the same users at every start', async () => {
    const first = await makeDemo(db, { password: null, dataDir, ...short });
    expect(first?.users.map((user) => user.username)).toEqual([
      'plataforma',
      'admin',
      'propietario',
      'operador',
      'eventos',
      'propietario2',
      'propietario3',
    ]);
    expect(first?.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
    expect(readFileSync(file, 'utf8')).toBe(`${first?.password}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = await count(db, 'audit_entry');
    expect(await makeDemo(db, { password: null, dataDir, ...short })).toEqual(first);
    expect(await count(db, 'audit_entry')).toBe(entries);
    await expectTrailNamed(db);
    expect(await count(db, 'user_account')).toBe(7);
    // A platform user exists, so production creates no first-user link.
    expect(await makeFirstUserLink(db)).toBeNull();

    // A stored password stays valid if another password is configured later.
    expect(await makeDemo(db, { password: 'otra clave cualquiera', dataDir, ...short })).toEqual(first);

    // A user with a changed password is reported, and a disabled user is left out.
    const password_hash = await hashPassword('una clave propia');
    await db
      .updateTable('user_account')
      .set({ password_hash })
      .where('username', '=', 'plataforma')
      .execute();
    await db.updateTable('user_account').set({ disabled_at: 1 }).where('username', '=', 'eventos').execute();
    const later = await makeDemo(db, { password: null, dataDir, ...short });
    expect(later?.password).toBe(readFileSync(file, 'utf8').trim());
    const descriptions = new Map(later?.users.map((user) => [user.username, user.description]));
    expect(descriptions.get('plataforma')).toContain('(cambió su contraseña)');
    expect(descriptions.get('operador')).not.toContain('cambió');
    expect(descriptions.has('eventos')).toBe(false);
  });

  longOnly(it)(
    'makeDemo bills a year with debtors, credits, an annulled receipt and an agreement',
    async () => {
      await makeDemo(db, { password: null, dataDir, signer });
      const joints = await db
        .selectFrom('joint')
        .select('joint_id')
        .where('parent_joint_id', 'is', null)
        .execute();
      expect(joints).toHaveLength(3);
      for (const { joint_id } of joints) {
        const months = await db
          .selectFrom('billing_month')
          .select('state')
          .where('joint_id', '=', joint_id)
          .execute();
        expect(months.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'issued'));
        const accounts = [...(await readAccounts(db, joint_id)).values()];
        expect(
          accounts.filter((account) => overdueOf(account, today).instalments > 1).length,
        ).toBeGreaterThan(0);
        const natures = new Set(accounts.flatMap(({ items }) => items.map(({ nature }) => nature)));
        expect([...natures]).toEqual(
          expect.arrayContaining(['fee', 'extra', 'interest', 'receipt', 'condonation']),
        );
        const annulled = await db
          .selectFrom('document_annulment')
          .select('kind')
          .where('joint_id', '=', joint_id)
          .execute();
        expect(annulled).toEqual([{ kind: 'receipt' }]);
      }
      // A rate for each month from the month before the first bills to the current month; no certified rate.
      const rates = await db.selectFrom('legal_rate').select(['month', 'source']).orderBy('month').execute();
      const last = monthOfDay(today);
      expect(rates).toEqual(
        Array.from({ length: 13 }, (_, at) => ({
          month: shiftMonth(last, at - 12),
          source: expect.stringContaining('inventada'),
        })),
      );
    },
  );

  it('makeDemo uses a configured password and never writes the password', { tags: 'slow' }, async () => {
    const options = { password: 'la clave de mi demostración', dataDir, ...short };
    expect((await makeDemo(db, options))?.password).toBe(options.password);
    expect(existsSync(file)).toBe(false);
    expect((await makeDemo(db, options))?.password).toBe(options.password);
    const later = await makeDemo(db, { password: null, dataDir, ...short });
    expect(later?.users).toHaveLength(7);
    expect(later?.password).toContain('no se conoce aquí');
    const other = await makeDemo(db, { password: 'otra clave cualquiera', dataDir, ...short });
    expect(other?.password).toContain('no se conoce aquí');
  });

  race('several concurrent starts create the demonstration once', { tags: 'slow' }, async () => {
    const starts = [1, 2, 3, 4].map(() => makeDemo(db, { password: null, dataDir, ...short }));
    const demos = await Promise.all(starts);
    expect(new Set(demos.map((demo) => demo?.password)).size).toBe(1);
    expect(demos[0]?.password).toBe(readFileSync(file, 'utf8').trim());
    expect(await count(db, 'user_account')).toBe(7);
    // Three joints and two sectors.
    expect(await count(db, 'joint')).toBe(5);
  });

  it('makeDemo creates nothing in a store with a user or a joint', async () => {
    await firstStaff(app);
    expect(await makeDemo(db, { password: null, dataDir, ...short })).toBeNull();
    expect(await count(db, 'joint')).toBe(0);
    await db.deleteFrom('session').execute();
    await db.deleteFrom('user_account').execute();
    await db
      .insertInto('joint')
      .values({
        joint_name: 'Otro',
        uses_assemblies: 1,
        uses_billing: 1,
        created_at: 1,
        parent_joint_id: null,
      })
      .execute();
    expect(await makeDemo(db, { password: null, dataDir, ...short })).toBeNull();
    expect(await count(db, 'user_account')).toBe(0);
    expect(await count(db, 'apartment')).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it('makeDemo leaves no rows after a late failure', async () => {
    await db.schema.dropTable('user_apartment').execute();
    await expect(makeDemo(db, { password: null, dataDir, ...short })).rejects.toThrow();
    for (const table of ['joint', 'user_account', 'apartment', 'audit_entry', 'code'] as const) {
      expect(await count(db, table)).toBe(0);
    }
    expect(existsSync(file)).toBe(false);
  });
});
