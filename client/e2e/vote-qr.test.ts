/** Test of '/VoteQR/:username': people scan the code of a card or badge with their phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { SecretWatch } from './secrets.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, sumOf, tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  [
    'unidad,propietario,coeficiente',
    '101,Ana Núñez,10.000000001',
    '102,Beto Ibáñez,20.5',
    '103,Carla Peña,0',
    '201,Dora Ruiz,30.25',
    '202,Elías Cano,0.75',
    '301,Flor Ariza,38.499999999',
    '',
  ].join('\n'),
);
const sector = tableOf('sector.csv', 'unidad,propietario,coeficiente\n201,Dora Ruiz,60\n202,Elías Cano,40\n');
const of = (...ids: string[]) => table.units.filter((unit) => ids.includes(unit.apartmentId));
const NOT_ENABLED = 'El código no está habilitado. Acérquese a la mesa de registro.';

/** Code as a person types the text from a card: groups with hyphens, lower case. */
const typed = (code: string) => `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase();

describe("a code's vote", () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let people: Owner[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Varios', table);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => people);

  async function phone(): Promise<Owner> {
    const person = await Owner.at(browser, server.url, PHONE);
    people = [...people.filter((one) => !one.page.isClosed()), person];
    return person;
  }
  const toggle = (conceptId: number, active: 0 | 1, at = jointId) =>
    setup.staff.ask(toggleConcept, { body: { jointId: at, conceptId, active } });
  /** Records the paths of the page's requests from now on. */
  function asksOf({ page }: Owner): string[] {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  }
  const ballot = (person: Owner) => person.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();

  describe('a card with several units', () => {
    let person: Owner;
    let watch: SecretWatch;
    let code = '';
    let first = 0;

    it('removes the code from the address and waits for a question', async () => {
      code = await setup.atDoor(jointId, ['101', '102', '103']);
      person = await phone();
      watch = new SecretWatch(person.page);
      await person.open(`/VoteQR/${typed(code)}`);
      await person.sees('En este momento no hay una votación activa.');
      await person.isAt('/VoteQR');
      await person.sees(
        `Usted vota por 3 inmuebles, con un coeficiente de ${four(sumOf(of('101', '102')))}: 101, 102, 103.`,
      );
      expect(await person.page.getByRole('button', { name: 'Cerrar sesión' }).count()).toBe(0);
      expect(await person.page.getByRole('button', { name: 'Abrir menú' }).count()).toBe(0);
      await person.seesLive('live');
      await watch.keeps(code, typed(code));
    });

    it('shows an opening question without a reload, and thanks with receipts', async () => {
      await person.markPage();
      first = await setup.question(jointId, '¿Se aprueba el orden del día?');
      await ballot(person);
      await person.sees('¿Se aprueba el orden del día?');
      await person.vote('Si');
      await person.sees('Votación exitosa.');
      await person.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
      const slips = person.page.locator('section[aria-label="Comprobantes de voto"] li');
      await expect.poll(() => slips.count()).toBe(2);
      const { body } = await setup.staff.call(getSnapshot, { params: { jointId } });
      const voted = body.concepts.find((one) => one.conceptId === first)?.voted;
      expect(voted?.apartments).toBe(2);
      await person.wasNotReloaded();
    });

    it('after voting shows the answers, then the next question', async () => {
      await person.press('Continuar');
      await person.sees('Usted ya votó esta pregunta.');
      await person.page.getByText('Ver mis respuestas y comprobantes').click();
      await expect.poll(() => person.page.getByText(/^10[12]: Si · con tarjeta$/).count()).toBe(2);
      const paths = asksOf(person);
      await toggle(first, 0);
      await person.sees('En este momento no hay una votación activa.');
      await setup.question(jointId, '¿Se aprueba el presupuesto?');
      await ballot(person);
      // Once at the closing, and once at the opening.
      expect(paths.filter((path) => path.endsWith('/activeassemblyconcept'))).toHaveLength(2);
      await person.sees('¿Se aprueba el presupuesto?');
      await person.wasNotReloaded();
    });

    it('a reload continues with the stored session', async () => {
      const paths = asksOf(person);
      await person.page.reload();
      await ballot(person);
      const ofBallot = paths.filter((path) => /concept$|apartments$/.test(path));
      expect(ofBallot.sort()).toEqual([
        `/SCAF/api/joints/${jointId}/activeassemblyconcept`,
        '/SCAF/api/users/me/assemblyapartments',
      ]);
      await person.isAt('/VoteQR');
      await watch.keeps(code, typed(code));
    });

    it('the greeting does not show the code', async () => {
      await person.open('/UserHome');
      await person.isAt('/VoteQR');
      await ballot(person);
      expect(await person.page.locator('body').innerText()).not.toContain(code);
    });

    it('waits without network and continues automatically', async () => {
      await person.page.context().setOffline(true);
      await person.seesLive('polling');
      await setup.question(jointId, '¿Se eligen los delegados?');
      await person.page.context().setOffline(false);
      await person.sees('¿Se eligen los delegados?');
      await person.seesLive('live');
      await ballot(person);
    });

    it('tells a vote of the desk at once, and asks who cast it', async () => {
      const { body } = await setup.staff.call(getSnapshot, { params: { jointId } });
      const { conceptId = 0, answers = [] } = body.concepts.find((one) => one.active === 1) ?? {};
      const [yes, no] = answers;
      const cast = (apartmentId: string, voteId: number) =>
        setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId } });
      await cast('101', yes?.answerId ?? 0);
      await person.sees('La mesa registró en papel su voto.');
      await person.sees('¿No fue usted? Avise a la mesa.');
      await cast('102', no?.answerId ?? 0);
      const desk = person.page.getByRole('main').filter({ hasText: 'La mesa registró en papel' });
      await desk.getByText(/^101: Si, /).waitFor();
      await desk.getByText(/^102: No, /).waitFor();
      await toggle(conceptId, 0);
      const result = person.page.getByRole('region', { name: /^Resultado de la / });
      await result.getByText(/^102: No, /).waitFor();
      expect(await result.getByText('Usted votó').count()).toBe(0);
    });

    it('says that the question closed, in the dialog and after a late vote', async () => {
      const facade = await setup.question(jointId, '¿Se pinta la fachada?');
      await ballot(person);
      await person.page.getByRole('radio', { name: 'Si', exact: true }).check();
      await person.press('Votar');
      await person.sees('Seleccionó la opción Si. ¿Está seguro de su respuesta?');
      await toggle(facade, 0);
      await person.sees('Su respuesta no se envió.');
      // The browser makes the result behind the dialog inert, but Playwright finds the buttons of both.
      const dialog = person.page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Entendido' }).click();
      // The vote leaves the phone before the closing and arrives after it.
      const second = await setup.question(jointId, '¿Se cambia la portería?');
      await ballot(person);
      await person.page.route('**/SCAF/api/assembly', async (route) => {
        if (route.request().method() === 'POST') await toggle(second, 0);
        await route.continue();
      });
      await person.page.getByRole('radio', { name: 'Si', exact: true }).check();
      await person.press('Votar');
      await person.press('Sí');
      const lateNotice = person.page.getByText(`Su voto en la VOTACIÓN ${second - 1} no se contó.`);
      await lateNotice.waitFor();
      await person.sees(/La votación se cerró antes de que llegara su voto\.$/);
      await person.sees('Usted no votó esta pregunta.');
      await lateNotice.waitFor();
      await person.page.unroute('**/SCAF/api/assembly');
      await setup.question(jointId, '¿Se eligen los delegados del edificio?');
      await ballot(person);
      expect(await lateNotice.count()).toBe(0);
    });

    it('tells the first phone at once that a second phone opened the code', async () => {
      const second = await phone();
      await second.open(`/VoteQR/${code}`);
      await ballot(second);
      await person.sees(/^Su código se abrió otra vez a las \d/);
      await person.sees('¿No fue usted? Avise a la mesa.');
      expect(await second.page.getByText('Su código se abrió otra vez').count()).toBe(0);
      await second.page.close();
    });

    it('a withdrawn code ends the page with a message', async () => {
      await setup.staff.ask(withdrawHolder, { params: { code } });
      await person.sees(NOT_ENABLED);
      await expect.poll(() => person.page.getByRole('radio').count()).toBe(0);
      const storedText = await person.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      expect(storedText).not.toContain('scaf.token');
      await person.page.reload();
      await person.sees('Para votar, escanee');
      expect(person.faults).toEqual([]);
      await person.leave();
    });
  });

  it('all disabled codes get the same answer, and no code is stored', { tags: 'slow' }, async () => {
    const [empty = ''] = await setup.codes(jointId, 1);
    const withdrawn = await setup.atDoor(jointId, ['301']);
    await setup.staff.ask(withdrawHolder, { params: { code: withdrawn } });
    for (const code of ['000000000000', 'no es un código', 'x'.repeat(60), empty, withdrawn]) {
      const person = await phone();
      const watch = new SecretWatch(person.page);
      await person.open(`/VoteQR/${encodeURIComponent(code)}`);
      await person.sees(NOT_ENABLED);
      const words = await person.page.locator('main').innerText();
      expect(words.replace(/\s+/g, ' ').trim()).toBe(`Votación ${NOT_ENABLED}`);
      await person.isAt('/VoteQR');
      await watch.keeps(code);
      expect(await person.page.evaluate(() => sessionStorage.length)).toBe(0);
      expect(person.faults).toEqual([]);
      await person.leave();
    }
  });

  it('waits without network before the code exchange', { tags: 'slow' }, async () => {
    const code = await setup.atDoor(jointId, ['101']);
    const person = await phone();
    let isCut = true;
    await person.page.route(/\/auth\/qr$/, (route) => (isCut ? route.abort() : route.continue()));
    await person.open(`/VoteQR/${code}`);
    await person.sees('Sin conexión.');
    await person.isAt('/VoteQR');
    // A reload in the middle keeps the vote.
    await person.page.reload();
    await person.sees('Sin conexión.');
    isCut = false;
    await ballot(person);
    await person.leave();
  });

  it('asks a signed-in owner, and keeps the session on refusal', { tags: 'slow' }, async () => {
    const account = await setup.owner('ana', jointId, ['101']);
    const code = await setup.atDoor(jointId, ['202']);
    const person = await phone();
    await person.signIn(account, `/VoteQR/${code}`);
    await person.sees('En este navegador está abierta la sesión de Persona ana.');
    await person.press('Seguir como Persona ana');
    await person.isAt('/UserHome');
    await person.sees('Bienvenido a SCAF, Persona ana.');
    await person.open(`/VoteQR/${code}`);
    await person.press('Cerrar esa sesión y votar con el código QR');
    await ballot(person);
    await person.sees('202');
    await person.leave();
  });

  it('an invalid code keeps the current session', async () => {
    const account = await setup.owner('beto', jointId, ['102']);
    const person = await phone();
    await person.signIn(account, '/VoteQR/000000000000');
    await person.press('Cerrar esa sesión y votar con el código QR');
    await person.sees(NOT_ENABLED);
    await person.open('/UserHome');
    await person.sees('Bienvenido a SCAF, Persona beto.');
    await person.leave();
  });

  it('another card replaces the current card without a question', { tags: 'slow' }, async () => {
    const person = await phone();
    const [one, two] = [await setup.atDoor(jointId, ['102']), await setup.atDoor(jointId, ['201'])];
    await person.open(`/VoteQR/${one}`);
    await person.sees('102');
    await person.open(`/VoteQR/${two}`);
    await person.sees('201');
    await ballot(person);
    expect(await person.page.locator('main').innerText()).not.toContain('102');
    await person.leave();
  });

  it('a badge session registers its own unit during registration', { tags: 'slow' }, async () => {
    const joint = await setup.joint('Edificio Escarapelas', table);
    const [badge = ''] = await setup.badges(joint, ['201']);
    const person = await phone();
    await person.open(`/VoteQR/${badge}`);
    await person.sees('El registro no ha sido activado.');
    await toggle(1, 1, joint);
    await person.press('Registrar Asistencia');
    await person.sees(`Usted vota por 1 inmueble, con un coeficiente de ${four(sumOf(of('201')))}: 201.`);
    await setup.question(joint, '¿Está claro?');
    await ballot(person);
    await person.leave();
  });

  it('tells the owner the vote of a proxy by name, after the owner arrives', async () => {
    const joint = await setup.joint('Edificio Poderes', table);
    const [code = ''] = await setup.badges(joint, ['301']);
    const card = await setup.atDoor(joint, ['201']);
    await setup.staff.ask(register, {
      params: { jointId: joint },
      body: { code: card, apartmentIds: ['301'], byProxy: true, attendee: { name: 'Vera Vecina' } },
    });
    const conceptId = await setup.question(joint, '¿Se pinta?');
    const proxy = await phone();
    await proxy.open(`/VoteQR/${card}`);
    await ballot(proxy);
    await proxy.vote('Si');
    await proxy.sees('Votación exitosa.');
    await setup.staff.ask(register, { params: { jointId: joint }, body: { code, takeBack: true } });
    const owner = await phone();
    await owner.open(`/VoteQR/${code}`);
    await owner.sees('Vera Vecina votó por usted, con su poder.');
    await owner.sees('¿No le dio usted ese poder? Avise a la mesa.');
    await owner.page.getByText(/^301: Si, /).waitFor();
    expect(await owner.page.getByText('Usted ya votó').count()).toBe(0);
    await toggle(conceptId, 0, joint);
    const result = owner.page.getByRole('region', { name: /^Resultado de la / });
    await result.getByText('Vera Vecina votó por usted, con su poder.').waitFor();
    expect(await result.getByText('Usted votó').count()).toBe(0);
    await owner.leave();
    await proxy.leave();
  });

  it('asks open questions of the whole and of a sector in sequence', async () => {
    const { jointId: root, sectors } = await setup.staff.ask(createJoint, {
      body: { jointName: 'Centro Canon', sectors: [{ sectorName: 'Oficinas' }] },
    });
    const sectorId = sectors[0]?.sectorId ?? 0;
    await setup.staff.importUnits(root, table.fileName, table.csv);
    await setup.staff.importUnits(sectorId, sector.fileName, sector.csv);
    const code = await setup.atDoor(root, ['201']);
    await setup.question(sectorId, '¿Pintar las oficinas?');
    await setup.question(root, '¿Pintar la fachada?');
    const person = await phone();
    await person.open(`/VoteQR/${code}`);
    await ballot(person);
    await person.sees('¿Pintar la fachada?');
    await person.sees('Después sigue otra pregunta.');
    await person.sees(`coeficiente ${four(sumOf(of('201')))}`);
    await person.vote('Si');
    await person.sees('Falta otra pregunta: VOTACIÓN 1 de Oficinas.');
    await person.press('Responder');
    await ballot(person);
    await person.sees('¿Pintar las oficinas?');
    await person.sees('coeficiente 60,0000');
    await person.vote('No');
    await person.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    await person.press('Continuar');
    await expect.poll(() => person.page.getByText('Usted ya votó esta pregunta.').count()).toBe(2);
    for (const [place, answerId] of [
      [root, 1],
      [sectorId, 2],
    ] as const) {
      const { concepts } = await setup.staff.ask(getSnapshot, { params: { jointId: place } });
      const counted = concepts.at(-1)?.answers.filter((answer) => answer.apartments > 0);
      expect(counted?.map((answer) => answer.answerId)).toEqual([answerId]);
    }
    await person.leave();
  });
});
