/**
 * Journey from the notice to the morning after, on screens. The mail server accepts, delays, bounces and
 * refuses. Records, days and figures are computed again by the test.
 */
import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasMailboxServer, startMailbox, type TestMailbox } from '../../server/testing/bounce-mailbox.ts';
import { partsOfLink, startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { readWord, type WordText } from '../../server/testing/word-text.ts';
import { Books, Hall } from '../../server/testing/world.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { readOwnerLink } from '../../shared/assemblies/signed-acta/owner-link.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { getMonthFees } from '../../shared/billing/fees.api.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { ApiClient } from './api-client.ts';
import {
  bounceOf,
  type Fate,
  handShares,
  type JourneyOwner,
  journeyOwners,
  pesosText,
  sheetOf,
} from './journey-owners.ts';
import { MADE_MS, PHONE } from './page-driver.ts';
import { Owner, Screen, Staff } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { exact, four, sumOf } from './tables.ts';
import { TestClock } from './test-clock.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Conjunto Los Cedros';
const AGENDA = [
  ...['1. Verificación del quórum', '2. Cuota extraordinaria'],
  ...['3. Elección del consejo', '4. Proposiciones y varios'],
].join('\n');
const BUDGET = {
  name: 'presupuesto.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 presupuesto %%EOF'),
};
/** Meeting, and last day of the notice: fifteen whole days between both (Ley 675, art. 39, the strict reading). */
const CALLED = { meeting: '2027-03-20', lastDay: '2027-03-04' };
const MOVED = { meeting: '2027-03-21', lastDay: '2027-03-05' };
/** Last day to challenge: the same day two months later, a business day (Ley 1564 de 2012, art. 382). */
const CHALLENGE_DAY = '2027-05-21';
/** Speed of the clock in the last minute of a day. */
const SLOW = 0.02;
const AT_ONCE = 4;

const FEE = '¿Aprueba la cuota extraordinaria para la fachada?';
/** Cost in centavos: seven instalments leave centavos over. */
const COST = 4_800_000_005n;
const MONTHS = 7;
const SEATS = 3;

const at = (day: string, hour: string) => `${day}T${hour}:00-05:00`;
const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('es-CO', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));
/** Number of owners in words of the screens: '1 propietario'. */
const ownersWords = (number: number) => `${number} ${number === 1 ? 'propietario' : 'propietarios'}`;

