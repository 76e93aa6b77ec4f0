/** Test of a power on the phone: the owner gives the power in four presses at most, and the holder gets a filled ballot. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('unidades.csv', 6, 1);
const [granted = '', own = ''] = table.units.map(({ apartmentId }) => apartmentId);

describe('a power on the phone', () => {
  let mail: TestMailServer;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let conceptId = 0;
  let granter: Owner;
  let holder: Owner;

  beforeAll(async () => {
    mail = await startMailServer();
    [server, browser] = await Promise.all([ServerProcess.start({ smtpUrl: mail.url }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio Poderes', table);
    await setup.hall(jointId).describe({ agenda: '1. Quórum\n2. Cuota extraordinaria' });
    const assemblyApartments = [{ jointId, apartmentId: granted }];
    await setup.user('ana', 3, { email: 'ana@correo.co', assemblyApartments });
    granter = await Owner.at(browser, server.url, PHONE);
    holder = await Owner.at(browser, server.url, PHONE);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    await mail?.close();
  });
  serialSteps(() => [granter, holder]);

  it('three presses and the last code of the mail sign a power with instructions', async () => {
    await granter.signIn({ username: 'ana' }, '/LaunchPage');
    await granter.press('Dar poder a otra persona');
    await granter.type('Inmueble de ese propietario', own);
    await granter.page.getByText('Instrucciones de voto (opcional)').click();
    await granter.choose('2. Cuota extraordinaria', 'No');
    await granter.press('Pedir el código');
    await granter.sees('2. Cuota extraordinaria: No');
    await expect.poll(() => mail.taken.length, { timeout: 20_000 }).toBe(1);
    // The dialog stays, also with a fourth code refused: the third code signs.
    for (const codes of [2, 3]) {
      await granter.press('Pedir otro código');
      await expect.poll(() => mail.taken.length, { timeout: 20_000 }).toBe(codes);
    }
    await granter.press('Pedir otro código');
    await granter.sees(/^Demasiados intentos/);
    const code = /^\d{6}$/m.exec(mail.to('ana@correo.co').text ?? '')?.[0] ?? '';
    await granter.type('Código del correo', code);
    await granter.press('Firmar el poder');
    await granter.sees(/El poder quedó firmado/);
    await granter.page.getByRole('button', { name: /^Revocar el poder de/ }).waitFor();
  });

  it('the ballot of the holder is filled in, and the dialog repeats the instructions', async () => {
    const [code = ''] = await setup.badges(jointId, [own]);
    const params = { jointId };
    await setup.staff.ask(register, { params, body: { code, powers: [1] } });
    await holder.open(`/VoteQR/${code}`);
    await holder.seesLive('live');
    conceptId = await setup.question(jointId, {
      conceptDescription: '¿Se aprueba la cuota?',
      agendaItem: 2,
      active: 1,
    });
    await holder.sees(/^Instrucciones de/);
    await holder.sees(/^1 de 2 inmuebles/);
    const mine = holder.page.getByRole('radiogroup', { name: `Inmueble ${own}` });
    await mine.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
    await holder.press('Votar');
    const dialog = holder.page.getByRole('alertdialog');
    await dialog.getByText(`El poder de ${granted} ordena: No`).waitFor();
    await holder.answer('Seleccionó respuestas diferentes. ¿Está seguro de su respuesta?', 'Sí');
    await holder.sees('Gracias por su votación.');
    expect(await server.storedAnswers({ jointId, conceptId })).toEqual({ [own]: 1, [granted]: 2 });
  });

  it('the owner revokes the power during the open question: the vote of the unit is annulled', async () => {
    await granter.page.getByRole('button', { name: /^Revocar el poder de/ }).click();
    await granter.answer(/^¿Revocar el poder de/, 'Revocar');
    await granter.sees('Terminado: se revocó');
    expect(await server.storedAnswers({ jointId, conceptId })).toEqual({ [own]: 1 });
  });
});
