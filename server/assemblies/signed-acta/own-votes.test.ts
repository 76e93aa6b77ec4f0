import { beforeAll, expect, it } from 'vitest';
import { getAfter } from '../../../shared/assemblies/after.api.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { readOwnerLink } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { prepareMonth, repeatMonth } from '../../../shared/billing/drafts.api.ts';
import { addFee, getMonthFees } from '../../../shared/billing/fees.api.ts';
import { getRelation, issueMonth } from '../../../shared/billing/months.api.ts';
import { monthOfDay, shiftMonth, today, yearAndMonth } from '../../../shared/days.ts';
import { checkReceipt } from '../../../shared/evidence/evidence.api.ts';
import { getJob } from '../../../shared/reports/jobs.api.ts';
import { dueMail } from '../../platform/mail/outbox.repository.ts';
import { JointDirectory } from '../../properties/index.ts';
import { appForSuite, describeOnOneEngine, describeWithRaces } from '../../testing/app.ts';
import { firstStaff, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { readFamilySnapshots } from '../live/joint-state.ts';
import { closeAssembly } from '../mail/summary.fixture.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { resultsWriter } from '../reports/results-writer.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import { readOwnVotes } from './own-votes.repository.ts';

/** 240 owners; the first owner has two units. */
const OWNERS = 240;
const units = Array.from(
  { length: OWNERS + 1 },
  (_, i): Unit => [`${101 + i}`, i === 0 ? 0.4 : 0.415, `DUEÑO ${i % OWNERS}`],
);
const VOTERS = 180;
const QUESTION = '¿Aprueba la cuota extraordinaria?';
/** Cost in pesos: 7 instalments leave centavos over for most units. */
const COST = 48_000_000.05;
const MONTHS = 7;

/** Share of each unit in the cost, in centavos: whole centavos, then a centavo each to the largest remainders. */
function sharesByHand(): Map<string, bigint> {
  const whole = BigInt(Math.round(COST * 100));
  const weights = units.map(([, coefficient]) => BigInt(Math.round(Number(coefficient) * 1000)));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const parts = weights.map((weight, at) => ({
    at,
    floor: (whole * weight) / sum,
    rest: (whole * weight) % sum,
  }));
  let left = whole - parts.reduce((total, { floor }) => total + floor, 0n);
  const shares = new Map(units.map(([id], at) => [id, parts[at]?.floor ?? 0n]));
  for (const { at } of [...parts].sort((a, b) => Number(b.rest - a.rest) || a.at - b.at)) {
    if (left === 0n) break;
    const id = units[at]?.[0] ?? '';
    shares.set(id, (shares.get(id) ?? 0n) + 1n);
    left -= 1n;
  }
  return shares;
}

/** Formats centavos as on screens: '$ 199.172,47'. */
function pesos(amount: bigint | undefined): string {
  const [whole = '', rest = ''] = [
    String((amount ?? 0n) / 100n),
    String((amount ?? 0n) % 100n).padStart(2, '0'),
  ];
  return `$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${rest === '00' ? '' : `,${rest}`}`;
}

describeWithRaces('the own votes of an owner after the assembly', (make, { it }) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  /** Prepares a month from the fees of the joint, and issues the month. */
  async function issueFees(jointId: number, month: string, concepts: { chargeConceptId: number }[]) {
    const of = yearAndMonth(month);
    const ids = concepts.map(({ chargeConceptId }) => chargeConceptId);
    const body = { ...of, fees: true as const, concepts: ids, changes: [] };
    const draft = await app.call(repeatMonth, { params: { jointId }, body }, staff);
    expect(draft.status, JSON.stringify(draft.error)).toBe(201);
    const params = { jointId, draftId: draft.body.draftId };
    const prepared = await app.call(prepareMonth, { params, body: of }, staff);
    expect(prepared.status, JSON.stringify(prepared.error)).toBe(201);
    const issue = { params: { jointId, ...of }, body: {} };
    const { figures } = (await app.call(getRelation, { params: issue.params, query: {} }, staff)).body;
    const started = await app.call(
      issueMonth,
      { ...issue, body: { ...(figures && { figures }), acceptPastDue: true } },
      staff,
    );
    expect(started.status, JSON.stringify(started.error)).toBeLessThan(300);
    const { jobId } = started.body;
    const job = async () => (await app.call(getJob, { params: { jobId } }, staff)).body;
    await expect.poll(async () => (await job()).state, { timeout: 90_000 }).toBe('done');
  }

  it("each owner's mail and page have the own votes only, equal to the acta", { tags: 'slow' }, async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const { db } = app.store;
    for (let i = 0; i <= OWNERS; i += 1)
      await db
        .updateTable('ownership')
        .set({ owner_emails: JSON.stringify([`dueno${i % OWNERS}@ejemplo.co`]) })
        .where('joint_id', '=', jointId)
        .where('apartment_id', '=', `${101 + i}`)
        .execute();
    await evening.register(units.map(([id]) => id));
    const conceptId = await evening.ask({
      conceptDescription: QUESTION,
      matter: 'extraordinaryFee',
      cost: { amount: COST, months: MONTHS },
    });
    for (let i = 0; i < VOTERS; i += 1) {
      const body = { jointId, conceptId, apartmentId: `${101 + i}`, voteId: i % 4 === 3 ? 2 : 1 };
      expect((await app.call(castVote, { body }, operator)).status).toBe(201);
    }
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);
    await closeAssembly(app, evening);

    const acta = writeActa(await readActa(db, { jointId }, () => undefined))
      .blocks.flatMap(textsOfRows)
      .map((texts) => texts.join(' '));
    // The time to challenge counts from the decision, days before the end of the assembly.
    await db
      .updateTable('concept')
      .set({ closed_at: Date.parse('2026-03-15T21:00:00-05:00') })
      .where('joint_id', '=', jointId)
      .where('concept_id', '=', conceptId)
      .execute();
    const after = await app.call(getAfter, { params: { jointId }, query: {} }, operator);
    expect(after.body.challenge).toEqual({
      dueOn: '2026-05-15',
      publishedDueOn: null,
      fineDueOn: '2026-04-15',
    });
    const due = await dueMail(db, Date.now() + 1000, { first: ['results'], limit: OWNERS });
    expect(due).toHaveLength(OWNERS);
    const writer = resultsWriter({
      db,
      directory: new JointDirectory(db),
      helpPhone: null,
      publicUrl: 'https://scaf.ejemplo.co',
      from: 'asambleas@ejemplo.co',
    });
    const stored = await db.selectFrom('vote').selectAll().where('joint_id', '=', jointId).execute();
    let counted = 0;
    const shares = sharesByHand();
    const first = new Map([...shares].map(([id, share]) => [id, share / BigInt(MONTHS)]));
    for (const message of due) {
      const prepared = await writer(message);
      if (typeof prepared !== 'object') throw new Error('The writer prepared no mail.');
      const { text } = await prepared.compose();
      const token = /\/Asamblea#(\S+)/.exec(text)?.[1] ?? '';
      await db.transaction().execute(async (trx) => prepared.onLeased?.(trx, Date.now()));
      const { body } = await app.call(readOwnerLink, { body: { token } }, { token: '' });
      const owner = Number(/^dueno(\d+)@/.exec(message.address)?.[1]);
      const ids = owner === 0 ? ['101', `${101 + OWNERS}`] : [`${101 + owner}`];
      expect(body.own.map(({ apartmentId }) => apartmentId)).toEqual(ids);
      for (const { apartmentId, votes } of body.own) {
        const vote = stored.find((one) => one.apartment_id === apartmentId);
        const answer = vote === undefined ? null : vote.answer_id === 1 ? 'Si' : 'No';
        expect(votes).toEqual([
          {
            jointId,
            title: QUESTION,
            answer,
            coefficient: apartmentId === '101' ? 0.4 : 0.415,
            receipt: vote?.receipt ?? null,
            cost: `Por coeficiente le cuesta ${pesos(first.get(apartmentId))} al mes, durante ${MONTHS} meses (${pesos(shares.get(apartmentId))} en total).`,
          },
        ]);
        expect(text).toContain(`Sus votos por ${apartmentId}:`);
        const row = acta.find((line) => line.startsWith(`${apartmentId} (`) && /Si,|No,|No votó/.test(line));
        expect(row).toContain(answer === null ? 'No votó' : `${answer},`);
        if (vote !== undefined) counted += 1;
      }
      expect(body.challenge).toEqual(after.body.challenge);
      expect(text).toContain('se pueden impugnar hasta el 15 de mayo de 2026');
    }
    expect(counted).toBe(VOTERS);
    expect(acta.join('\n')).toContain(
      `${pesos(BigInt(Math.round(COST * 100)))} en ${MONTHS} meses, por coeficiente.`,
    );
    // The next bill charges the amount shown on the page.
    const month = shiftMonth(monthOfDay(today()), 1);
    const fee = {
      ...{
        way: 'instalments' as const,
        name: 'Fachada',
        amount: COST,
        firstMonth: month,
        kinds: [],
        units: [],
      },
      ...{ instalments: MONTHS, act: 'Acta 1', inFavour: 75, fundBalance: 0 },
    };
    expect((await app.call(addFee, { params: { jointId }, body: fee }, staff)).status).toBe(201);
    const charges = await app.call(getMonthFees, { params: { jointId, ...yearAndMonth(month) } }, staff);
    const billed = charges.body.units.map((unit) => [
      unit.apartmentId,
      BigInt(Math.round((unit.charges[0]?.amount ?? 0) * 100)),
    ]);
    expect(billed).toEqual([...first]);
    await issueFees(jointId, month, charges.body.concepts);
    // The rounding of a bill to whole pesos is a line of its own.
    const lines = await db
      .selectFrom('bill as b')
      .innerJoin('bill_line as l', (join) =>
        join.onRef('l.joint_id', '=', 'b.joint_id').onRef('l.bill', '=', 'b.bill'),
      )
      .select(['b.apartment_id as apartmentId', 'l.concept', 'l.period_fee as amount'])
      .where('b.joint_id', '=', jointId)
      .where('l.nature', '<>', 'rounding')
      .execute();
    expect(lines.map(({ concept }) => concept)).toEqual(units.map(() => 'Fachada'));
    expect(new Map(lines.map(({ apartmentId, amount }) => [apartmentId, BigInt(amount)]))).toEqual(first);
    const receipt = stored[0]?.receipt ?? '';
    const checked = await app.call(checkReceipt, { params: { jointId }, body: { receipt } }, { token: '' });
    expect(checked.status).toBe(200);
  });
});

