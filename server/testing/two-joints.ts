import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { listDisplays } from '../../shared/accounts/displays.api.ts';
import { announceArrival, listArrivals, openJoining } from '../../shared/assemblies/arrivals.api.ts';
import { changeAssembly, listAssemblies } from '../../shared/assemblies/assemblies.api.ts';
import { codeFromBytes, votingBadge } from '../../shared/assemblies/code.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { addPowerPage, enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { keepActaFile } from '../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { sendDraft } from '../../shared/billing/drafts.api.ts';
import { bookOtherIncome } from '../../shared/billing/exits.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { addParticipant, createEvent } from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { chargeMonth } from '../billing/payments/charged.fixture.ts';
import type { TestApp } from './app.ts';
import { type AppAsker, insertedUser } from './app-asker.ts';
import { claimsOf } from './asker.ts';
import { Hall, type World } from './world.ts';

/** Ids of records as named in requests: `apartmentId`, `conceptId`, `bill` and so on. */
export type RecordIds = Readonly<Record<string, unknown>>;

/** Joint with records of every kind, for tests of access. */
export interface FilledJoint {
  jointId: number;
  sectorId: number;
  eventId: number;
  /** Ids of records; those numbered by joint have numbers that a smaller joint lacks. */
  ids: RecordIds;
  /** Token of a display's link. `code`: code of a card with a registered unit. */
  display: string;
  code: string;
}

const PDF = Buffer.from('%PDF-1.7\n%hoja firmada\n%%EOF\n');
const YEAR = 2026;

/** New code of a card, valid by its check character, without a stored record. */
export const unissuedCode = (): string => codeFromBytes(randomBytes(16));

/**
 * Creates a joint with a sector, an event and records of every kind that a request can name. All texts of persons,
 * questions and files contain `word`, to find the records in answers.
 * @param units four ids of units. The first has a user, the second a registered card, the third a power
 * @param extent number of questions, billed months and payments, at least 1
 */
export async function fillJoint(
  app: TestApp,
  world: World,
  { word, units, extent }: { word: string; units: readonly string[]; extent: number },
): Promise<FilledJoint> {
  const { staff } = world;
  const csv = [
    'unidad;propietario;coeficiente;documento',
    ...units.map((unit, i) => `${unit};PERSONA ${word} ${i};25;${word.length}${i}5211122`),
  ].join('\n');
  const table = { fileName: 'unidades.csv', csv };
  const joint = await world.jointOf(`Conjunto ${word}`, table, {
    sectors: [{ sectorName: `Sector ${word}`, ...table }],
  });
  const { jointId } = joint;
  const params = { jointId };
  const [owned = '', carded = '', granted = ''] = units;
  const links = [{ jointId, apartmentId: owned }];
  const { userId, token } = await insertedUser(app, `dueno-${word}`, Profile.owner, {
    assemblyApartments: links,
    billingApartments: links,
  });
  const event = await staff.ask(createEvent, { body: { name: `Evento ${word}` } });
  const participantId = `CC-${word}`;
  await staff.ask(addParticipant, {
    params: { eventId: event.eventId },
    body: { participantId, name: `Participante ${word}` },
  });
  const assembly = await fillAssembly(new Hall(staff, jointId), { word, carded, granted, extent });
  return {
    jointId,
    sectorId: joint.sectors[0]?.sectorId ?? 0,
    eventId: event.eventId,
    display: assembly.display,
    code: assembly.code,
    ids: {
      ...assembly.ids,
      ...(await fillBooks(app, staff as AppAsker, { ...params, word, units, extent })),
      apartmentId: owned,
      apartmentIds: [owned],
      userId,
      userIds: [userId],
      username: `dueno-${word}`,
      sessionId: claimsOf(token).sid,
      jobId: await finishedJob(app, `user:${userId}`, jointId),
      participantId,
      eventId: event.eventId,
    },
  };
}

