import { beforeAll, expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { updateUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations, undoReading } from '../../../shared/assemblies/attendance.api.ts';
import { exchangeHolder } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { exactTime } from '../../../shared/format.ts';
import { headSignerOf } from '../../platform/audit/signing.ts';
import { appForSuite, describeOnOneEngine, TEST_SECRET } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  type Unit,
} from '../../testing/assembly-fixture.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { beginEvidenceEpochs } from '../evidence/epochs.ts';
import { textsOfRows } from './acta.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

const MINUTE = 60_000;
const units = Array.from({ length: 10 }, (_, i): Unit => [`${101 + i}`, 10, `DUEÑO ${i}`]);
const clock = (at: number): string => exactTime(new Date(at).toISOString());

describeOnOneEngine('the acta with the facts known at each moment', (make) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const actaOf = async ({ jointId }: AssemblyFixture): Promise<string> =>
    writeActa(await readActa(app.store.db, { jointId }, () => undefined))
      .blocks.flatMap(textsOfRows)
      .map((texts) => texts.join(' '))
      .join('\n');
  const close = ({ jointId, operator }: AssemblyFixture, conceptId: number) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, operator);
  const end = ({ jointId, operator }: AssemblyFixture) =>
    app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator);
  const anHourEarlier = ({ jointId }: AssemblyFixture) =>
    app.store.db
      .updateTable('assembly')
      .set({ created_at: Date.now() - 120 * MINUTE, opened_at: Date.now() - 60 * MINUTE })
      .where('joint_id', '=', jointId)
      .execute();

  it('the acta keeps a gap that a late scan would fill, with both instants of the scan', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    await evening.register(['101', '102', '103', '104', '105', '106']);
    await anHourEarlier(evening);
    for (const apartmentId of ['105', '106']) {
      const leaving = { params: { jointId, conceptId: 1 }, query: { apartmentId } };
      expect((await app.call(removeRegistrations, leaving, operator)).status).toBe(204);
    }
    const question = await evening.ask('¿Aprueba?');
    expect((await close(evening, question)).status).toBe(200);
    const scanned = Date.now() - 30 * MINUTE;
    const body = { apartmentIds: ['107', '108'], code: await freshCode(app, operator, jointId) };
    const scan = { ...body, scannedAt: new Date(scanned).toISOString() };
    await app.call(register, { params: { jointId }, body: scan }, operator);
    expect((await end(evening)).status).toBe(200);

    const acta = await actaOf(evening);
    expect(acta).toMatch(/Continuidad del quórum: según lo que se sabía.* no hubo quórum de las /);
    expect(acta).toContain('fue 4 inmuebles con 40,0000');
    expect(acta).not.toMatch(/sin interrupción|no se interrumpió/);
    const { received_at } = await app.store.db
      .selectFrom('attendance')
      .select('received_at')
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '107')
      .executeTakeFirstOrThrow();
    expect(acta).toContain(
      `107, hecho a las ${clock(scanned)} y recibido a las ${clock(Number(received_at))}.`,
    );
    expect(acta).toContain(`${clock(scanned)} (recibido ${clock(Number(received_at))})`);
  });

  it('the acta does not call a scan late that the desk sent at once', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const code = await freshCode(app, operator, jointId);
    const scan = { apartmentIds: ['107'], code, scannedAt: new Date(Date.now() - 200).toISOString() };
    expect((await app.call(register, { params: { jointId }, body: scan }, operator)).status).toBe(201);
    expect((await end(evening)).status).toBe(200);
    expect(await actaOf(evening)).not.toMatch(/llegaron tarde|recibido/);
  });

  it('an undone scan is a quorum only until the undo; a late scan stays named after its undo', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const undo = (code: string, apartmentIds: string[]) =>
      app.call(undoReading, { params: { jointId }, body: { code, apartmentIds } }, operator);
    const nextMillisecond = async () => {
      const now = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(now);
    };
    await evening.register(['101', '102', '103', '104', '105']);
    await anHourEarlier(evening);
    const wrong = await evening.register(['106']);
    await nextMillisecond();
    expect((await undo(wrong, ['106'])).status).toBe(200);
    await nextMillisecond();
    const code = await freshCode(app, operator, jointId);
    const scannedAt = new Date(Date.now() - 30 * MINUTE).toISOString();
    const late = { apartmentIds: ['107'], code, scannedAt };
    expect((await app.call(register, { params: { jointId }, body: late }, operator)).status).toBe(201);
    await nextMillisecond();
    expect((await undo(code, ['107'])).status).toBe(200);
    const again = { ...late, code: await freshCode(app, operator, jointId) };
    expectRefused(await app.call(register, { params: { jointId }, body: again }, operator), 'scanOutdated');
    expect((await end(evening)).status).toBe(200);

    const { main } = await readActa(app.store.db, { jointId }, () => undefined);
    expect(main.continuity).toMatchObject({ lowest: { apartments: 5 }, gaps: { length: 2 } });
    const acta = await actaOf(evening);
    expect(acta).toMatch(/107, hecho a las [\d:]+ y recibido a las [\d:]+\./);
    expect(acta).not.toMatch(/sin interrupción|no se interrumpió/);
  });

  it('the acta separates registered and connected units, and denies continuity if few', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    await app.call(openAssembly, { params: { jointId }, body: { mode: 'virtual' } }, operator);
    const registration = { jointId, conceptId: 1, active: 1 } as const;
    await app.call(toggleConcept, { body: registration }, operator);
    const tokens: string[] = [];
    for (const unit of ['101', '102', '103', '104', '105', '106', '107']) {
      const { token } = await evening.owner(`casa${unit}-${jointId}`, [unit]);
      const home = { params: { jointId }, body: { apartmentIds: [unit] } };
      expect((await app.call(register, home, token)).status).toBe(201);
      tokens.push(token);
    }
    await close(evening, await evening.ask('¿Sin nadie conectado?'));
    const unconnected = await actaOf(evening);
    expect(unconnected).toContain('los inmuebles registrados fueron siempre quórum');
    expect(unconnected).toContain('no lo hubo en estos momentos: VOTACIÓN 1, apertura');
    expect(unconnected).toContain(
      'Lo menos que estuvo registrado en el salón o conectado al abrir y al cerrar las preguntas fue 0 inmuebles con 0,0000',
    );
    expect(unconnected).not.toMatch(/sin interrupción|no se interrumpió/);

    const screens = await Promise.all(
      tokens.map(async (token) => followJoint(await listen(app), token, jointId)),
    );
    await close(evening, await evening.ask('¿Con todos conectados?'));
    const acta = await actaOf(evening);
    expect(acta).toMatch(/VOTACIÓN 2, cierre .* 7 70,0000 Sí 7 inmuebles con 70,0000 de coeficiente/);
    expect(acta).not.toMatch(/sin interrupción|no se interrumpió/);
    for (const screen of screens) screen.close();
    // A virtual assembly has the annexes of Ley 675, art. 42 par. and art. 47.
    expect(acta).toMatch(
      /Anexo: comunicaciones a distancia[\s\S]*101 \(DUEÑO 0\) [^\n]*\(propietario\) Usuario y contraseña desde [\d:]+ en 2 de 4 momentos/,
    );
    expect(acta).toMatch(/Anexo: votos por inmueble[\s\S]*107 \(DUEÑO 6\) No votó No votó/);
  });

  it('the acta counts attendees with a password or a code set by staff', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const as = { token: operator };
    const params = { jointId };
    const code = await evening.register(['101', '103']);
    const body = { code: await freshCode(app, operator, jointId), reason: 'La perdió.' };
    expect((await app.call(exchangeHolder, { params: { code }, body }, as)).status).toBe(200);
    await app.call(changeAssembly, { params, body: { mode: 'mixed' } }, as);
    await evening.hall.openRegistration();
    const username = `clave${jointId}`;
    const { userId } = await evening.owner(username, ['102']);
    const password = 'otra-clave-puesta-por-la-plataforma';
    const set = { params: { userId }, body: { password } };
    expect((await app.call(updateUser, set, staff)).status).toBe(200);
    const token = (await app.call(signIn, { body: { username, password } })).body.jwt;
    const home = { params, body: { apartmentIds: ['102'] } };
    expect((await app.call(register, home, token)).status).toBe(201);
    expect((await end(evening)).status).toBe(200);
    expect(await actaOf(evening)).toContain(
      'la contraseña de 1 asistente con usuario, y otro código para 2 inmuebles.',
    );
  });

  it('the acta tells a restore between opening and end, with copy and reason', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101', '102', '103', '104', '105', '106']);
    await close(evening, await evening.ask('¿Aprueba?'));
    const { db } = app.store;
    const last = await db
      .selectFrom('store_epoch')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirstOrThrow();
    const copied_at = Date.now() - 5 * MINUTE;
    const epoch = { number: Number(last.number) + 1, epoch: `otra-${evening.jointId}`, copied_at };
    await db
      .insertInto('store_epoch')
      .values({ ...epoch, began_at: Date.now(), reason: 'se dañó el disco' })
      .execute();
    await beginEvidenceEpochs({ db, signer: headSignerOf(TEST_SECRET) });
    expect((await end(evening)).status).toBe(200);
    const acta = await actaOf(evening);
    expect(acta).toMatch(/Restauración durante la asamblea: el .* volvió a una copia de seguridad hecha el /);
    expect(acta).toContain(
      `a las ${clock(copied_at)}. Lo que se hizo entre esos dos momentos ya no está en los registros`,
    );
    expect(acta).toContain('Motivo: se dañó el disco.');
    await app.call(openAssembly, { params: { jointId: evening.jointId }, body: {} }, evening.operator);
    expect(await actaOf(evening)).not.toContain('Restauración');
  });
});
