import { expect, it } from 'vitest';
import {
  listActaDeliveries,
  noteActaSignature,
  printActaLetters,
} from '../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import { readOwnerLink } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { keepActaFile, publishSignedActa } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { defined } from '../../../shared/defined.ts';
import { newAccessToken } from '../../accounts/index.ts';
import { mailForEachTest } from '../../platform/mail/mail.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { unitsOf } from '../../testing/assembly-fixture.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { closeAssembly } from '../mail/summary.fixture.ts';

const PDF = Buffer.from('%PDF-1.7\n%acta con firmas\n%%EOF\n');

describeOnOneEngine('the deliveries of a signed acta', (make) => {
  const app = appForSuite(make, endAssembly);
  const at = mailForEachTest(app, unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA'));
  const params = () => ({ jointId: at.evening.jointId });
  const list = async () => {
    const { body } = await app.call(listActaDeliveries, { params: params(), query: {} }, at.evening.operator);
    return body;
  };
  const states = async () =>
    (await list()).receivers.map(({ owner, deliveries, isReached, canSign }) => [
      owner,
      deliveries.map(
        ({ channel, state, at, stateAt, formerActa }) =>
          `${channel} ${state}${stateAt === null ? '' : ' then'}${at === null ? '' : ', with instant'}${formerActa === null ? '' : ', replaced acta'}`,
      ),
      ...(isReached ? ['reached'] : []),
      ...(canSign ? ['may sign'] : []),
    ]);
  const letters = () => app.call(printActaLetters, { params: params(), query: {} }, at.evening.operator);
  const sign = (apartmentId: string) =>
    app.call(noteActaSignature, { params: params(), query: {}, body: { apartmentId } }, at.evening.operator);

  it('each owner has a record: mail, letter, opening and signature; other owners stay without', {
    tags: 'slow',
  }, async () => {
    const { jointId, operator } = at.evening;
    await app.store.db
      .updateTable('ownership')
      .set({ owner_emails: JSON.stringify(['ana@ejemplo.co']) })
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '101')
      .execute();
    await at.evening.register(['101', '102']);
    await closeAssembly(app, at.evening);
    await at.sender.run();
    expect(await list()).toEqual({ receivers: [] });
    expectRefused(await letters(), 'actaFileNotFound');
    const file = { name: 'Acta.pdf' };
    const publish = async (content: Buffer, reason?: string) => {
      const input = { params: params(), query: {} };
      const { fileId } = (await upload(app, keepActaFile, input, { ...file, content }, operator)).body;
      const body = { fileIds: [fileId], place: 'Oficina de la torre 1', ...defined({ reason }) };
      expect((await app.call(publishSignedActa, { ...input, body }, operator)).status).toBe(200);
    };
    await publish(PDF);
    const without = [
      ['LUIS', []],
      ['EVA', []],
    ];
    expect(await states()).toEqual([['ANA', ['mail En cola']], ...without]);

    await at.sender.run();
    expect(await states()).toEqual([
      ['ANA', ['mail Entregado al servidor, with instant'], 'reached'],
      ...without,
    ]);
    const token = /\/Asamblea#(\S+)/.exec(at.server.taken.at(-1)?.text ?? '')?.[1] ?? '';
    expect((await app.call(readOwnerLink, { body: { token } }, { token: '' })).status).toBe(200);

    expectRefused(await sign('102'), 'letterNotFound');
    // A double click records the letters once.
    const both = await Promise.all([letters(), letters()]);
    const [printed, refused] = both.sort((a, b) => a.status - b.status);
    expect(printed.status).toBe(200);
    expectRefused(refused, 'actaLettersMoved');
    if (canLookAtPrint) {
      const text = textOfPdf(printed.body.bytes).join(' ').replace(/\s+/g, ' ');
      expect(text).toContain('LUIS');
      expect(text).not.toContain('ANA');
      expect(text).toContain('Oficina de la torre 1');
      expect(text).toContain('Las decisiones se pueden impugnar hasta el');
    }
    expect((await sign('102')).status).toBe(204);
    expect((await sign('102')).status).toBe(204);
    const letter = 'letter Carta impresa, sin firma, with instant';
    expect(await states()).toEqual([
      ['ANA', ['mail Abrió then, with instant'], 'reached'],
      ['LUIS', ['letter Firmó then, with instant'], 'reached'],
      ['EVA', [letter], 'may sign'],
    ]);
    // A lost print can be printed again, for the owners without a signature alone.
    expect((await letters()).status).toBe(200);
    expect((await states())[1]).toEqual(['LUIS', ['letter Firmó then, with instant'], 'reached']);
    expect((await states())[2]).toEqual(['EVA', [letter, letter], 'may sign']);
    expect((await sign('103')).status).toBe(204);
    expectRefused(await letters(), 'noPapers');
    const acts = await app.store.db
      .selectFrom('audit_entry')
      .select('act')
      .where('chain', '=', `joint:${jointId}`)
      .where('act', 'like', 'actaLetter%')
      .orderBy('seq')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'actaLettersPrinted',
      'actaLetterSigned',
      'actaLettersPrinted',
      'actaLetterSigned',
    ]);

    // Proofs about a replaced acta stay in sight, and prove nothing about the new acta; a first use after it does.
    await publish(Buffer.concat([PDF, Buffer.from('%2\n')]), 'Faltaba un anexo');
    const former = ', with instant, replaced acta';
    expect(await states()).toEqual([
      ['ANA', [`mail Abrió then${former}`, 'mail En cola']],
      ['LUIS', [`letter Firmó then${former}`]],
      ['EVA', [`letter Carta impresa, sin firma${former}`, `letter Firmó then${former}`]],
    ]);
    const { text: ofLetter, hash } = newAccessToken();
    await app.store.db
      .updateTable('owner_link')
      .set({ token_hash: hash })
      .where('apartment_ids', '=', '["103"]')
      .where('signed_at', 'is', null)
      .execute();
    expect((await app.call(readOwnerLink, { body: { token: ofLetter } }, { token: '' })).status).toBe(200);
    const eva = [`letter Abrió then${former}`, `letter Firmó then${former}`];
    expect((await states())[2]).toEqual(['EVA', eva, 'reached']);
    // A link opened before the replacement too: each publication has an own first opening.
    expect((await app.call(readOwnerLink, { body: { token } }, { token: '' })).status).toBe(200);
    expect((await states())[0]).toEqual(['ANA', [`mail Abrió then${former}`, 'mail En cola'], 'reached']);
    const openings = () =>
      app.store.db.selectFrom('acta_opening').select('opened_at').orderBy('opened_at').execute();
    const [first] = await openings();
    expect((await app.call(readOwnerLink, { body: { token } }, { token: '' })).status).toBe(200);
    expect(await openings()).toHaveLength(3);
    expect((await openings())[0]).toEqual(first);
    expect((await letters()).status).toBe(200);
    expect((await states())[1]).toEqual(['LUIS', [`letter Firmó then${former}`, letter], 'may sign']);
    // The mail server took an unsure attempt: the owner opens the link of a waiting mail.
    const { text: ofAttempt, hash: attempt } = newAccessToken();
    const mail = await app.store.db
      .selectFrom('mail_message')
      .select(['message_id', 'assembly_id'])
      .where('once_key', 'like', 'signedActa:%')
      .orderBy('message_id', 'desc')
      .executeTakeFirstOrThrow();
    const link = { token_hash: attempt, apartment_ids: '["101"]', created_at: Date.now() };
    await app.store.db
      .insertInto('owner_link')
      .values({ ...link, message_id: mail.message_id, assembly_id: mail.assembly_id ?? 0 })
      .execute();
    expect((await states())[0]?.[1]).toEqual([`mail Abrió then${former}`, 'mail En cola']);
    expect((await app.call(readOwnerLink, { body: { token: ofAttempt } }, { token: '' })).status).toBe(200);
    expect((await states())[0]?.[1]).toEqual([`mail Abrió then${former}`, 'mail Abrió then']);
  });
});