describeOnOneEngine('the cost of a budget for an owner', (make) => {
  const app = appForSuite(make);

  it('the cost of a budget is the sum of the twelve bills', async () => {
    const amount = 120_000_000;
    const three = ['101', '102', '103'].map((id): Unit => [id, 33, `DUEÑO ${id}`]);
    const evening = await holdAssembly(app, { units: three });
    const { jointId, operator, staff } = evening;
    const question = { conceptDescription: '¿Aprueba el presupuesto?', matter: 'budget' as const };
    await evening.register(['101', '102', '103']);
    const short = await app.call(
      createConcept,
      {
        body: { jointId, answers: [{ answerDescription: 'Si' }], ...question, cost: { amount, months: 10 } },
      },
      operator,
    );
    expectRefused(short, 'costNotOffered');
    const conceptId = await evening.ask({ ...question, cost: { amount, months: 12 } });
    // A question that never opens is no question without a vote.
    await evening.ask({ conceptDescription: '¿Se abre?', active: 0 });
    for (const [apartmentId] of three)
      await app.call(castVote, { body: { jointId, conceptId, apartmentId, voteId: 1 } }, operator);
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);

    const month = shiftMonth(monthOfDay(today()), 1);
    const fee = { name: 'Administración', amount, firstMonth: month, kinds: [], units: [] };
    const body = { way: 'budget' as const, ...fee, fundCharge: 1_200_000, fundBalance: 0 };
    expect((await app.call(addFee, { params: { jointId }, body }, staff)).status).toBe(201);
    const bills = new Map<string, bigint[]>();
    for (let at = 0; at < 12; at += 1) {
      const params = { jointId, ...yearAndMonth(shiftMonth(month, at)) };
      for (const unit of (await app.call(getMonthFees, { params }, staff)).body.units) {
        const billed = BigInt(Math.round((unit.charges[0]?.amount ?? 0) * 100));
        bills.set(unit.apartmentId, [...(bills.get(unit.apartmentId) ?? []), billed]);
      }
    }
    const snapshot = (await app.call(getSnapshot, { params: { jointId } }, operator)).body;
    const { assemblyId } = await app.store.db
      .selectFrom('assembly')
      .select('assembly_id as assemblyId')
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    const own = await readOwnVotes(app.store.db, { assemblyId, apartmentIds: [...bills.keys()] }, [
      { jointId, jointName: '', snapshot },
    ]);
    expect(own.map(({ votes }) => votes.map(({ cost }) => cost))).toEqual(
      [...bills.values()].map((months) => [
        `Por coeficiente le cuesta ${pesos(months[0])} al mes, durante 12 meses (${pesos(months.reduce((a, b) => a + b, 0n))} en total).`,
      ]),
    );
  });

  it("the cost of a sector's decision equals the next bill of its units alone", async () => {
    const tower: Unit[] = [
      ['101', 39, 'ANA'],
      ['102', 61, 'LUIS'],
      ['103', 0, 'EVA'],
    ];
    const evening = await holdAssembly(app, {
      // The joint bills by its own table: in the table of the sector the weights differ.
      units: [
        ['101', 20, 'ANA'],
        ['102', 29, 'LUIS'],
        ['103', 0, 'EVA'],
        ['201', 51, 'SOFÍA'],
      ],
      sectors: [
        { name: 'Torre 1', units: tower },
        { name: 'Torre 2', units: [['201', 100, 'SOFÍA']] },
      ],
    });
    const { joint, jointId, operator, staff } = evening;
    const sectorId = joint.sectors[0]?.sectorId ?? 0;
    await evening.register(['101', '102', '201']);
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const [amount, months] = [1_000_000.01, 3];
    const question = { conceptDescription: QUESTION, matter: 'extraordinaryFee' as const, answers };
    const body = { jointId: sectorId, ...question, active: 1 as const, cost: { amount, months } };
    const { conceptId } = (await app.call(createConcept, { body }, operator)).body;
    for (const apartmentId of ['101', '102']) {
      const vote = { jointId: sectorId, conceptId, apartmentId, voteId: 1 };
      expect((await app.call(castVote, { body: vote }, operator)).status).toBe(201);
    }
    await app.call(toggleConcept, { body: { jointId: sectorId, conceptId, active: 0 } }, operator);

    const month = shiftMonth(monthOfDay(today()), 1);
    const fee = { name: 'Torre', amount, firstMonth: month, kinds: [], units: tower.map(([id]) => id) };
    const decision = { instalments: months, act: 'Acta 1', inFavour: 75, fundBalance: 0 };
    const added = { params: { jointId }, body: { way: 'instalments' as const, ...fee, ...decision } };
    expect((await app.call(addFee, added, staff)).status).toBe(201);
    const params = { jointId, ...yearAndMonth(month) };
    const billed = (await app.call(getMonthFees, { params }, staff)).body.units.map(
      ({ apartmentId, charges }): [string, string] => [
        apartmentId,
        pesos(BigInt(Math.round((charges[0]?.amount ?? 0) * 100))),
      ],
    );
    expect(new Map(billed).get('103')).toBe('$ 0');
    const found = await findCurrent(app.store.db, jointId);
    if (found === undefined) throw new Error('The joint has no assembly.');
    const parts = await readFamilySnapshots(app.store.db, new JointDirectory(app.store.db), found);
    const own = await readOwnVotes(
      app.store.db,
      { assemblyId: found.assemblyId, apartmentIds: billed.map(([id]) => id) },
      parts,
    );
    const shown = own.map(({ apartmentId, votes }) => [apartmentId, ...votes.map(({ cost }) => cost)]);
    expect(shown).toEqual(
      billed.map(([id, first]) =>
        id === '201'
          ? [id]
          : [id, expect.stringContaining(`Por coeficiente le cuesta ${first} al mes, durante 3 meses`)],
      ),
    );
  });
});
