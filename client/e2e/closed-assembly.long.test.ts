/**
 * Test of an assembly closed while people use their screens. Each screen shows the end and offers no action the
 * server would refuse.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import type { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  'unidad,propietario,coeficiente\n101,Ana,10\n102,Beto,20\n103,Carla,30\n104,Dora,40\n',
);
const OVER = /^La asamblea terminó el \d/;
const NOT_ENABLED = 'El código no está habilitado. Acérquese a la mesa de registro.';

describe('the closing of an assembly', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  const people: Person[] = [];
  const at: Partial<Record<'launch' | 'late' | 'vote' | 'qr' | 'gone', Owner>> = {};
  let door: Operator;
  let panel: Operator;
  let wall: Screen;
  let receipt = '';
  let code = '';

  const named = (who: keyof typeof at): Owner => {
    const person = at[who];
    if (!person) throw new Error(`${who} has no open page`);
    return person;
  };
  const nothingToPress = async ({ page }: Person, ...names: string[]) => {
    for (const name of names) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
    }
  };
  /** Waits until the page shows the end of the assembly, and returns the text of the page. */
  const words = async (person: Person) => {
    await person.sees(OVER);
    return person.page.locator('main').innerText();
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio Cierre', table);
    const [ana, late] = [
      await setup.presentOwner('ana', jointId, ['101']),
      await setup.owner('late', jointId, ['104']),
    ];
    code = await setup.atDoor(jointId, ['102', '103']);
    const question = await setup.question(jointId, '¿Se aprueba?');
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });

    const phone = async () => {
      const person = await Owner.at(browser, server.url, PHONE);
      people.push(person);
      return person;
    };
    at.qr = await phone();
    await at.qr.open(`/VoteQR/${code}`);
    await at.qr.vote('Si');
    await at.qr.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    const slip = at.qr.page.locator('section[aria-label="Comprobantes de voto"] li').first();
    receipt = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await slip.innerText())?.[0] ?? 'no receipt';
    await at.qr.press('Continuar');
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: question, active: 0 } });
    await at.qr.sees('En este momento no hay una votación activa.');

    for (const [who, account, path] of [
      ['launch', ana, '/LaunchPage'],
      ['late', late, '/LaunchPage'],
      ['vote', ana, `/Vote/${jointId}`],
    ] as const) {
      const person = await phone();
      await person.signIn(account, path);
      await person.seesLive('live');
      at[who] = person;
    }
    await named('late').page.getByRole('button', { name: 'Registrar Asistencia' }).waitFor();
    // Sleeping phone: learns of the closing from a refusal.
    const other = await setup.atDoor(jointId, ['104']);
    at.gone = await phone();
    await at.gone.open(`/VoteQR/${other}`);
    await at.gone.sees('Usted vota por 1 inmueble');
    await at.gone.context.setOffline(true);
    await at.gone.seesLive('polling');

    door = await Operator.at(browser, server.url, LAPTOP);
    panel = await Operator.at(browser, server.url, LAPTOP);
    wall = await Screen.at(browser, server.url, LAPTOP);
    people.push(door, panel, wall);
    for (const [person, path] of [
      [door, '/RegisterQR'],
      [panel, '/AssemblyPanel'],
    ] as const) {
      await person.signIn(setup.platform, path);
      await person.seesLive('live');
    }
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    await wall.goTo(url);
    await wall.seesLive('live');

    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { closed: true } });
  }, 300_000);
  afterAll(async () => {
    for (const person of people) await person.leave();
    await closeContexts(browser);
    await server?.remove();
  });

  it('an owner at LaunchPage keeps the votes and has no pending action', async () => {
    const launchText = await words(named('launch'));
    expect(launchText).toContain('101');
    expect(launchText).not.toMatch(/quórum|En vivo/i);
    await nothingToPress(named('launch'), 'Votar', 'Registrar Asistencia', 'Ingresar a la reunión');
    await named('launch').page.getByRole('link', { name: 'Ver los resultados' }).waitFor();
  });

  it('an unregistered owner gets no registration button', async () => {
    expect(await words(named('late'))).not.toContain('Sin registrar: ');
    await nothingToPress(named('late'), 'Votar', 'Registrar Asistencia');
  });

  it('an owner waiting at /Vote learns that no more questions come', async () => {
    const voteText = await words(named('vote'));
    expect(voteText).not.toMatch(/Intente nuevamente|aparecerá aquí|En vivo/);
    await nothingToPress(named('vote'), 'Votar');
  });

  it('a QR phone learns of the end and keeps vote and receipt, also after reopening', async () => {
    const person = named('qr');
    for (const isAnew of [false, true]) {
      if (isAnew) await person.page.reload();
      await person.sees('La votación con este código terminó.');
      await person.sees(receipt);
      // The card of the result shows the receipt first; the list of votes may load later.
      await expect.poll(() => words(person)).toContain('102: Si');
      expect(await words(person)).not.toContain(NOT_ENABLED);
      await nothingToPress(person, 'Votar', 'Registrar Asistencia');
    }
  });

  it('a phone that was offline and a phone with a late card scan learn of the end', async () => {
    const person = named('gone');
    await person.context.setOffline(false);
    await person.sees(OVER);
    expect(await person.page.locator('main').innerText()).not.toContain(NOT_ENABLED);
    const late = await Owner.at(browser, server.url, PHONE);
    people.push(late);
    await late.open(`/VoteQR/${code}`);
    await late.sees(receipt);
    expect(await words(late)).not.toContain(NOT_ENABLED);
  });

  it('the door loses form, camera and buttons, in both modes', async () => {
    expect(await words(door)).not.toContain('En vivo');
    await nothingToPress(door, 'Registrar', 'Retirar QR', 'Cambiar QR');
    expect(await door.page.getByLabel('Código QR', { exact: true }).count()).toBe(0);
    await door.page.getByRole('tab', { name: 'Conteo de votos' }).click();
    await words(door);
    await nothingToPress(door, 'Contar');
  });

  it('the panel loses all question actions and the old quorum', async () => {
    expect(await words(panel)).not.toMatch(/Hay quórum|En vivo/);
    await nothingToPress(
      panel,
      'Activar',
      'Volver a activar',
      'Activar/Desactivar',
      'Generar Pregunta',
      'Reiniciar',
    );
  });

  it('the wall shows the end instead of a quorum', async () => {
    await wall.sees('Asamblea terminada');
    expect(await wall.page.locator('body').innerText()).not.toMatch(/Hay quórum|En vivo/);
  });

  it('the desk offers neither new questions nor undoing registrations', async () => {
    await panel.open('/GenerateQuestion');
    await words(panel);
    await nothingToPress(panel, 'Generar', 'Guardar como preparada');
    await panel.open('/ReverseRegister');
    await words(panel);
    await nothingToPress(panel, 'Reversar');
  });

  it('no page had an error', () => {
    expect(people.flatMap((person) => person.faults)).toEqual([]);
  });
});
