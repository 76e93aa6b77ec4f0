/**
 * Test of joining by the QR code on the wall screen, without link or card: a phone, two desks and a wall screen,
 * with counted taps.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { SecretWatch } from './secrets.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  [
    'unidad,propietario,documento,coeficiente',
    '101,Ana Torres,52.123.456,10',
    '102,Luis Rojas,79.555.111,20',
    '103,Eva Peña,,30',
    '104,Ana Torres,52.123.456,40',
    '',
  ].join('\n'),
);
const TICKET = 'scaf.arrival';

describe('joining by the QR on the wall', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let path = '';
  let panel: Operator;
  const desks: Operator[] = [];
  let wall: Screen;
  let phones: Owner[] = [];
  let ana: Owner;
  let luis: Owner;
  let eva: Owner;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Sin Enlaces', table);
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    for (const name of ['olga', 'omar']) {
      await setup.user(name, Profile.operator, { assemblyJoints: [jointId] });
    }
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    wall = await Screen.at(browser, server.url);
    await wall.open(new URL(url).pathname + new URL(url).search + new URL(url).hash);
    await wall.seesLive('live');
    panel = await Operator.at(browser, server.url, LAPTOP);
    await panel.signIn({ username: 'olga' }, '/AssemblyPanel');
    for (const name of ['olga', 'omar']) {
      const desk = await Operator.at(browser, server.url, LAPTOP);
      await desk.signIn({ username: name }, '/RegisterQR');
      await desk.seesLive('live');
      desks.push(desk);
    }
    phones = await Promise.all([1, 2, 3].map(() => Owner.at(browser, server.url, PHONE)));
    [ana, luis, eva] = phones as [Owner, Owner, Owner];
  }, 300_000);
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [panel, wall, ...desks, ...phones]);

  const arrivals = (desk: Operator | undefined) =>
    (desk ?? panel).page.getByRole('region', { name: /^Avisos desde el teléfono/ });
  const tell = async (phone: Owner, unit: string, document: string) => {
    await phone.type('Inmueble', unit);
    await phone.type('Documento del propietario', document);
    await phone.press('Avisar a la mesa');
    await phone.sees('La mesa está revisando sus datos');
  };
  const numberOn = (phone: Owner) =>
    phone.page
      .locator('p', { hasText: /^Su número/ })
      .locator('strong')
      .innerText();
  const hasBallot = (phone: Owner) => phone.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();

  it('one press on the panel shows the QR on the wall, without a secret in the address', async () => {
    expect(await wall.page.getByRole('img', { name: 'Código QR de ingreso' }).count()).toBe(0);
    await panel.press('Mostrar QR en la pantalla');
    await wall.page.getByRole('img', { name: 'Código QR de ingreso' }).waitFor();
    const address = await wall.page.getByText(/\/Join\/[0-9A-Z]{8}$/).innerText();
    path = address.slice(address.indexOf('/Join'));
    await panel.page.getByRole('button', { name: 'Quitar QR de la pantalla' }).waitFor();
  });

  it('a phone announces itself, waits through a reload, and votes after one tap at a desk', async () => {
    await setup.question(jointId, '¿Se aprueba el orden del día?');
    const watch = new SecretWatch(ana.page);
    await ana.open(path);
    await tell(ana, '101', '52123456');
    const number = await numberOn(ana);
    const ticketText = await ana.page.evaluate((key) => sessionStorage.getItem(key) ?? '', TICKET);
    const { ticket } = JSON.parse(ticketText);
    expect(ticket).toHaveLength(43);
    await ana.page.reload();
    await ana.sees('La mesa está revisando sus datos');
    expect(await numberOn(ana)).toBe(number);
    await ana.markPage();
    for (const desk of desks) {
      await arrivals(desk).getByText('El documento coincide con el listado.').waitFor();
      await arrivals(desk).getByText(number, { exact: true }).waitFor();
    }
    await panel.sees('Un teléfono espera');
    await desks[0]?.page
      .getByRole('button', { name: `Confirmar 101, número ${number}`, exact: true })
      .click();
    await desks[0]?.sees('101 quedó confirmado: 2 inmuebles.');
    await arrivals(desks[1]).waitFor({ state: 'detached' });
    await hasBallot(ana);
    await ana.isAt('/VoteQR');
    await ana.wasNotReloaded();
    await watch.keeps(ticket, '52123456');
    expect(await ana.page.evaluate((key) => sessionStorage.getItem(key), TICKET)).toBeNull();
    await ana.vote('Si');
    await ana.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
  });

  it('one tap refuses a wrong arrival; the phone is told and keeps the typed data', {
    tags: 'slow',
  }, async () => {
    await luis.open(path);
    await tell(luis, '102', '1');
    const number = await numberOn(luis);
    const [first, second] = desks;
    await arrivals(second).getByText('El documento no coincide con el listado: verifíquelo.').waitFor();
    await second?.page.getByRole('button', { name: `Confirmar 102, número ${number}`, exact: true }).click();
    await second?.press('Confirmar');
    await second?.sees('Escriba el número del documento que vio.');
    await second?.press('Cancelar');
    await second?.page.getByRole('button', { name: `Rechazar 102, número ${number}`, exact: true }).click();
    await luis.sees('La mesa no pudo confirmar sus datos.');
    expect(await luis.page.getByLabel('Inmueble').inputValue()).toBe('102');
    await tell(luis, '102', '79555111');
    await arrivals(first).getByText('El documento coincide con el listado.').waitFor();
    await first?.page.getByRole('button', { name: /^Confirmar 102, número/ }).click();
    await hasBallot(luis);
  });

  it('corrects data while the phone waits; an unknown unit can only be refused', async () => {
    await eva.open(path);
    await tell(eva, '901', '1');
    const [desk] = desks;
    await arrivals(desk).getByText('No está en el listado de la asamblea.').waitFor();
    expect(
      await arrivals(desk)
        .getByRole('button', { name: /^Confirmar/ })
        .count(),
    ).toBe(0);
    await eva.press('Corregir mis datos');
    await tell(eva, '103', '41');
    await arrivals(desk).getByText('El listado no tiene el documento: verifíquelo.').waitFor();
    expect(await arrivals(desk).getByText('901', { exact: true }).count()).toBe(0);
  });

  it('a typed card code works like its QR', async () => {
    const code = await setup.atDoor(jointId, ['103']);
    const other = await Owner.at(browser, server.url, PHONE);
    phones.push(other);
    await other.open(path);
    await other.type('Código de la tarjeta', '12');
    await other.press('Ingresar');
    await other.sees('Escriba las 12 letras y números del código, como están en la tarjeta.');
    await other.type('Código de la tarjeta', code.toLowerCase());
    await other.press('Ingresar');
    await hasBallot(other);
    await other.isAt('/VoteQR');
  });

  it("a unit of a card moves to the owner's phone after two confirmations at the desk", async () => {
    const [desk] = desks;
    const button = arrivals(desk).getByRole('button', { name: /^Devolver al propietario 103/ });
    await button.waitFor();
    await button.click();
    await desk?.answer(/^¿Está seguro de devolver el inmueble 103/, 'Si');
    await hasBallot(eva);
  });

  it('one press removes the QR; the closing tells waiting phones', async () => {
    const late = await Owner.at(browser, server.url, PHONE);
    phones.push(late);
    await late.open(path);
    await tell(late, '777', '5');
    await panel.press('Quitar QR de la pantalla');
    await panel.page.getByRole('button', { name: 'Mostrar QR en la pantalla' }).waitFor();
    // The wall hears of the change after the panel.
    await wall.page.getByRole('img', { name: 'Código QR de ingreso' }).waitFor({ state: 'detached' });
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { closed: true } });
    await late.sees('Este aviso ya no está vigente.');
    expect([panel, wall, ...desks, ...phones].flatMap((person) => person.faults)).toEqual([]);
  });
});
