import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { issueCodes } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { printCards } from '../../../shared/assemblies/paper.api.ts';
import { enterPower, importPowers } from '../../../shared/assemblies/powers/powers.api.ts';
import { writeProposal } from '../../../shared/assemblies/turns/proposals.api.ts';
import { askTurn, askTurnAtDesk, withdrawOwnTurn } from '../../../shared/assemblies/turns/turns.api.ts';
import { sendDraft } from '../../../shared/billing/drafts.api.ts';
import { addFee } from '../../../shared/billing/fees.api.ts';
import { errorReply, errors } from '../../../shared/errors.ts';
import { addParticipant, createEvent } from '../../../shared/events/events.api.ts';
import { type LimitCode, limits } from '../../../shared/limits.ts';
import { exportPerson, findPersons } from '../../../shared/personal/personal.api.ts';
import { fileOwnClaim } from '../../../shared/personal/register.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { createJoint } from '../../../shared/properties/joints.api.ts';
import { appForSuite, describeOnBothInAll, type Reply, type TestApp } from '../../testing/app.ts';
import { insertedUser } from '../../testing/app-asker.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { qrSession } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';

/** Sentence of a refusal: the limit, and the next step (specification, section 11, rule 11). */
const REFUSAL =
  /^(Son demasiados: [\d.]+ como máximo|El informe es demasiado grande: 250\.000 casillas como máximo|El archivo es demasiado grande\. El límite es de 10 MB y 20\.000 filas)\. \p{Lu}.+\.$/u;

/** Replies to a call for the last allowed place, if quick to test, and to the call above the limit. */
interface Tried {
  fits?: Reply<unknown>;
  refused: Reply<unknown>;
}

/** SQL of a table of the numbers from 1 to `count`, for an insert of many rows. */
const numbers = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;

