import { sql, type Updateable } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../shared/assemblies/attendance.api.ts';
import { deleteConcept, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { correctRoll } from '../../shared/assemblies/roll.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { nano } from '../../shared/coefficient.ts';
import { GENESIS, hashEntry } from '../platform/audit/entry.ts';
import { readChain } from '../platform/audit/trail.repository.ts';
import type { Tables } from '../platform/db/tables.ts';
import { describeOnBothInAll, type TestApp } from '../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../testing/assembly-fixture.ts';
import { verifyAudit } from './verify.ts';

describeOnBothInAll('the audit trail', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let conceptId: number;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: [
        ['101', 40, 'ANA'],
        ['102', 60, 'LUIS'],
      ],
    });
    await evening.register(['101', '102']);
    conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) {
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
      const vote = await app.call(castVote, { body }, { token: evening.operator });
      expect(vote.status).toBe(201);
    }
  });
  afterEach(() => app.close());

  it('an unchanged store verifies', async () => {
    const { chains, findings } = await verifyAudit(app.store.db);
    expect(findings).toEqual([]);
    expect(chains.map((chain) => chain.chain)).toEqual(['accounts', `joint:${evening.jointId}`]);
    expect(chains.every((chain) => chain.entries > 0)).toBe(true);
  });

  it('names a vote that was changed by hand', async () => {
    await app.store.db.updateTable('vote').set({ answer_id: 2 }).where('apartment_id', '=', '102').execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.what).toContain('inmueble 102');
  });

  it('names vote, unit and question for a change in any column', async () => {
    const stored = await app.store.db
      .selectFrom('vote')
      .selectAll()
      .where('apartment_id', '=', '101')
      .executeTakeFirstOrThrow();
    const changes: Updateable<Tables['vote']>[] = [
      { answer_id: 2 },
      { coefficient: nano(1) },
      { at: stored.at + 1 },
      { receipt: 'AAAAAAAAAAAA' },
      { holder: 'somebody' },
      { cast_by: 'user:999' },
      { kind: 'local' },
      { remote: stored.remote === 1 ? 0 : 1 },
    ];
    for (const change of changes) {
      const before = Object.fromEntries(Object.keys(change).map((key) => [key, Reflect.get(stored, key)]));
      const one = app.store.db.updateTable('vote').where('apartment_id', '=', '101');
      await one.set(change).execute();
      const { findings } = await verifyAudit(app.store.db);
      expect(findings, JSON.stringify(change)).toHaveLength(1);
      expect(findings[0]?.what).toMatch(/El voto del inmueble 101 en VOTACIÓN 1 /);
      await one.set(before).execute();
    }
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it.each([false, true])(
    'names a question with a changed text, rule or closing; deleted: %s',
    async (isDeleted) => {
      const body = { jointId: evening.jointId, conceptId, active: 0 } as const;
      expect((await app.call(toggleConcept, { body }, { token: evening.operator })).status).toBe(200);
      const gone = { body: { jointId: evening.jointId, conceptId, reason: 'Error' } };
      if (isDeleted) await app.call(deleteConcept, gone, { token: evening.operator });
      expect((await verifyAudit(app.store.db)).findings).toEqual([]);
      const changes: Updateable<Tables['concept']>[] = [
        { deleted_reason: 'Otro' },
        { deleted_by: 'user:99' },
        { deleted_at: 1 },
        { agenda_item: 9 },
        { description: 'Otra' },
        { rule: 'election' },
        { approving_answer_id: 2 },
        { base_coefficient: nano(1) },
        { base_total: nano(1) },
      ];
      for (const change of changes) {
        const stored = await concept().selectAll().executeTakeFirstOrThrow();
        const before = Object.fromEntries(Object.keys(change).map((key) => [key, Reflect.get(stored, key)]));
        const one = app.store.db.updateTable('concept').where('concept_id', '=', conceptId);
        await one.set(change).execute();
        const { findings } = await verifyAudit(app.store.db);
        expect(findings, JSON.stringify(change)).toHaveLength(1);
        expect(findings[0]?.what).toMatch(/VOTACIÓN 1/);
        await one.set(before).execute();
      }
      await app.store.db
        .updateTable('answer')
        .set({ description: 'Sí' })
        .where('answer_id', '=', 2)
        .execute();
      expect((await verifyAudit(app.store.db)).findings).toHaveLength(1);
    },
  );

  it('names a roll, a ballot and a rebuilt chain unlike the bound hashes', async () => {
    const body = { jointId: evening.jointId, conceptId, active: 0 } as const;
    expect((await app.call(toggleConcept, { body }, { token: evening.operator })).status).toBe(200);
    const { db } = app.store;
    const found = async () => (await verifyAudit(db)).findings.map(({ what }) => what);
    expect(await found()).toEqual([]);

    const unit = db.updateTable('roll_entry').where('apartment_id', '=', '102');
    await unit.set({ owner_document: '123' }).execute();
    expect(await found()).toEqual([
      expect.stringContaining('En el censo, el inmueble 102'),
      expect.stringContaining('El censo de la apertura'),
    ]);
    await unit.set({ owner_document: null }).execute();

    const { ballots } = await db.selectFrom('ballot_tree').select('ballots').executeTakeFirstOrThrow();
    await db
      .updateTable('ballot_tree')
      .set({ ballots: ballots.replace('ANA', 'EVA') })
      .execute();
    expect(await found()).toEqual([expect.stringContaining('Los votos que contó un cierre')]);
    await db.updateTable('ballot_tree').set({ ballots }).execute();
    expect(await found()).toEqual([]);

    const chain = `joint:${evening.jointId}`;
    let previous = GENESIS;
    for (const { hash: _, ...entry } of await readChain(db, chain)) {
      const anew = { ...entry, actor: entry.actor.replace('user:', 'user:9'), previous_hash: previous };
      previous = hashEntry(anew);
      await db
        .updateTable('audit_entry')
        .set({ ...anew, hash: previous })
        .where('chain', '=', chain)
        .where('seq', '=', entry.seq)
        .execute();
    }
    const anew = await found();
    expect(anew).toContain('La entrada no es la que una cabeza firmada cubre.');
    expect(anew).toContainEqual(expect.stringMatching(/^Los actos no son los que firmó la cabeza de/));
    expect(anew.filter((what) => what.includes('fue modificada'))).toEqual([]);
  });

  const concept = () => app.store.db.selectFrom('concept').where('concept_id', '=', conceptId);

  it('names a removed vote and an inserted registration', async () => {
    await app.store.db.deleteFrom('vote').where('apartment_id', '=', '101').execute();
    await app.store.db
      .updateTable('attendance')
      .set({ holder: 'somebody' })
      .where('apartment_id', '=', '102')
      .execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings.map((finding) => finding.what).join('\n')).toMatch(/101.*no en la base de datos/);
    expect(findings.map((finding) => finding.what).join('\n')).toMatch(/102.*titular/);
  });

  it('names every other change by SQL: attendance, powers, annulments, roll, assembly', async () => {
    const { jointId, operator } = evening;
    const staff = { token: operator };
    const params = { jointId, conceptId };
    const annulled = { params, query: { apartmentId: '101', reason: 'Error' } };
    expect((await app.call(removeRegistrations, annulled, staff)).status).toBe(204);
    const toggled = { body: { jointId, conceptId, active: 0 } as const };
    expect((await app.call(toggleConcept, toggled, staff)).status).toBe(200);
    const correction = { params: { jointId, apartmentId: '101' }, body: { owner: 'EVA', reason: 'Venta' } };
    expect((await app.call(correctRoll, correction, staff)).status).toBe(200);
    const changed = {
      params: { jointId },
      body: {
        wentOn: ['kindAfterVote' as const, 'agendaAfterVote' as const],
        president: 'RITA',
        agenda: '1. Todo',
      },
    };
    expect((await app.call(changeAssembly, changed, staff)).status).toBe(200);
    const gone = { params: { jointId, conceptId: 1 }, query: { apartmentId: '102', reason: 'Se fue' } };
    expect((await app.call(removeRegistrations, gone, staff)).status).toBe(204);
    const code = await freshCode(app, operator, jointId);
    const power = { code, apartmentIds: ['102'], byProxy: true, attendee: { name: 'SARA', document: '7' } };
    expect((await app.call(register, { params: { jointId }, body: power }, staff)).status).toBe(201);
    const { db } = app.store;
    expect((await verifyAudit(db)).findings).toEqual([]);

    const changes: [table: string, change: string, where: string, told: RegExp][] = [
      ['attendance', "attendee_name = 'OTRA'", "apartment_id = '102'", /inmueble 102.*asistente es «OTRA»/],
      ['attendance', "attendee_document = '8'", "apartment_id = '102'", /102.*documento del asistente/],
      ['attendance', 'by_proxy = 0', "apartment_id = '102'", /102.*: poder es/],
      ['attendance', "capacity = 'owner'", "apartment_id = '102'", /102.*calidad/],
      ['attendance', 'remote = 1', "apartment_id = '102'", /102.*asiste desde casa/],
      ['attendance', "registered_by = 'user:999'", "apartment_id = '102'", /102.*quién registró/],
      ['annulment', "reason = 'Otro'", 'concept_id > 1', /La anulación \(reversed.*101.*motivo/],
      [
        'annulment',
        "annulled_by = 'user:999'",
        'concept_id = 1',
        /La anulación \(reversed.*102.*quién anuló/,
      ],
      ['annulment', 'record = replace(record, \'"answer_id":1\', \'"answer_id":2\')', '1 = 1', /respuesta/],
      ['annulment', 'record = replace(record, \'"by_proxy":0\', \'"by_proxy":1\')', '1 = 1', /: poder es/],
      [
        'roll_unit',
        "owner_name = 'OTRO'",
        "apartment_id = '102'",
        /En el censo, el inmueble 102.*propietario/,
      ],
      ['roll_unit', 'coefficient = 1', "apartment_id = '101'", /En el censo, el inmueble 101.*coeficiente/],
      ['roll_entry', "owner_name = 'OTRO'", 'version = 2', /La versión 2 en el censo.*propietario/],
      ['roll_entry', 'coefficient = 1', 'version = 1', /El censo de la apertura/],
      ['roll_correction', "reason = 'Otro'", '1 = 1', /La corrección \d+ del censo: motivo/],
      ['question_interval', 'opened_at = 1', '1 = 1', /La apertura 1 de VOTACIÓN 1.*hora/],
      ['question_interval', 'votes = 9', '1 = 1', /votos desde la apertura/],
      [
        'question_interval',
        'result = replace(result, \'"apartments":1\', \'"apartments":2\')',
        '1 = 1',
        /resultado anunciado/,
      ],
      ['vote', 'roll_version = 2', '1 = 1', /El voto.*versión del inmueble/],
      ['power', "holder_name = 'OTRA'", '1 = 1', /El poder \d+ del inmueble 102.*apoderado es «OTRA»/],
      ['power', "holder_document = '8'", '1 = 1', /El poder.*documento del apoderado/],
      ['power', "granter_name = 'OTRO'", '1 = 1', /El poder.*poderdante/],
      ['power', "state = 'revoked'", '1 = 1', /El poder.*estado/],
      ['power_unit', 'standing = 0', '1 = 1', /El poder.*vigente/],
      [
        'closing_ground',
        "represented = replace(represented, '101', '109')",
        '1 = 1',
        /El cierre de VOTACIÓN 1.*inmuebles representados/,
      ],
      [
        'closing_ground',
        "represented = replace(represented, ',1]', ',2]')",
        '1 = 1',
        /El cierre de VOTACIÓN 1.*versión 2/,
      ],
      [
        'closing_ground',
        "assembly = replace(assembly, 'inPerson', 'virtual')",
        '1 = 1',
        /El cierre de VOTACIÓN 1.*modalidad/,
      ],
      ['assembly', "mode = 'virtual'", '1 = 1', /La asamblea \d+: modalidad/],
      ['assembly', "president = 'OTRA'", '1 = 1', /La asamblea \d+: presidente/],
      ['assembly', "agenda = '1. Nada'", '1 = 1', /La asamblea \d+: orden del día/],
      ['assembly', 'call = 2', '1 = 1', /La asamblea \d+: convocatoria/],
      ['assembly', 'opened_at = opened_at + 1', '1 = 1', /La asamblea \d+: apertura/],
    ];
    const found = async () => (await verifyAudit(db)).findings.map(({ what }) => what);
    const unit = ['assembly_id', 'joint_id', 'apartment_id'];
    const keys: Record<string, readonly string[]> = {
      attendance: unit,
      annulment: ['annulment_id'],
      roll_unit: unit,
      roll_entry: [...unit, 'version'],
      roll_correction: ['correction_id'],
      question_interval: ['assembly_id', 'joint_id', 'concept_id', 'number'],
      vote: [...unit, 'concept_id'],
      assembly: ['assembly_id'],
      power: ['power_id'],
      power_unit: ['power_id', 'apartment_id'],
      closing_ground: ['ground_id'],
    };
    const rowsOf = async (table: string) =>
      (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;
    for (const [table, change, where, sentence] of changes) {
      const before = await rowsOf(table);
      await sql.raw(`update ${table} set ${change} where ${where}`).execute(db);
      expect(await found(), `${table} ${change}`).toContainEqual(expect.stringMatching(sentence));
      for (const row of before) {
        const values = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        const key = (keys[table] ?? []).map((name) => sql`${sql.ref(name)} = ${row[name]}`);
        await sql`update ${sql.table(table)} set ${sql.join(values)} where ${sql.join(key, sql` and `)}`.execute(
          db,
        );
      }
    }
    expect(await found()).toEqual([]);
    const whole = ['annulment', 'roll_correction', 'question_interval', 'closing_ground', 'attendance'];
    for (const table of whole) {
      const before = await rowsOf(table);
      await sql.raw(`delete from ${table}`).execute(db);
      expect(await found(), table).not.toEqual([]);
      for (const row of before) {
        const [names, values] = [Object.keys(row).map((name) => sql.ref(name)), Object.values(row)];
        await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
          db,
        );
      }
    }
    expect((await verifyAudit(db)).findings).toEqual([]);
  });

  it('names a removed last head', async () => {
    const body = { jointId: evening.jointId, conceptId, active: 0 } as const;
    expect((await app.call(toggleConcept, { body }, { token: evening.operator })).status).toBe(200);
    const { db } = app.store;
    const chain = `joint:${evening.jointId}`;
    const heads = await db.selectFrom('audit_head').selectAll().where('chain', '=', chain).execute();
    expect(heads.length).toBeGreaterThan(1);
    const last = Math.max(...heads.map(({ size }) => size));
    for (const sizes of [[last], heads.map(({ size }) => size)]) {
      await db.deleteFrom('audit_head').where('chain', '=', chain).where('size', 'in', sizes).execute();
      const what = `Falta la cabeza que firmó los primeros ${last} actos.`;
      expect((await verifyAudit(db)).findings).toEqual([{ chain, seq: last, what }]);
      await db
        .insertInto('audit_head')
        .values(heads.filter(({ size }) => sizes.includes(size)))
        .execute();
    }
    expect((await verifyAudit(db)).findings).toEqual([]);
  });

  it('names each removed head before the last, by the entry of the act', async () => {
    const body = { jointId: evening.jointId, conceptId, active: 0 } as const;
    expect((await app.call(toggleConcept, { body }, { token: evening.operator })).status).toBe(200);
    const end = { params: { jointId: evening.jointId }, body: { closed: true as const } };
    expect((await app.call(changeAssembly, end, { token: evening.operator })).status).toBe(200);
    const { db } = app.store;
    const chain = `joint:${evening.jointId}`;
    const heads = await db.selectFrom('audit_head').selectAll().where('chain', '=', chain).execute();
    const entries = await readChain(db, chain);
    expect(heads.map(({ moment }) => moment).sort()).toEqual(['apertura', 'cierre', 'fin']);
    for (const [moment, act] of [
      ['apertura', 'assemblyOpened'],
      ['cierre', 'conceptDeactivated'],
    ]) {
      const head = heads.filter((one) => one.moment === moment);
      const seq = entries.find((entry) => entry.act === act)?.seq;
      await db
        .deleteFrom('audit_head')
        .where('chain', '=', chain)
        .where('size', '=', head[0]?.size ?? 0)
        .execute();
      const what = `Falta la cabeza que firmó la entrada ${seq} en su instante.`;
      expect((await verifyAudit(db)).findings).toEqual([{ chain, seq, what }]);
      await db.insertInto('audit_head').values(head).execute();
    }
    expect((await verifyAudit(db)).findings).toEqual([]);
  });

  it('names a registration with a changed time', async () => {
    await app.store.db.updateTable('attendance').set({ at: 1 }).where('apartment_id', '=', '101').execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings.map((finding) => finding.what)).toEqual([expect.stringMatching(/101.*hora de ingreso/)]);
  });

  it('names a changed entry and a missing entry', async () => {
    const chain = `joint:${evening.jointId}`;
    await app.store.db
      .updateTable('audit_entry')
      .set({ actor: 'user:999' })
      .where('chain', '=', chain)
      .where('seq', '=', 2)
      .execute();
    const changed = await verifyAudit(app.store.db);
    // Chain, leaf, and each head above.
    expect(changed.findings.map(({ seq }) => seq)).toEqual([2, 2, expect.any(Number)]);
    expect(changed.findings[0]?.what).toContain('fue modificada');

    await app.store.db.deleteFrom('audit_entry').where('chain', '=', chain).where('seq', '=', 1).execute();
    const missing = await verifyAudit(app.store.db);
    expect(missing.findings).toContainEqual({
      chain,
      seq: 1,
      what: 'Falta una entrada del registro de auditoría.',
    });
  });
});