/** Defines the steps of a journey with twelve invented units, or with the units of the real table (`isReal`). */
export const journeyFromNotice = (isReal: boolean) => () => {
  const clock = new TestClock();
  const sessions = new Map<JourneyOwner, ApiClient>();
  /** Answer of each owner to the question about the fee; absent owners have no answer. */
  const votes = new Map<JourneyOwner, 'Si' | 'No'>();
  let mail: TestMailServer;
  let mailbox: TestMailbox | null = null;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let staff: Staff;
  let wall: Screen;
  let granter: Owner;
  let holder: Owner;
  let speaker: Owner;
  let jointId = 0;
  let owners: JourneyOwner[] = [];
  let everybody: Person[] = [];
  let acta: WordText;

  const of = (...fates: Fate[]) => owners.filter(({ fate }) => fates.includes(fate));
  const first = (...fates: Fate[]) => of(...fates)[0] as JourneyOwner;
  const linkOf = ({ email }: JourneyOwner) => mail.to(email ?? '').link;
  const results = () => mail.taken.filter(({ subject }) => subject?.startsWith('Resultados de la asamblea'));

  beforeAll(async () => {
    await clock.set(at('2027-03-01', '08:00'));
    mail = await startMailServer();
    mailbox = hasMailboxServer() ? await startMailbox() : null;
    owners = await journeyOwners(isReal, mailbox !== null);
    mail.script.recipient = (address) => {
      const fate = owners.find(({ email }) => email === address)?.fate;
      if (fate === 'refused') return { code: 550 };
      return fate === 'delayed' && clock.now() < Date.parse(at(MOVED.lastDay, '00:00'))
        ? { code: 451 }
        : undefined;
    };
    const { nodeOptions, more } = clock.ofServer;
    const bounces = mailbox === null ? {} : { BOUNCE_URL: mailbox.url };
    [server, browser] = await Promise.all([
      ServerProcess.start({ smtpUrl: mail.url, nodeOptions, more: { ...more, ...bounces } }),
      sharedBrowser(),
    ]);
    setup = await TestSetup.on(server);
    staff = await arrives(await Staff.at(browser, server.url));
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    await mail?.close();
    await mailbox?.close();
    clock.remove();
  });
  serialSteps(() => everybody);

  /** Gives a person's browser the clock of the story. */
  async function arrives<P extends Person>(person: P): Promise<P> {
    await clock.isOn(person);
    everybody = [...everybody, person];
    return person;
  }
  const phone = async () => arrives(await Owner.at(browser, server.url, PHONE));

  /** Moves the clock, and signs the staff in again: a session of an earlier day is over. */
  async function isLater(instant: string, rate = 1): Promise<void> {
    await clock.set(instant, rate);
    await clock.isOn(staff);
    await staff.signIn(setup.platform);
  }

  /** Waits until the mail server has taken a number of further mails. */
  async function takes(number: number, act: () => Promise<void>): Promise<void> {
    const before = mail.taken.length;
    await act();
    await expect.poll(() => mail.taken.length - before, { timeout: MADE_MS }).toBe(number);
  }

  /** Downloads the proof of the notice: a line for each delivery, with version, channel, minute and state. */
  async function deliveries(): Promise<string[]> {
    await staff.open('/Assemblies/Invitations');
    await staff.page.getByText('Documentos y constancia de la convocatoria').click();
    const downloading = staff.page.waitForEvent('download', { timeout: MADE_MS });
    await staff.press('Constancia de convocatoria en Excel');
    const book = new ExcelJS.Workbook();
    const bytes = await readFile(await (await downloading).path());
    await book.xlsx.load(bytes as unknown as Parameters<typeof book.xlsx.load>[0]);
    const lines: string[] = [];
    book.getWorksheet('Entregas')?.eachRow((row, number) => {
      const [, owner, , channel = '', , , version = '', sent = '', , , , , state] = row.values as unknown[];
      // Cells have the time of Colombia.
      const minute = sent instanceof Date ? sent.toISOString().slice(0, 16) : '';
      if (number > 1) lines.push([owner, version, channel, minute, state].join(' | '));
    });
    return lines;
  }

  /** Checks a ground on the page of the semáforo. */
  async function seesGround(name: string, state: 'Problema' | 'Sin problema encontrado', words: string) {
    await staff.open('/Assemblies/Challenge');
    const title = staff.page.getByRole('heading', { name: new RegExp(`^${name}.*${state}$`) });
    await staff.page.getByRole('listitem').filter({ has: title }).getByText(words).waitFor();
  }

  /** Prints the letters of the owners found by a search, or of all owners without an address. */
  async function printLetters(number: number, search = ''): Promise<void> {
    await staff.open('/Assemblies/Invitations');
    if (search !== '') {
      await staff.type('Buscar', search);
      await staff.press(`Seleccionar los ${number} de la lista`);
    }
    const downloading = staff.page.waitForEvent('download', { timeout: MADE_MS });
    await staff.press(`Imprimir cartas (${number})`);
    await staff.answer(`¿Imprimir las cartas de ${ownersWords(number)}?`, 'Si');
    await downloading;
  }

  it('sheet, agenda, convener, list of arrears and documents go in on screens', async () => {
    await staff.signIn(setup.platform);
    jointId = await staff.createJoint(JOINT);
    await staff.previewUnits(sheetOf(owners));
    expect(await staff.figure('Filas encontradas')).toBe(String(owners.length));
    expect(await staff.figure('Suma de coeficientes')).toBe(exact(sumOf(owners.map(({ unit }) => unit))));
    await staff.press('Importar');
    await staff.isAt('/Assemblies/Prepare');
    await staff.type('Fecha', CALLED.meeting);
    await staff.type('Hora', '09:00');
    await staff.type('Lugar', 'Salón comunal');
    await staff.type('Orden del día', AGENDA);
    await staff.press('Guardar');
    await staff.page.locator('li[aria-current=step]', { hasText: 'Escarapelas' }).waitFor();
    await staff.open(`/Joints/${jointId}`);
    await staff.page.getByText('Usa facturación').click();
    await staff.page.getByRole('button', { name: 'Guardar', exact: true }).first().click();
    await staff.page.getByRole('link', { name: 'Ir a su facturación' }).waitFor();
    const rows = owners.map(({ unit }) => `${unit.apartmentId};200.000`);
    const bills = ['Inmueble;Administración', ...rows, ''].join('\n');
    await new Books(setup.staff, jointId).bill('2027-03', bills, '2027-03-01');
    await staff.open('/Assemblies');
    await staff.press('Editar datos');
    await staff.choose('Quién convoca', 'El administrador');
    await staff.press('Guardar');
    await staff.sees('Los datos de la asamblea han sido actualizados.');
    await staff.press('Tomar la lista para la convocatoria');
    await staff.sees(/ningún propietario está en mora/);
    await staff.open('/Assemblies/Invitations');
    await staff.page.getByText('Documentos y constancia de la convocatoria').click();
    await staff.page.locator('input[type=file]').setInputFiles(BUDGET);
    await staff.sees(BUDGET.name);
  });

  it('a notice at 23:59 of the last day is in time', async () => {
    await isLater(at(CALLED.lastDay, '23:59'), SLOW);
    await staff.open('/Assemblies/Invitations');
    const mailed = owners.length - of('paper').length;
    await takes(of('taken', 'bounced').length, async () => {
      await staff.press(`Enviar invitaciones (${mailed})`);
      await staff.answer(`¿Enviar la invitación por correo a ${ownersWords(mailed)}?`, 'Si');
    });
    await printLetters(of('paper').length);
    const minute = `${CALLED.lastDay}T23:59`;
    const expected = owners.map(({ name, fate }) => {
      if (fate === 'delayed') return `${name} |  |  |  | En cola`;
      if (fate === 'refused')
        return `${name} |  |  |  | El servidor de correo rechazó la dirección (respuesta 550).`;
      if (fate === 'paper') return `${name} | 1 | Carta | ${minute} | Carta impresa`;
      return `${name} | 1 | Correo | ${minute} | Entregado al servidor`;
    });
    await expect.poll(deliveries, { timeout: MADE_MS, interval: 2_000 }).toEqual(expected);
    await seesGround(
      'Días de la convocatoria',
      'Sin problema encontrado',
      `el último día era el ${dayWords(CALLED.lastDay)}`,
    );
    await seesGround(
      'Anexos de la convocatoria',
      'Sin problema encontrado',
      'Cada entrega lleva la huella de 1 documento.',
    );
    await seesGround(
      'Relación de propietarios en mora',
      'Sin problema encontrado',
      'SCAF no encontró problema',
    );
  });

  it('a mail taken four minutes after midnight is late; a bounced mail reached no owner', async () => {
    for (const { recipients, returnTo } of mail.taken)
      if (recipients[0]?.includes('@bounced.')) mailbox?.deliver(bounceOf(returnTo, recipients[0]));
    // The server reads the mailbox of bounces at the start, then every five minutes.
    await takes(of('delayed').length, async () => {
      await clock.set(at(MOVED.lastDay, '00:04'), SLOW);
      await server.stop();
      await server.start();
    });
    await isLater(at(MOVED.lastDay, '00:04'), SLOW);
    const states = async () => {
      const lines = await deliveries();
      const ofFates = (fate: Fate) =>
        of(fate).map(({ name }) => lines.find((line) => line.startsWith(`${name} |`))?.slice(name.length));
      return [ofFates('delayed'), ofFates('bounced').map((line) => line?.split(' | ').at(-1))];
    };
    await expect
      .poll(states, { timeout: MADE_MS, interval: 2_000 })
      .toEqual([
        of('delayed').map(() => ` | 1 | Correo | ${MOVED.lastDay}T00:04 | Entregado al servidor`),
        of('bounced').map(() => 'Rebotó'),
      ]);
    await seesGround(
      'Días de la convocatoria',
      'Problema',
      `salió el ${dayWords(MOVED.lastDay)} y el último día era el ${dayWords(CALLED.lastDay)}`,
    );
    const untold = of('refused', 'bounced').length;
    await seesGround(
      'Convocatoria a cada propietario',
      'Problema',
      `De ${ownersWords(owners.length)}, ${untold === 1 ? 'uno no tiene' : `${untold} no tienen`}`,
    );
  });

  it('a new day is a new notice to every owner, with the same calendar entry', async () => {
    await isLater(at(MOVED.lastDay, '23:59'), SLOW);
    await staff.open('/Assemblies/Prepare');
    await staff.press('Cambiar');
    await staff.type('Fecha', MOVED.meeting);
    await staff.press('Guardar');
    await staff.sees(/^La citación cambió después de invitar/);
    await staff.open('/Assemblies/Invitations');
    const before = mail.taken.length;
    await takes(of('taken', 'delayed', 'bounced').length, async () => {
      await staff.page.getByRole('button', { name: /^Avisar a/ }).click();
      await staff.answer(/^¿Avisar del cambio por correo a/, 'Si');
    });
    const calendars = mail.taken.map(({ attachments }) => {
      const content = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content ?? '';
      return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString();
    });
    const entry = (text: string) => [/^UID:(.+?)\r?$/m.exec(text)?.[1], /^SEQUENCE:(\d+)/m.exec(text)?.[1]];
    const uid = entry(calendars[0] ?? '')[0];
    expect(new Set(calendars.map((text) => entry(text).join()))).toEqual(new Set([`${uid},0`, `${uid},1`]));
    expect(calendars.slice(before).map((text) => entry(text)[1])).not.toContain('0');
    await printLetters(of('paper').length);
    await printLetters(of('refused').length, '@refused.');
    if (mailbox !== null) await printLetters(of('bounced').length, '@bounced.');
    const deliveriesOfDay = async () =>
      (await deliveries()).filter(
        (line) => line.includes(` | 2 | `) && line.includes(`${MOVED.lastDay}T23:59`),
      ).length;
    const letters = of('paper', 'refused', 'bounced').length;
    await expect
      .poll(deliveriesOfDay, { timeout: MADE_MS, interval: 2_000 })
      .toBe(of('taken', 'delayed', 'bounced').length + letters);
    await seesGround(
      'Convocatoria a cada propietario',
      'Sin problema encontrado',
      `Hay constancia de envío a ${ownersWords(owners.length)}.`,
    );
    await seesGround(
      'Días de la convocatoria',
      'Sin problema encontrado',
      `el último día era el ${dayWords(MOVED.lastDay)}`,
    );
  });

  it('an owner proposes a fee on the phone, and signs a power with the code of the mail', async () => {
    await isLater(at('2027-03-10', '18:00'));
    const [giver, proxy] = owners as [JourneyOwner, JourneyOwner];
    granter = await phone();
    await granter.goTo(linkOf(giver));
    await granter.sees('El registro no ha sido activado.');
    await granter.follow('Leer los documentos o dar un poder');
    await granter.page.getByText('Orden del día y documentos').click();
    await granter.sees(/^Propietarios en mora, según la facturación con corte al 1 de marzo de 2027/);
    await granter.sees('Ningún propietario está en mora.');
    await granter.press('Escribir una proposición');
    await granter.type('Su proposición', FEE);
    await granter.press('Enviar');
    await granter.sees('La secretaría recibió su proposición.');
    await granter.press('Dar poder a otra persona');
    await granter.type('Inmueble de ese propietario', proxy.unit.apartmentId);
    await granter.page.getByText('Instrucciones de voto (opcional)').click();
    await granter.choose('2. Cuota extraordinaria', 'Sí');
    await takes(1, () => granter.press('Pedir el código'));
    const code = /^\d{6}$/m.exec(mail.to(giver.email ?? '').text ?? '')?.[0] ?? '';
    await granter.type('Código del correo', code);
    await granter.press('Firmar el poder');
    await granter.sees(/El poder quedó firmado/);
    // A signed letter, and a text shared from the phone.
    await staff.open('/Assemblies/Invitations');
    await staff.page.getByRole('button', { name: `Firmó la carta de ${first('paper').name}` }).click();
    await staff.answer(`¿${first('paper').name} firmó su carta?`, 'Si');
    await staff.sees('Firma anotada.');
    const lines = await deliveries();
    const statesOf = ({ name }: JourneyOwner) =>
      lines.filter((line) => line.startsWith(`${name} |`)).map((line) => line.split(' | ').at(-1));
    expect(statesOf(giver)).toContain('Abrió');
    expect(statesOf(first('paper'))).toContain('Firmó');
  });

  it('owners come by phone with the room code, and a holder at the desk with the power', async () => {
    await isLater(at(MOVED.meeting, '09:00'));
    await staff.open('/Assemblies/Prepare');
    await staff.press('Abrir la asamblea');
    await staff.sees('La asamblea está abierta.');
    wall = await arrives(await Screen.at(browser, server.url, { width: 1024, height: 768 }));
    await wall.signIn(setup.platform, '/Quorum');
    const shown = await wall.page
      .getByText(/^\d{3} \d{3}$/)
      .first()
      .innerText();
    const roomCode = shown.replace(' ', '');
    const [giver, proxy, third] = owners as [JourneyOwner, JourneyOwner, JourneyOwner];
    const params = { jointId };
    const desk = await setup.signedIn(setup.platform);
    const [code = ''] = await new Hall(desk, jointId).codes(1);
    const apartmentIds = [proxy.unit.apartmentId];
    await desk.ask(register, { params, body: { apartmentIds, code, powers: [1] } });
    holder = await phone();
    await holder.open(`/VoteQR/${code}`);
    await holder.seesLive('live');
    speaker = await phone();
    await speaker.goTo(linkOf(third));
    await speaker.type('Código del salón', roomCode);
    await speaker.press('Registrar Asistencia');
    await speaker.page.waitForURL(/\/LaunchPage/);
    await speaker.seesLive('live');
    await mapLimited([...of('taken'), ...of('delayed')].filter(isAlone), AT_ONCE, async (owner) => {
      const { username, token } = partsOfLink(linkOf(owner));
      const { jwt } = await new ApiClient(server.url).ask(signIn, { body: { username, password: token } });
      const api = new ApiClient(server.url, jwt);
      sessions.set(owner, api);
      await api.ask(register, { params, body: { apartmentIds: [owner.unit.apartmentId], roomCode } });
    });
    const here = [giver, proxy, third, ...sessions.keys()].map(({ unit }) => unit);
    const total = { label: 'Total', sum: four(sumOf(owners.map(({ unit }) => unit))), units: owners.length };
    await wall.shows('REGISTRO', [
      { label: 'Quorum Actual', sum: four(sumOf(here)), units: here.length },
      total,
    ]);
  });

  /** True for the owners with an HTTP client of their own: the first three have phones. */
  const isAlone = (owner: JourneyOwner) => owners.indexOf(owner) > 2;

  it('an owner speaks; the proposal becomes a question, with the instructions of the power', async () => {
    await speaker.press('Pedir la palabra');
    await speaker.sees('Pidió la palabra: es el número 1 en la lista.');
    await staff.open('/AssemblyPanel');
    await staff.press('Dar la palabra');
    await speaker.sees('Usted tiene la palabra');
    await wall.page.getByRole('timer').first().waitFor();
    await staff.press('Terminar');
    await staff.page.getByRole('button', { name: /^Convertir en pregunta/ }).click();
    await staff.sees(/^De la proposición de/);
    await staff.seesLive('live');
    await staff.choose(
      '¿Qué se decide?',
      'Cuota extraordinaria de hasta cuatro expensas necesarias mensuales',
    );
    await staff.type('Valor total (opcional)', String(Number(COST) / 100).replace('.', ','));
    await staff.page.getByRole('textbox', { name: 'Número de cuotas mensuales' }).fill(String(MONTHS));
    await staff.page.keyboard.press('Tab');
    await staff.choose('Punto del orden del día', '2. Cuota extraordinaria');
    await staff.press('Generar');
    await staff.sees('La pregunta ha sido creada con éxito y se encuentra activa.');
    const [giver, proxy, third] = owners as [JourneyOwner, JourneyOwner, JourneyOwner];
    await holder.sees(/^Instrucciones de/);
    const own = holder.page.getByRole('radiogroup', { name: `Inmueble ${proxy.unit.apartmentId}` });
    await own.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
    await holder.press('Votar');
    await holder.page.getByRole('alertdialog').getByRole('button', { name: 'Sí', exact: true }).click();
    await holder.sees('Gracias por su votación.');
    await speaker.goToVote();
    await speaker.vote('Si');
    for (const owner of [giver, proxy, third]) votes.set(owner, 'Si');
    let turn = 0;
    await mapLimited([...sessions], AT_ONCE, async ([owner, api]) => {
      turn += 1;
      const answer = turn % 5 === 0 ? 'No' : 'Si';
      votes.set(owner, answer);
      const { apartmentId } = owner.unit;
      const voteId = answer === 'Si' ? 1 : 2;
      await api.ask(castVote, { body: { jointId, apartmentId, conceptId: 2, voteId } });
    });
    await staff.open('/AssemblyPanel');
    await staff.closeVote();
    await wall.sees('Aprobada');
  });

  it('the council is elected, an elected owner accepts on the phone, and the assembly ends', async () => {
    const names = owners.slice(1, 1 + SEATS + 1).map(({ name }) => name);
    await staff.open('/GenerateQuestion');
    await staff.seesLive('live');
    await staff.choose('¿Qué se decide?', 'Consejo de administración');
    await staff.page.getByRole('radio', { name: 'Elección', exact: true }).check({ force: true });
    await staff.page.getByRole('textbox', { name: 'Puestos por elegir' }).fill(String(SEATS));
    await staff.page.keyboard.press('Tab');
    await staff.page.getByRole('radio', { name: 'Nominal', exact: true }).check({ force: true });
    await staff.type('Candidatos', names.join('\n'));
    await staff.choose('Punto del orden del día', '3. Elección del consejo');
    await staff.press('Generar');
    await staff.sees('La pregunta ha sido creada con éxito y se encuentra activa.');
    await mapLimited([...sessions], AT_ONCE, ([owner, api]) => {
      const { apartmentId } = owner.unit;
      return api.ask(castVote, {
        body: { jointId, apartmentId, conceptId: 3, voteId: 1, voteIds: [1, 2, 3] },
      });
    });
    await staff.open('/AssemblyPanel');
    await staff.closeVote();
    await wall.sees(`${SEATS} puestos elegidos`);
    await speaker.sees(`${owners[2]?.name}, usted fue elegido.`);
    await speaker.press('Acepto');
    await speaker.sees('Aceptó desde su sesión.');
    await takes(owners.length - of('paper', 'refused').length, async () => {
      await staff.page.getByText('Segunda convocatoria y cierre').click();
      await staff.press('Cerrar asamblea');
      await staff.answer('¿Está seguro de cerrar la asamblea?', 'Si');
      await staff.sees('La asamblea ha sido cerrada.');
    });
  });

  it('the acta has the figures of the votes, the cost, the council and the state of the semáforo', async () => {
    await isLater(at('2027-03-22', '07:00'));
    await staff.open('/Assemblies');
    // A jump of the clock ends the leases of the jobs: the papers of the end are perhaps made a second time.
    const downloading = staff.page.waitForEvent('download', { timeout: 2 * MADE_MS });
    await staff.page.getByRole('button', { name: /^Borrador de acta en Word/ }).click();
    acta = await readWord(await readFile(await (await downloading).path()));
    const says = (words: string) =>
      expect(
        acta.lines.filter((line) => line.includes(words)),
        words,
      ).not.toEqual([]);
    const [answers = []] = acta.tables.filter(([head = []]) => head[0] === 'Respuesta');
    for (const answer of ['Si', 'No'] as const) {
      const units = owners.filter((owner) => votes.get(owner) === answer).map(({ unit }) => unit);
      const row = answers.find(([name]) => name === answer) ?? [];
      expect(row).toEqual(expect.arrayContaining([four(sumOf(units)), String(units.length)]));
    }
    says(`${pesosText(COST)} en ${MONTHS} meses, por coeficiente.`);
    for (const { name } of owners.slice(1, 1 + SEATS)) says(name);
    says(`: «${FEE}». Se llevó a la VOTACIÓN 1.`);
    await staff.open('/Assemblies/Challenge');
    await staff.sees('Al terminar la asamblea');
    const grounds = staff.page.getByRole('listitem').filter({ has: staff.page.locator('strong') });
    const ended = (await grounds.allInnerTexts()).map((text) =>
      /^(.+?): (.+?)\. (.+)$/s.exec(text)?.slice(1),
    );
    expect(ended.length).toBeGreaterThan(13);
    const annex = acta.tables.flat().map(([name, , state, reason]) => [name, state, reason]);
    for (const words of ended) expect(annex).toContainEqual(words);
  });

  it('mail and page of each owner equal the acta and the next bill to the centavo', async () => {
    await staff.open('/Billing/Fees');
    await staff.choose('Forma', 'Extraordinaria en cuotas');
    await staff.type('Nombre en la cuenta de cobro', 'Cuota de la fachada');
    await staff.type('Valor total', String(Number(COST) / 100).replace('.', ','));
    await staff.choose('Desde el mes', 'Abril');
    await staff.type('Número de cuotas', String(MONTHS));
    await staff.type('Acta o acto', 'Acta 1');
    await staff.type('Coeficientes a favor (%)', '75');
    await staff.type('Saldo del fondo de imprevistos', '0');
    await staff.press('Fijar la cuota');
    await staff.sees('Cuota de la fachada: quedó fijada.');
    const params = { jointId, year: 2027, month: 4 };
    const accountant = await setup.signedIn(setup.platform);
    const { units, concepts } = await accountant.ask(getMonthFees, { params });
    const fee = concepts.find(({ name }) => name === 'Cuota de la fachada');
    const billed = new Map(
      units.map((unit) => [
        unit.apartmentId,
        unit.charges.find((one) => one.chargeConceptId === fee?.chargeConceptId)?.amount ?? 0,
      ]),
    );
    const shares = handShares(COST, owners);
    expect([...shares.values()].reduce((sum, share) => sum + share, 0n)).toBe(COST);
    expect(results()).toHaveLength(owners.length - of('paper', 'refused').length);
    for (const { recipients, text = '' } of results()) {
      const owner = owners.find(({ email }) => email === recipients[0]) as JourneyOwner;
      const share = shares.get(owner) ?? 0n;
      const first = share / BigInt(MONTHS);
      const cost = `Por coeficiente le cuesta ${pesosText(first)} al mes, durante ${MONTHS} meses (${pesosText(share)} en total).`;
      const answer = votes.get(owner) ?? null;
      expect(BigInt(Math.round((billed.get(owner.unit.apartmentId) ?? 0) * 100))).toBe(first);
      expect(text).toContain(
        `${FEE}: ${answer ?? 'no votó'} (coeficiente ${four(sumOf([owner.unit]))}). ${cost}`,
      );
      const token = /\/Asamblea#(\S+)/.exec(text)?.[1] ?? '';
      const page = await new ApiClient(server.url).ask(readOwnerLink, { body: { token } });
      expect(page.own.map(({ apartmentId }) => apartmentId)).toEqual([owner.unit.apartmentId]);
      expect(page.own[0]?.votes[0]).toMatchObject({ title: FEE, answer, cost });
      expect(page.challenge?.dueOn).toBe(CHALLENGE_DAY);
    }
    const [giver] = owners as [JourneyOwner];
    const link = /https?:\/\/\S+\/Asamblea#\S+/.exec(mail.to(giver.email ?? '').text ?? '')?.[0] ?? '';
    await clock.isOn(granter);
    await granter.goTo(link);
    await granter.sees('¿Qué se decidió?');
    const share = shares.get(giver) ?? 0n;
    await granter.sees(`Por coeficiente le cuesta ${pesosText(share / BigInt(MONTHS))} al mes`);
    await granter.sees(`hasta el ${dayWords(CHALLENGE_DAY)}`);
    await granter.page.getByRole('link', { name: 'Ver la prueba de este voto' }).first().click();
    await granter.page.waitForURL(/\/CompruebeSuVoto\//);
  });

  it('the time to challenge from the decision runs until 23:59 of the last day', async () => {
    await isLater(at(CHALLENGE_DAY, '23:59'), SLOW);
    await staff.open('/Assemblies');
    await staff.sees(`Las decisiones pueden impugnarse hasta el ${dayWords(CHALLENGE_DAY)}.`);
    await isLater(at('2027-05-22', '00:00'), SLOW);
    await staff.open('/Assemblies');
    await staff.sees(
      `El plazo desde la decisión terminó el ${dayWords(CHALLENGE_DAY)}; el de la publicación del acta (art. 49) aún no corre.`,
    );
    expect(everybody.flatMap(({ faults }) => faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });
};