describeOnBothInAll('the limits of collections', (make) => {
  const app = appForSuite(make);
  let staff: string;
  let evening: AssemblyFixture;
  beforeAll(async () => {
    staff = await firstStaff(app);
    evening = await holdAssembly(app, {
      units: unitsOf('101;50;ANA', '102;50;LUIS'),
      staff,
    });
  });

  const twice = async (ask: (nth: number) => Promise<Reply<unknown>>): Promise<Tried> => ({
    fits: await ask(1),
    refused: await ask(2),
  });
  const countOf = async (table: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      app.store.db,
    );
    return Number(rows[0]?.count);
  };
  const run = (query: ReturnType<typeof sql>) => query.execute(app.store.db);
  const cardsOf = (jointId: number, count: number, issuedAt = 1) =>
    run(sql`insert into code (code, joint_id, issued_at, issued_by)
      ${numbers(count)} select ${`C${jointId}-`} || i, ${sql.lit(jointId)}, ${sql.lit(issuedAt)}, 'user:1' from n`);
  const small = () => holdAssembly(app, { units: [['1', 100, 'EVA']], staff });

  /** Functions to fill each collection up to the limit. Other tests cover sessions, powers, actas, notices, jobs, reports and online payments. */
  const cases: Record<
    Exclude<
      LimitCode,
      | 'tooManySessions'
      | 'powerPagesFull'
      | 'actaFilesFull'
      | 'noticeFilesFull'
      | 'tooManyReports'
      | 'reportTooLarge'
      | 'tooManyIntents'
    >,
    () => Promise<Tried>
  > = {
    tooManyCodes: async () => {
      const { jointId, operator } = await small();
      await cardsOf(jointId, limits.tooManyCodes.most + 4 - 1);
      return twice(() => app.call(issueCodes, { params: { jointId }, body: { quantity: 1 } }, operator));
    },
    documentTooLarge: async () => {
      const { jointId, operator } = await small();
      await cardsOf(jointId, limits.documentTooLarge.most + 1);
      const print = (query: { part?: number }) =>
        app.call(printCards, { params: { jointId }, query }, operator);
      return { fits: await print({ part: 2 }), refused: await print({}) };
    },
    tooManyDisplays: async () => {
      const { jointId, operator } = await small();
      const at = Date.now();
      await run(sql`insert into session (session_id, joint_id, profile_id, created_at, expires_at, display_by, made_by)
        ${numbers(limits.tooManyDisplays.most - 1)} select 'wall' || i, ${sql.lit(jointId)}, ${sql.lit(Profile.display)},
        ${sql.lit(at)}, ${sql.lit(at + 86_400_000)}, 'link', 1 from n`);
      return twice(() => app.call(createDisplayLink, { params: { jointId } }, operator));
    },
    tooManyPowers: async () => {
      const { jointId, operator } = evening;
      const enter = (nth: number) => {
        const holder = { name: `JULIA ${nth}`, document: `${52_000_000 + nth}` };
        const body = { apartmentIds: ['101'], holder };
        return app.call(enterPower, { params: { jointId }, body }, operator);
      };
      for (let i = 1; i < limits.tooManyPowers.most; i += 1) expect((await enter(100 + i)).status).toBe(201);
      return twice(enter);
    },
    tooManyReopenings: async () => {
      const { jointId, operator } = evening;
      const conceptId = await evening.ask('¿Se abre otra vez?');
      await run(sql`insert into question_interval (assembly_id, joint_id, concept_id, number, opened_at, closed_at)
        ${numbers(limits.tooManyReopenings.most - 1)} select q.assembly_id, q.joint_id, q.concept_id, n.i, 1, 1
        from n, question_interval q where q.joint_id = ${sql.lit(jointId)} and q.concept_id = ${sql.lit(conceptId)}
        and q.number = 1 and n.i > 1`);
      const toggle = (active: 0 | 1) =>
        app.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);
      return twice(async () => {
        await toggle(0);
        return toggle(1);
      });
    },
    tooManyQuestions: async () => {
      const { jointId, operator } = evening;
      const { length } = await app.store.db
        .selectFrom('concept')
        .select('concept_id')
        .where('joint_id', '=', jointId)
        .execute();
      const missing = limits.tooManyQuestions.most - 1 - length;
      await run(sql`insert into concept (assembly_id, joint_id, concept_id, description, active, created_at)
        ${numbers(missing)} select c.assembly_id, c.joint_id, 1000 + n.i, 'Pregunta', 0, 1
        from n, concept c where c.joint_id = ${sql.lit(jointId)} and c.concept_id = 1`);
      const answers = [{ answerDescription: 'Sí' }, { answerDescription: 'No' }];
      const body = { jointId, conceptDescription: '¿Una más?', active: 0 as const, answers };
      return twice(() => app.call(createConcept, { body }, operator));
    },
    tooManyTurns: async () => {
      const { jointId, operator } = evening;
      await evening.register(['101']);
      await evening.register(['102']);
      await run(sql`insert into turn (assembly_id, turn_id, speaker, units, asked_at, extensions)
        ${numbers(limits.tooManyTurns.most - 1)} select a.assembly_id, n.i, 'EVA', '[]', 1, 0
        from n, assembly a where a.joint_id = ${sql.lit(jointId)}`);
      return twice((nth) =>
        app.call(askTurnAtDesk, { params: { jointId }, body: { apartmentId: `10${nth}` } }, operator),
      );
    },
    ownTurnsFull: async () => {
      const { jointId, register } = await small();
      const phone = await qrSession(app, await register(['1']));
      const params = { jointId };
      const ask = () => app.call(askTurn, { params }, phone);
      const withdraw = () => app.call(withdrawOwnTurn, { params }, phone);
      for (let i = 1; i < limits.ownTurnsFull.most; i += 1)
        expect([(await ask()).status, (await withdraw()).status]).toEqual([201, 204]);
      return { fits: await ask(), refused: await withdraw().then(ask) };
    },
    tooManyProposals: async () => {
      const { jointId, owner } = await small();
      const { token } = await owner('propone', ['1']);
      await run(sql`insert into proposal
        (assembly_id, proposal_id, author, author_name, units, text, written_at)
        ${numbers(limits.tooManyProposals.most - 1)} select a.assembly_id, n.i, 'user:1', 'EVA', '[]', 'Una', 1
        from n, assembly a where a.joint_id = ${sql.lit(jointId)}`);
      return twice(() => app.call(writeProposal, { params: { jointId }, body: { text: 'Una más' } }, token));
    },
    ownProposalsFull: async () => {
      const { jointId, owner } = await small();
      const { token } = await owner('propone-mucho', ['1']);
      const write = () => app.call(writeProposal, { params: { jointId }, body: { text: 'Una más' } }, token);
      for (let i = 1; i < limits.ownProposalsFull.most; i += 1) expect((await write()).status).toBe(201);
      return twice(write);
    },
    writtenProposalsFull: async () => {
      const { jointId, owner } = await small();
      const { token, userId } = await owner('propone-y-retira', ['1']);
      await run(sql`insert into proposal
        (assembly_id, proposal_id, author, author_name, units, text, written_at, withdrawn_at)
        ${numbers(limits.writtenProposalsFull.most - 1)}
        select a.assembly_id, n.i, ${`user:${userId}`}, 'EVA', '[]', 'Una', 1, 2
        from n, assembly a where a.joint_id = ${sql.lit(jointId)}`);
      return twice(() => app.call(writeProposal, { params: { jointId }, body: { text: 'Una más' } }, token));
    },
    tooManyDrafts: async () => {
      const { jointId } = evening;
      await run(sql`insert into billing_draft (joint_id, file_name, bytes, received_at, sent_by)
        ${numbers(limits.tooManyDrafts.most - 1)} select ${sql.lit(jointId)}, 'planilla.csv',
        ${Buffer.from('a')}, 1, 'user:1' from n`);
      return twice(() =>
        upload(
          app,
          sendDraft,
          { params: { jointId } },
          { name: 'a.csv', content: 'Inmueble;Valor\n101;5\n' },
          staff,
        ),
      );
    },
    tooManyFees: async () => {
      const { jointId } = evening;
      const add = (nth: number) => {
        const fixed = { way: 'fixed', nature: 'other', firstMonth: '2026-03' } as const;
        const body = { ...fixed, name: `Aseo ${nth}`, amount: 1_000, kinds: [], units: [] };
        return app.call(addFee, { params: { jointId }, body }, staff);
      };
      const { feeId } = (await add(0)).body;
      await run(sql`insert into fee (joint_id, fee_id, charge_concept_id, way, amount, first_month, last_month, terms)
        ${numbers(limits.tooManyFees.most - 2)} select f.joint_id, f.fee_id + n.i, f.charge_concept_id, f.way, f.amount,
        f.first_month, f.last_month, f.terms from n, fee f where f.joint_id = ${sql.lit(jointId)} and f.fee_id = ${sql.lit(feeId)}`);
      return twice(add);
    },
    sheetTooLarge: async () => {
      const { jointId, operator } = evening;
      // The head of a CSV file, and a single cell. The refusal stores no draft.
      const head = 'Inmueble;Valor\n101;';
      const send = (bytes: number) => {
        const content = head + '5'.repeat(bytes - head.length);
        return upload(app, importPowers, { params: { jointId } }, { name: 'a.csv', content }, operator);
      };
      return { refused: await send(limits.sheetTooLarge.most * 1024 * 1024 + 1) };
    },
    personalDataTooLarge: async () => {
      const { jointId } = evening;
      const persons = await app.call(findPersons, { params: { jointId }, body: { text: 'ANA' } }, staff);
      const person = persons.body[0]?.person ?? '';
      await run(sql`update ownership set owner_document = '52777888' where owner_name = 'ANA'`);
      const exported = () => app.call(exportPerson, { params: { jointId }, body: { person } }, staff);
      const fits = await exported();
      await run(sql`insert into mail_message (kind, once_key, joint_id, to_address, state, attempts, created_at, created_by)
        ${numbers(limits.personalDataTooLarge.most + 1)} select 'results', 'copia:' || i, ${sql.lit(jointId)},
        'de 52777888', 'sent', 1, 1, 'system' from n`);
      const refused = await exported();
      await run(sql`delete from mail_message where once_key like 'copia:%'`);
      return { fits, refused };
    },
    tooManyClaims: async () => {
      const { jointId } = evening;
      const more = { assemblyApartments: [{ jointId, apartmentId: '101' }] };
      const { token } = await insertedUser(app, 'quejosa', Profile.owner, more);
      const file = (nth: number) =>
        app.call(
          fileOwnClaim,
          { params: { jointId }, body: { kind: 'claim', text: `Reclamo ${nth}` } },
          { token, key: `reclamo-${nth}` },
        );
      for (let nth = 3; nth <= limits.tooManyClaims.most + 1; nth += 1)
        expect((await file(nth)).status).toBe(201);
      return twice(file);
    },
    tooManyEvents: async () => {
      await run(sql`insert into event (name, created_at, created_by)
        ${numbers(limits.tooManyEvents.most - 1 - (await countOf('event')))} select 'Evento ' || i, 1, 'user:1' from n`);
      return twice(() => app.call(createEvent, { body: { name: 'Otro' } }, staff));
    },
    tooManyParticipants: async () => {
      await run(sql`delete from event where name like 'Evento %'`);
      const { body } = await app.call(createEvent, { body: { name: 'Fiesta' } }, staff);
      const { eventId } = body;
      await run(sql`insert into participant (event_id, participant_id, participant_key, position, name)
        ${numbers(limits.tooManyParticipants.most - 1)} select ${sql.lit(eventId)}, 'P' || i, 'P' || i, i, 'EVA' from n`);
      return twice((nth) =>
        app.call(
          addParticipant,
          { params: { eventId }, body: { participantId: `X${nth}`, name: 'ANA' } },
          staff,
        ),
      );
    },
    tooManyUsers: async () => {
      await run(sql`insert into user_account (username, username_key, name, profile_id, created_at)
        ${numbers(limits.tooManyUsers.most - 1 - (await countOf('user_account')))}
        select 'muchos' || i, 'muchos' || i, 'Muchos', ${sql.lit(Profile.owner)}, 1 from n`);
      return twice((nth) => {
        const body = {
          username: `ultimo${nth}`,
          name: 'Último',
          password: 'una clave muy larga',
          profileId: Profile.owner,
        };
        return app.call(createUser, { body }, staff);
      });
    },
    tooManyJoints: async () => {
      await run(sql`insert into joint (joint_name, uses_assemblies, uses_billing, created_at)
        ${numbers(limits.tooManyJoints.most - 1 - (await countOf('joint')))} select 'Conjunto ' || i, 1, 0, 1 from n`);
      // The empty row of a deleted rehearsal takes no place.
      await run(sql`insert into joint (joint_name, uses_assemblies, uses_billing, created_at, rehearsal_of)
        select 'borrado', 0, 0, 1, min(joint_id) from joint`);
      const replies = await twice(() => app.call(createJoint, { body: { jointName: 'Otro' } }, staff));
      await run(sql`delete from joint where joint_name = 'borrado'`);
      return replies;
    },
  };

  it.each(Object.entries(cases))('a collection is refused beyond its limit: %s', async (code, fill) => {
    const { fits, refused } = await fill();
    if (fits !== undefined) expect(fits.status, JSON.stringify(fits.error)).toBeLessThan(300);
    expect(refused.error).toEqual(errorReply(code as LimitCode, refused.error.details));
    expect(refused.error.message).toMatch(REFUSAL);
  });

  const SIMULTANEOUS = 6;
  it.each([
    ['tooManyUsers', 'user_account', 'muchos7'],
    ['tooManyJoints', 'joint', 'Conjunto 7'],
    ['tooManyEvents', 'event', 'Evento 7'],
  ] as const)(
    'simultaneous creations at two processes never exceed the limit: %s',
    async (code, table, name) => {
      const missing = limits[code].most - (await countOf(table));
      if (table === 'event')
        await run(sql`insert into event (name, created_at, created_by)
        ${numbers(missing)} select 'Evento ' || i, 1, 'user:1' from n`);
      const column = { user_account: 'username', joint: 'joint_name', event: 'name' }[table];
      await run(sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${name}`);
      const second = await app.another();
      const create = (on: TestApp, nth: number): Promise<Reply<unknown>> => {
        if (table === 'event') return on.call(createEvent, { body: { name: `Otro ${nth}` } }, staff);
        if (table === 'joint') return on.call(createJoint, { body: { jointName: `Otro ${nth}` } }, staff);
        const person = { username: `simultaneo${nth}`, name: 'Simultáneo', profileId: Profile.owner };
        return on.call(createUser, { body: { ...person, password: 'una clave muy larga' } }, staff);
      };
      const replies = await Promise.all(
        Array.from({ length: SIMULTANEOUS }, (_, i) => create(i % 2 === 0 ? app : second, i)),
      );
      await second.close();
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { status, error } of replies)
        if (status >= 300) expect(error).toMatchObject({ statusCode: 422, code });
      expect(await countOf(table)).toBe(limits[code].most);
    },
  );
});

describe('the page of limits', () => {
  it('the page of limits has number, code and status of each limit', () => {
    const page = readFileSync(new URL('../../../docs/run/limits.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const tableRows = Object.entries(limits).map(
      ([code, { most, of }]) =>
        `| \`${code}\` | ${errors[code as LimitCode][0]} | ${most.toLocaleString('en-US')} | ${of} |`,
    );
    expect(rows).toEqual(tableRows);
  });
});
