/** Test of a complete assembly on screens: from an empty database to the result on the wall screen. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen, Staff } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, exact, four, HITO_UNITS, hitoTable, MANY, sumOf, type Unit } from './tables.ts';

const table = hitoTable();
const owners = byOwner(table.units);
const [many = [], two = []] = owners;
const one = owners.at(-1) ?? [];
/** Units without a user, registered at the desk with a code: heaviest coefficient first, until the quorum. */
const others = heaviestUntilQuorum();

const JOINT = 'Edificio Hito';
const QUESTION = '¿Aprueba el presupuesto de 2027?';
const platform = { username: 'plataforma', name: 'Luz Plataforma' };
const atDesk = { username: 'operador', name: 'Omar Operador' };
const manager = { username: 'admin', name: 'Ada Administradora' };
const accounts = {
  many: { username: 'ana', name: 'Ana Muchos' },
  two: { username: 'beto', name: 'Beto Dos' },
  one: { username: 'carla', name: 'Carla Uno' },
};

describe(`an assembly on ${table.fileName}`, () => {
  let server: ServerProcess;
  let browser: Browser;
  let everybody: Person[] = [];
  let staff: Staff;
  let door: Operator;
  let panel: Operator;
  let wall: Screen;
  let ana: Owner;
  let beto: Owner;
  let carla: Owner;
  let codes: string[] = [];
  /** Other phones of the owner Ana, with the voting form opened before she votes. */
  let late: Owner[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    staff = await Staff.at(browser, server.url);
    [door, panel] = await Promise.all([Operator.at(browser, server.url), Operator.at(browser, server.url)]);
    wall = await Screen.at(browser, server.url);
    [ana, beto, carla] = await Promise.all([
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
      Owner.at(browser, server.url, PHONE),
    ]);
    everybody = [staff, door, panel, wall, ana, beto, carla];
    await Promise.all(everybody.map((person) => person.seesMotion()));
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  serialSteps(() => everybody);

  /** Checks the registered units on wall screen, panel and desk, without a press or reload. */
  async function everyoneSeesRegistered(registered: readonly Unit[]): Promise<void> {
    const here = { sum: four(sumOf(registered)), units: registered.length };
    const total = { label: 'Total', sum: four(sumOf(table.units)), units: table.units.length };
    await wall.shows('REGISTRO', [{ label: 'Quorum Actual', ...here }, total]);
    await Promise.all([
      panel.sees(`${here.sum} de ${total.sum} de coeficiente`),
      panel.sees(`${here.units} de ${total.units} inmuebles`),
      door.sees(`Registrados: ${here.units} inmuebles, ${here.sum} de coeficiente`),
    ]);
  }

  async function phoneShows(owner: Owner, units: readonly Unit[]): Promise<void> {
    const rows = units.map((unit) => ({
      Inmueble: unit.apartmentId,
      Propietario: unit.owner,
      Estado: 'Registrado',
      Coeficiente: four(sumOf([unit])),
    }));
    const registered = async () =>
      (await owner.rows('Inmuebles registrados')).filter((row) => row.Estado === 'Registrado');
    await expect.poll(registered).toEqual(rows);
    const total = owner.page.getByRole('table', { name: 'Inmuebles registrados' }).locator('tfoot td');
    await expect.poll(() => total.innerText()).toBe(four(sumOf(units)));
    const sum = exact(sumOf(units));
    if (units.length > 1 && sum !== four(sumOf(units))) await owner.sees(`Suma exacta: ${sum}`);
  }

  it('the one-time link works once', async () => {
    const link = server.firstUserLink;
    await staff.openFirstUserLink(link, platform);
    await staff.sees(`Bienvenido a SCAF, ${platform.name}.`);
    expect(staff.page.url()).not.toContain('#');
    const late = await Staff.at(browser, server.url);
    await late.openFirstUserLink(link, { username: 'otra', name: 'Otra' });
    await late.sees('El enlace ya se usó o no es válido.');
    await late.leave();
  });

  it('the preview of a table shows its content before storing', async () => {
    await staff.createJoint(JOINT);
    await staff.previewUnits(table);
    expect(await staff.figure('Filas encontradas')).toBe(String(HITO_UNITS));
    expect(await staff.figure('Suma de coeficientes')).toBe(exact(sumOf(table.units)));
    expect(await staff.figure('Suma de coeficientes')).toBe('99,999999999');
    expect(await staff.figure('Diferencia con 100')).toBe('-0,000000001');
    await staff.press('Importar');
    await staff.sees(`Se importaron ${HITO_UNITS} inmuebles.`);
    await staff.sees(`${HITO_UNITS} inmuebles, suma de coeficientes 99,999999999.`);
  });

  it('creates the users; one press adds all 27 units of an owner', async () => {
    await staff.createUser(atDesk, 'Operador de asamblea', () =>
      staff.pick('Copropiedades para asambleas', JOINT),
    );
    await staff.createUser(manager, 'Administrador', () => staff.pick('Copropiedades para asambleas', JOINT));
    for (const [who, units] of [
      [accounts.many, many],
      [accounts.two, two],
      [accounts.one, one],
    ] as const) {
      await staff.createUser(who, 'Propietario', async () => {
        await staff.chooseJointOfUnits(JOINT);
        await staff.pickUnit(units[0]);
        if (units.length > 1) await staff.press(`Añadir todos los de este propietario (${units.length - 1})`);
      });
    }
    expect(many).toHaveLength(MANY);
    const row = staff.page.getByRole('row', { name: accounts.many.username });
    expect(await row.innerText()).toContain(`${MANY} inmuebles`);
  });

  it('all people open their screens', async () => {
    await Promise.all([
      wall.signInAtForm(manager).then(() => wall.follow('Quorum')),
      door.signInAtForm(atDesk).then(() => door.follow('Registrar')),
      panel.signInAtForm(atDesk).then(() => panel.follow('Panel Asambleas')),
      ana.signInAtForm(accounts.many).then(() => ana.enterAssembly()),
      beto.signInAtForm(accounts.two).then(() => beto.enterAssembly()),
      carla.signInAtForm(accounts.one).then(() => carla.enterAssembly()),
    ]);
    await Promise.all([wall.seesLive('live'), door.seesLive('live'), panel.seesLive('live')]);
    codes = await door.issueCodes();
    for (const person of [wall, door, panel, ana, beto, carla]) await person.markPage();
    await Promise.all([ana, beto, carla].map((owner) => owner.sees('El registro no ha sido activado.')));
    await everyoneSeesRegistered([]);
  });

  it('wall, panel, door and phones show every registration', async () => {
    await panel.toggle('REGISTRO');
    await panel.sees('El concepto ha sido activado.');
    // 'Registrar Asistencia' appears on the phones without a touch.
    await ana.register();
    await phoneShows(ana, many);
    await everyoneSeesRegistered(many);

    // One of Beto's two units comes by proxy at the door; he registers the other.
    const [proxied, own] = [two.slice(0, 1), two.slice(1)];
    await door.registerAtDoor(proxied, codes[0] ?? '');
    await beto.sees(`Registrado con una tarjeta de la mesa: ${proxied[0]?.apartmentId}.`);
    await everyoneSeesRegistered([...many, ...proxied]);
    await beto.register();
    await carla.register();
    await phoneShows(beto, own);
    await phoneShows(carla, one);
    await door.registerAtDoor(others, (codes[1] ?? '').toLowerCase());
    await everyoneSeesRegistered([...many, ...two, ...one, ...others]);
  });

  it('an opening question lights up the phones', async () => {
    await panel.follow('Generar Pregunta');
    await panel.sees('Cantidad de respuestas');
    await panel.type('Pregunta', QUESTION);
    await panel.page.getByLabel('Pregunta', { exact: true }).press('Control+Enter');
    await panel.follow('Ver en el panel');
    await Promise.all([ana, beto, carla, wall].map((person) => person.sees(QUESTION)));
    const answers = ana.page.getByRole('list', { name: 'Respuestas' }).getByRole('button');
    await expect.poll(() => answers.allInnerTexts()).toEqual(['Si', 'No', 'Blanco']);
  });

  it('a missing answer is reported before the confirmation', async () => {
    await Promise.all([ana.goToVote(), beto.goToVote(), carla.goToVote()]);
    late = await Promise.all(['No', 'Si'].map(() => Owner.at(browser, server.url, PHONE)));
    everybody.push(...late);
    for (const phone of late) {
      await phone.signInAtForm(accounts.many);
      await phone.enterAssembly();
      await phone.goToVote();
    }
    await ana.press('Votar');
    await ana.sees('Seleccione una respuesta');
    expect(await ana.page.getByRole('alertdialog').count()).toBe(0);
  });

  /** Expected units and coefficient sum of each answer, computed from the table. */
  const result = [
    { label: 'Si', units: many },
    { label: 'No', units: two.slice(1) },
    { label: 'Blanco', units: one },
  ].map(({ label, units }) => ({ label, sum: four(sumOf(units)), units: units.length }));

  it('counts every vote once by weight: the owner of 27 units votes once for all', async () => {
    let sent = 0;
    ana.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/SCAF/api/assembly')) sent += 1;
    });
    await Promise.all([ana.vote('Si'), beto.vote('No'), carla.vote('Blanco')]);
    // Start waiting now: the thanks disappear after some seconds.
    const thanked = Promise.all([ana, beto, carla].map((owner) => owner.isThanked()));
    await wall.shows('VOTACIÓN 1', result);
    await panel.choose('Concepto', `VOTACIÓN 1 - ${QUESTION} (activo)`);
    await panel.seesAnswers('VOTACIÓN 1', result);
    await thanked;
    expect(sent).toBe(MANY);
    await ana.seesRows('Historial de votaciones', [
      { Votación: 'VOTACIÓN 1', Pregunta: QUESTION, Estado: 'Votado: Si' },
    ]);
  });

  it('refuses a second vote from every path', async () => {
    for (const [at, answer] of ['No', 'Si'].entries()) {
      await late[at]?.vote(answer);
      await late[at]?.sees('Solo se puede votar una vez.');
      await late[at]?.isAt('/LaunchPage');
    }
    await wall.shows('VOTACIÓN 1', result);
  });

  it('a voter sees the given answers instead of the ballot', async () => {
    await ana.follow('Votar');
    await ana.sees('Usted ya votó esta pregunta.');
    await ana.sees('Votado: Si');
    expect(await ana.page.getByRole('radiogroup').count()).toBe(0);
    await ana.follow('Volver a la asamblea');
    await ana.isAt('/LaunchPage');
  });

  it('closing decides by the coefficients of the table', async () => {
    await panel.press('Activar/Desactivar');
    await panel.sees('El concepto ha sido desactivado.');
    const here = sumOf([...many, ...two, ...one, ...others]);
    const words =
      here * 2n <= sumOf(table.units) ? 'Sin quórum' : sumOf(many) * 2n > here ? 'Aprobada' : 'No aprobada';
    await panel.sees(words);
    await wall.choose('Concepto', `VOTACIÓN 1 - ${QUESTION}`);
    await wall.sees(words);
    await wall.shows('VOTACIÓN 1', result);
    await ana.sees('En este momento no hay una votación activa.');
    // The result appears on each phone without a tap, with the vote of its units.
    for (const [owner, answer] of [
      [ana, 'Si'],
      [beto, 'No'],
      [carla, 'Blanco'],
    ] as const) {
      const card = owner.page.getByRole('region', { name: 'Resultado de la VOTACIÓN 1' });
      await card.getByText(words, { exact: true }).waitFor();
      await card.getByText(`Usted votó ${answer} por`).waitFor();
      const receipts = card.getByRole('list', { name: 'Comprobantes de voto', includeHidden: true });
      expect(await receipts.count()).toBe(1);
    }
    // The home shows the result too.
    await carla.open('/UserHome');
    await carla.page
      .getByRole('region', { name: 'Resultado de la VOTACIÓN 1' })
      .getByText(words, { exact: true })
      .waitFor();
    await carla.markPage();
  });

  it('no page was reloaded and no script failed', async () => {
    for (const person of [wall, door, panel, ana, beto, carla]) await person.wasNotReloaded();
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });
});

function heaviestUntilQuorum(): Unit[] {
  const coming: Unit[] = [];
  const rest = owners.slice(2, -1).flat();
  rest.sort((a, b) => Number(sumOf([b]) - sumOf([a])));
  const half = sumOf(table.units) / 2n;
  for (const unit of rest) {
    if (sumOf([...many, ...two, ...one, ...coming]) > half) break;
    coming.push(unit);
  }
  return coming;
}
