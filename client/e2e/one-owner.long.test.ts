/** Test of an owner with a scanned badge or card, continuing on the phone: the same person on every device. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = tableOf(
  'unidades.csv',
  'unidad,propietario,coeficiente\n101,Ana,10\n102,Beto,20\n103,Carla,30\n104,Dora,40\n',
);

describe('an owner with a badge and a phone', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let badge = '';
  const phones: Owner[] = [];
  const [ana, beto, carla, dora] = [0, 1, 2, 3].map((at) => () => {
    const phone = phones[at];
    if (!phone) throw new Error('no phone');
    return phone;
  }) as [() => Owner, () => Owner, () => Owner, () => Owner];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Escarapelas', table);
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } });
    [badge = ''] = await setup.badges(jointId, ['101']);
    await setup.staff.ask(register, { params: { jointId }, body: { code: badge } });
    await setup.atDoor(jointId, ['102']);
    const [power = ''] = await setup.codes(jointId, 1);
    const attendee = { name: 'Julia Mora', document: '52000111' };
    const body = { apartmentIds: ['103'], code: power, byProxy: true, attendee };
    await setup.staff.ask(register, { params: { jointId }, body });
    for (const [name, unit] of [
      ['ana', '101'],
      ['beto', '102'],
      ['carla', '103'],
      ['dora', '104'],
    ] as const) {
      const account = await setup.owner(name, jointId, [unit]);
      const phone = await Owner.at(browser, server.url, PHONE);
      phones.push(phone);
      await phone.signIn(account, '/LaunchPage');
      await phone.seesLive('live');
    }
    await setup.question(jointId, '¿Se aprueba el presupuesto?');
  }, 300_000);
  afterAll(async () => {
    for (const phone of phones) await phone.leave();
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => phones);

  it("an owner's phone shows the registration by badge and votes", async () => {
    await ana().seesRows('Inmuebles registrados', [
      { Inmueble: '101', Propietario: 'Ana', Estado: 'Registrado con su escarapela', Coeficiente: '10,0000' },
    ]);
    await ana().sees('Total registrado (1 inmueble)');
    expect(await ana().page.locator('main').innerText()).not.toContain('Otra persona');
    await ana().goToVote();
    await ana().vote('Si');
    await ana().isThanked();
  });

  it('one tap takes a unit over from a nameless card', async () => {
    await beto().sees('Registrado con una tarjeta de la mesa: 102.');
    await beto().press('Representar yo mismo mi inmueble 102');
    await beto().sees('Usted responde ahora por: 102.');
    await beto().goToVote();
  });

  it('the owner revokes a power explicitly before taking the unit back', async () => {
    const button = 'Representar yo mismo mi inmueble 103';
    const sure = '¿Desea revocar el poder y representar usted mismo el inmueble 103?';
    await carla().sees('Otra persona responde con un poder por: 103.');
    await carla().press(button);
    await carla().answer(sure, 'No');
    await carla().sees('Otra persona responde con un poder por: 103.');
    await carla().press(button);
    await carla().answer(sure, 'Sí');
    await carla().sees('Usted responde ahora por: 103.');
  });

  it('during an open question the registration is on top of the page', async () => {
    await dora().sees('Para votar, primero registre la asistencia de sus inmuebles.');
    const button = dora().page.getByRole('button', { name: 'Registrar Asistencia' });
    await button.scrollIntoViewIfNeeded();
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((part) =>
        element.contains(document.elementFromPoint(left + width / 2, top + height * part)),
      );
    });
    expect(isOnTop).toBe(true);
    expect(await dora().page.getByRole('link', { name: 'Votar', exact: true }).count()).toBe(0);
    await dora().register();
    await dora().page.getByRole('link', { name: 'Votar', exact: true }).waitFor();
  });

  it('no page had an error', () => {
    expect(phones.flatMap((phone) => phone.faults)).toEqual([]);
  });
});
