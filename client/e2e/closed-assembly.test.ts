/** An assembly closes while people are at their screens: each says so, and offers nothing that would be refused. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../server/testing/setup/browser.ts';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import type { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  'unidad,propietario,coeficiente\n101,Ana,10\n102,Beto,20\n103,Carla,30\n104,Dora,40\n',
);
const OVER = /^La asamblea terminó el \d/;
const NOT_ENABLED = 'El código no está habilitado. Acérquese a la mesa de registro.';

describe('an assembly that closes', () => {
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
    if (!person) throw new Error(`${who} has no phone`);
    return person;
  };
  const nothingToPress = async ({ page }: Person, ...names: string[]) => {
    for (const name of names) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
    }
  };
  /** The text of the page as it stands, after it has said that the assembly is over. */
  const words = async (person: Person) => {
    await person.sees(OVER);
    return person.page.locator('main').innerText();
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), launchBrowser()]);
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
    // A phone that is asleep while it happens, and hears of it from the server's refusal alone.
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
    await browser?.close();
    await server?.remove();
  });

  it('leaves an owner at LaunchPage their votes, and nothing to do', async () => {
    const said = await words(named('launch'));
    expect(said).toContain('101');
    expect(said).not.toMatch(/quórum|En vivo/i);
    await nothingToPress(named('launch'), 'Votar', 'Registrar Asistencia', 'Ingresar a la reunión');
    await named('launch').page.getByRole('link', { name: 'Ver los resultados' }).waitFor();
  });

  it('offers who is not registered no registration', async () => {
    expect(await words(named('late'))).not.toContain('Sin registrar: ');
    await nothingToPress(named('late'), 'Votar', 'Registrar Asistencia');
  });

  it('tells who waits at /Vote that no question comes any more', async () => {
    const said = await words(named('vote'));
    expect(said).not.toMatch(/Intente nuevamente|aparecerá aquí|En vivo/);
    await nothingToPress(named('vote'), 'Votar');
  });

  it('tells a QR phone that the assembly ended, and leaves it its vote and receipt, also when it comes anew', async () => {
    const person = named('qr');
    for (const isAnew of [false, true]) {
      if (isAnew) await person.page.reload();
      await person.sees('La votación con este código terminó.');
      await person.sees(receipt);
      // The result's card says the receipt first; the list of votes may come a moment later.
      await expect.poll(() => words(person)).toContain('102: Si');
      expect(await words(person)).not.toContain(NOT_ENABLED);
      await nothingToPress(person, 'Votar', 'Registrar Asistencia');
    }
  });

  it('tells it also a phone that was away, when it comes back, and one that comes with its card only now', async () => {
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

  it('takes the form, the camera and the buttons from the door, in both modes', async () => {
    expect(await words(door)).not.toContain('En vivo');
    await nothingToPress(door, 'Registrar', 'Retirar QR', 'Cambiar QR');
    expect(await door.page.getByLabel('Código QR', { exact: true }).count()).toBe(0);
    await door.page.getByRole('tab', { name: 'Conteo de votos' }).click();
    await words(door);
    await nothingToPress(door, 'Contar');
  });

  it('takes every act on questions from the panel, and the quorum that is past', async () => {
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

  it('is told by the wall instead of a quorum', async () => {
    await wall.sees('Asamblea terminada');
    expect(await wall.page.locator('body').innerText()).not.toMatch(/Hay quórum|En vivo/);
  });

  it('offers no question to be written, and no registration to be reversed', async () => {
    await panel.open('/GenerateQuestion');
    await words(panel);
    await nothingToPress(panel, 'Generar', 'Guardar como preparada');
    await panel.open('/ReverseRegister');
    await words(panel);
    await nothingToPress(panel, 'Reversar');
  });

  it('is told on every page without a fault', () => {
    expect(people.flatMap((person) => person.faults)).toEqual([]);
  });
});
