import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { getSnapshot, listAssemblies } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import {
  deleteRehearsal,
  getRehearsal,
  makeRehearsal,
  REHEARSAL_MARK,
  stopRehearsal,
} from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';

/** 240 owners with a flat each: 0,4166 or 0,4167 percent. */
const OWNERS = 240;
const units = Array.from({ length: OWNERS }, (_, i) => {
  const coefficient = i < 160 ? 0.4167 : 0.4166;
  return [String(101 + i), coefficient, `PERSONA ${i + 1}`] as const;
});

/** Tables that every request writes to, and the table with the acts on accounts. */
const APART = new Set([
  'audit_entry',
  'session',
  'store_probe',
  'attempt_count',
  'user_account',
  'known_device',
]);

/** Reads all rows of all tables as sorted JSON texts, by table. Key: table. */
async function rowsOfAll(app: TestApp): Promise<Map<string, string[]>> {
  const { db } = app.store;
  const listed =
    app.store.engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const rows = new Map<string, string[]>();
  for (const { name } of (await listed.execute(db)).rows) {
    const all = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    rows.set(name, all.rows.map((row) => JSON.stringify(row)).sort());
  }
  return rows;
}

describeWithRaces('a rehearsal', (make, { it }) => {
  const app = appForSuite(() => make({ rehearsalBeatMs: 1 }));
  let hall: AssemblyFixture;
  let before: Map<string, string[]>;
  let trialId = 0;
  const caller = () => ({ token: hall.operator });
  const read = async () =>
    (await app.call(getRehearsal, { params: { jointId: hall.jointId } }, caller())).body;
  const ended = () =>
    vi.waitUntil(async () => (await read())?.state === 'done', { timeout: 120_000, interval: 50 });

  /** Expects every earlier row in the store now, except in tables of accounts. */
  async function expectRealRows(): Promise<void> {
    const now = await rowsOfAll(app);
    for (const [table, rows] of before) {
      if (APART.has(table)) continue;
      const present = new Set(now.get(table));
      expect([table, rows.filter((row) => !present.has(row))]).toEqual([table, []]);
    }
    const chains = before.get('audit_entry')?.filter((row) => !row.includes('"chain":"accounts"')) ?? [];
    expect(chains.length).toBeGreaterThan(0);
    expect(now.get('audit_entry')).toEqual(expect.arrayContaining(chains));
  }

  it('240 simulated owners come, lose the network, vote and leave; the real rows stay equal', async () => {
    hall = await holdAssembly(app, { units });
    const { jointId } = hall;
    // A real code and a real registration must stay.
    const code = await hall.register(['101']);
    before = await rowsOfAll(app);
    const made = await app.call(makeRehearsal, { params: { jointId }, body: { mode: 'shown' } }, caller());
    expect(made.status).toBe(201);
    trialId = made.body.jointId;
    expect(made.body).toMatchObject({ sourceId: jointId, jointName: `${REHEARSAL_MARK}Conjunto de prueba` });
    await ended();
    const course = await read();
    expect(course?.step).toBe('acta');
    expect(course?.counts.arrived).toBe(course?.guests);
    expect(course?.guests).toBe(206);
    expect(course?.counts.left).toBeGreaterThan(3);
    expect(course?.counts.offline).toBeGreaterThan(10);
    expect(course?.counts.voted).toBeGreaterThan(380);
    await expectRealRows();
    const body = { apartmentIds: ['102'], code };
    const foreign = await app.call(register, { params: { jointId: trialId }, body }, caller());
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect(foreign.status).toBeLessThan(500);
    await expectTrailExplainsAll(app);
  });

  it('the assembly of the rehearsal has two results, with one vote for each present unit', async () => {
    const { body } = await app.call(getSnapshot, { params: { jointId: trialId } }, caller());
    expect(body.assembly?.closedAt).not.toBeNull();
    expect(body.quorum.reached).toBe(true);
    const [, first, second] = body.concepts;
    expect(first?.voted.apartments).toBe(206);
    expect(second?.voted.apartments).toBe(206 - ((await read())?.counts.left ?? 0));
    expect([first?.outcome, second?.outcome].every((outcome) => outcome != null)).toBe(true);
  });

  it('the trail names the rehearsal as the author in Spanish', async () => {
    const { body } = await app.call(listAudit, { params: { jointId: trialId }, query: {} }, caller());
    const authors = new Set(body.entries.map(({ actor }) => actor));
    expect([...authors]).toContain('Ensayo');
    expect([...authors]).not.toContain('rehearsal');
  });

  it('every page of a paper has the mark, and no mail waits', { tags: 'slow' }, async () => {
    const paper = await app.call(assistanceReport, { params: { jointId: trialId } }, caller());
    const pages = textOfPdf(paper.body.bytes);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('ENSAYO');
    expect((await rowsOfAll(app)).get('mail_message')).toEqual(before.get('mail_message'));
  });

  it('a deletion removes every record of the rehearsal', async () => {
    const real = await app.call(deleteRehearsal, { params: { jointId: hall.jointId } }, caller());
    expectRefused(real, 'rehearsalNotFound');
    const where = sql`from assembly where joint_id = ${sql.lit(trialId)}`;
    await sql`insert into turn (assembly_id, turn_id, speaker, units, asked_at, extensions)
      select assembly_id, 1, 'EVA', '[]', 1, 0 ${where}`.execute(app.store.db);
    await sql`insert into proposal (assembly_id, proposal_id, author, author_name, units, text, written_at)
      select assembly_id, 1, 'user:1', 'EVA', '[]', 'Una', 1 ${where}`.execute(app.store.db);
    const gone = await app.call(deleteRehearsal, { params: { jointId: trialId } }, caller());
    expect(gone.status).toBe(204);
    const now = await rowsOfAll(app);
    const added: Record<string, string[]> = {};
    for (const [table, rows] of before) {
      if (APART.has(table)) continue;
      const extra = now.get(table)?.filter((row) => !rows.includes(row)) ?? [];
      expect([table, (now.get(table)?.length ?? 0) - extra.length]).toEqual([table, rows.length]);
      if (extra.length > 0) added[table] = extra;
    }
    expect([now.get('turn'), now.get('proposal')]).toEqual([[], []]);
    // Empty rows keep the numbers, so that no later joint or assembly has the number of the rehearsal.
    expect(Object.keys(added).sort()).toEqual(['assembly', 'joint']);
    expect(added.joint).toEqual([expect.stringContaining(`"joint_name":"${REHEARSAL_MARK}borrado"`)]);
    expect(added.assembly).toHaveLength(1);
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
    expect((await app.call(listAssemblies, { params: { jointId: trialId } }, caller())).status).toBe(404);
    expect(await read()).toBeNull();
  });

  it('a guided rehearsal follows the person on the panel, and stops on request', {
    tags: 'slow',
  }, async () => {
    hall = await holdAssembly(app, { units: units.slice(0, 60) });
    const { jointId } = hall;
    const made = await app.call(makeRehearsal, { params: { jointId }, body: { mode: 'guided' } }, caller());
    expect(made.body.guests).toBe(52);
    trialId = made.body.jointId;
    const params = { jointId: trialId };
    const toggle = (conceptId: number, active: 0 | 1) =>
      app.call(toggleConcept, { body: { jointId: trialId, conceptId, active } }, caller());
    const seen = (test: (course: NonNullable<Awaited<ReturnType<typeof read>>>) => boolean) =>
      vi.waitUntil(async () => test((await read()) ?? made.body), { timeout: 240_000, interval: 20 });
    expect((await read())?.counts.arrived).toBe(0);
    await toggle(1, 1);
    await seen(({ counts }) => counts.arrived > 10);
    const stopped = await app.call(stopRehearsal, { params, body: { playing: false } }, caller());
    expect(stopped.body.state).toBe('stopped');
    await app.call(stopRehearsal, { params, body: { playing: true } }, caller());
    await seen(({ counts, guests }) => counts.arrived === guests);
    await toggle(2, 1);
    await seen(({ counts, step }) => step === 'votes' && counts.voted === 52);
    await toggle(2, 0);
    await seen(({ counts, step }) => step === 'verdict' && counts.left === 3);
    // A new rehearsal replaces the former.
    const next = await app.call(makeRehearsal, { params, body: { mode: 'guided' } }, caller());
    expect(next.body).toMatchObject({ sourceId: jointId, counts: { arrived: 0 } });
    expect((await app.call(getSnapshot, { params }, caller())).status).toBe(404);
  });

  it('a rehearsal starts while the rehearsals of other joints go on', async () => {
    for (let made = 0; made < 3; made += 1) {
      const { jointId, operator } = await holdAssembly(app, { units: units.slice(0, 3) });
      const by = { token: operator };
      const body = { mode: 'guided' as const };
      const trial = await app.call(makeRehearsal, { params: { jointId }, body }, by);
      const params = { jointId: trial.body.jointId };
      await app.call(toggleConcept, { body: { ...params, conceptId: 1, active: 1 } }, by);
      const hasGuests = async () => {
        const course = await app.call(getRehearsal, { params }, by);
        return (course.body?.counts.arrived ?? 0) > 0;
      };
      await vi.waitUntil(hasGuests, { timeout: 240_000, interval: 20 });
    }
  });

  it('requests at once make one rehearsal of a joint', async () => {
    const { jointId, operator } = await holdAssembly(app, { units: units.slice(0, 3) });
    const body = { mode: 'guided' as const };
    const make = () => app.call(makeRehearsal, { params: { jointId }, body }, { token: operator });
    const replies = await Promise.all([make(), make(), make()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    const trials = await app.store.db
      .selectFrom('joint')
      .select('joint_id')
      .where('rehearsal_of', '=', jointId)
      .where('uses_assemblies', '=', 1)
      .execute();
    expect(trials).toHaveLength(1);
  });
});