async function fillAssembly(
  hall: Hall,
  { word, carded, granted, extent }: { word: string; carded: string; granted: string; extent: number },
) {
  const { jointId } = hall;
  const params = { jointId };
  const desk = hall.desk as AppAsker;
  await hall.openRegistration();
  const code = await hall.register([carded]);
  let conceptId = 0;
  let receipt = '';
  for (let i = 0; i < extent; i += 1) {
    if (conceptId > 0) await hall.close(conceptId);
    conceptId = await hall.ask(`¿Pregunta ${word} ${i}?`);
    const body = { jointId, conceptId, apartmentId: carded, voteId: 1 };
    receipt = (await desk.ask(castVote, { body })).receipt ?? '';
  }
  const holder = { name: `APODERADO ${word}`, document: '41000111' };
  const { powerId } = await desk.ask(enterPower, { params, body: { apartmentIds: [granted], holder } });
  const page = await desk.send(addPowerPage, {
    params: { ...params, powerId },
    name: `${word}.pdf`,
    text: PDF.toString(),
  });
  const { token: display } = await desk.ask(createDisplayLink, { params });
  const [shown] = await desk.ask(listDisplays, { params });
  const { code: wall } = await desk.ask(openJoining, { params });
  const announcement = { apartmentId: granted, document: '9', ticket: randomBytes(32).toString('base64url') };
  await desk.ask(announceArrival, { params: { code: wall }, body: announcement });
  // The announcement is checked after the answer.
  const arrivals = () => desk.ask(listArrivals, { params });
  const waited = await vi.waitUntil(async () => (await arrivals())[0], { timeout: 60_000, interval: 10 });
  return {
    display,
    code,
    ids: {
      conceptId,
      receipt,
      code,
      badge: votingBadge(code, 1),
      powerId,
      powerIds: [powerId],
      pageId: page.pageId,
      displayId: shown?.displayId,
      arrivalId: waited.phones[0]?.arrivalId,
      assemblyId: (await desk.ask(listAssemblies, { params }))[0]?.assemblyId,
    },
  };
}

/** Ends the assembly of a joint, and stores a file of its signed acta. Returns the id of the file. */
export async function keepActa(staff: AppAsker, { jointId }: FilledJoint): Promise<number> {
  const params = { jointId };
  await staff.ask(changeAssembly, { params, body: { closed: true } });
  const file = await staff.send(keepActaFile, { params, query: {}, name: 'acta.pdf', text: PDF.toString() });
  return file.fileId;
}

async function fillBooks(
  app: TestApp,
  staff: AppAsker,
  {
    jointId,
    word,
    units,
    extent,
  }: { jointId: number; word: string; units: readonly string[]; extent: number },
) {
  const params = { jointId };
  const charges = Object.fromEntries(units.map((unit) => [unit, 100_000]));
  for (let month = 1; month <= extent; month += 1) {
    const text = `${YEAR}-${String(month).padStart(2, '0')}`;
    const issue = { month: text, issueDate: `${text}-05`, dueDate: `${text}-20` };
    await chargeMonth(app.store.db, jointId, { ...issue, charges });
  }
  await app.store.db
    .insertInto('charge_concept')
    .values(
      Array.from({ length: extent }, (_, i) => ({
        joint_id: jointId,
        charge_concept_id: i + 1,
        name: `Concepto ${word} ${i}`,
        name_key: `concepto ${word} ${i}`,
        nature: 'fee' as const,
      })),
    )
    .execute();
  const pay = async (apartmentId: string | null, i: number) => {
    const valueDate = `${YEAR}-${String(extent).padStart(2, '0')}-${10 + i}`;
    return staff.ask(addPayment, { params, body: { apartmentId, amount: 1000, valueDate } });
  };
  let cashReceipt = 0;
  for (let i = 0; i < extent; i += 1) cashReceipt = (await pay(units[0] ?? '', i)).receipt?.cashReceipt ?? 0;
  let exit = 0;
  for (let i = 0; i < extent; i += 1) {
    const { payment } = await pay(null, i);
    const body = { concept: 'interest' as const, reason: `Razón ${word}`, waiting: 1000 };
    exit = (await staff.ask(bookOtherIncome, { params: { ...params, payment }, body })).exit;
  }
  const { payment } = await pay(null, 0);
  const name = `cobros ${word}.csv`;
  const { draftId } = await staff.send(sendDraft, { params, name, text: 'unidad;administracion\n1;2\n' });
  return { bill: extent * units.length, cashReceipt, exit, payment, draftId, chargeConceptId: extent };
}

/** Stores a finished job without a file for a user. Returns the id. */
async function finishedJob(app: TestApp, actor: string, jointId: number): Promise<string> {
  const jobId = randomBytes(16).toString('hex');
  const at = Date.now();
  const state = { state: 'done' as const, done: 1, total: 1, ended_at: at, kept_until: at + 3_600_000 };
  await app.store.db
    .insertInto('report_job')
    .values({
      job_id: jobId,
      actor,
      path: `/reports/assistance/${jointId}`,
      task: '{}',
      created_at: at,
      ...state,
    })
    .execute();
  return jobId;
}
