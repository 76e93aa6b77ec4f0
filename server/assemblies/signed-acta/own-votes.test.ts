import { beforeAll, expect } from 'vitest';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { readOwnerLink } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { checkReceipt } from '../../../shared/evidence/evidence.api.ts';
import { dueMail } from '../../platform/mail/outbox.repository.ts';
import { JointDirectory } from '../../properties/index.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { firstStaff, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { closeAssembly } from '../mail/summary.fixture.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { resultsWriter } from '../reports/results-writer.ts';

/** 240 owners; the first owner has two units. */
const OWNERS = 240;
const units = Array.from(
  { length: OWNERS + 1 },
  (_, i): Unit => [`${101 + i}`, i === 0 ? 0.4 : 0.415, `DUEÑO ${i % OWNERS}`],
);
const VOTERS = 12;

describeWithRaces('the own votes of an owner after the assembly', (make, { it }) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  it("each owner's mail and page have the own votes only, equal to the acta", async () => {
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
    const conceptId = await evening.ask('¿Aprueba el presupuesto?');
    for (let i = 0; i < VOTERS; i += 1) {
      const body = { jointId, conceptId, apartmentId: `${101 + i * 20}`, voteId: (i % 2) + 1 };
      expect((await app.call(castVote, { body }, operator)).status).toBe(201);
    }
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);
    await closeAssembly(app, evening);

    const acta = writeActa(await readActa(db, { jointId }, () => undefined))
      .blocks.flatMap(textsOfRows)
      .map((texts) => texts.join(' '));
    const due = await dueMail(db, Date.now() + 1000, { first: ['results'], limit: OWNERS });
    expect(due).toHaveLength(OWNERS);
    const writer = resultsWriter({
      db,
      directory: new JointDirectory(db),
      helpPhone: null,
      publicUrl: 'https://scaf.ejemplo.co',
    });
    const stored = await db.selectFrom('vote').selectAll().where('joint_id', '=', jointId).execute();
    let counted = 0;
    for (const message of due) {
      const prepared = await writer(message);
      if (typeof prepared !== 'object') throw new Error('the mail does not apply');
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
            title: '¿Aprueba el presupuesto?',
            answer,
            coefficient: apartmentId === '101' ? 0.4 : 0.415,
            receipt: vote?.receipt ?? null,
          },
        ]);
        expect(text).toContain(`Sus votos por ${apartmentId}:`);
        const row = acta.find((line) => line.startsWith(`${apartmentId} (`) && /Si,|No,|No votó/.test(line));
        expect(row).toContain(answer === null ? 'No votó' : `${answer},`);
        if (vote !== undefined) counted += 1;
      }
      expect(body.challengeUntil).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(text).toContain('se pueden impugnar hasta el');
    }
    expect(counted).toBe(VOTERS);
    const receipt = stored[0]?.receipt ?? '';
    const checked = await app.call(checkReceipt, { params: { jointId }, body: { receipt } }, { token: '' });
    expect(checked.status).toBe(200);
  });
});
