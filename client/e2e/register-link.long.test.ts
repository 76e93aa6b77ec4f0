/** Test of '/Register/...': owners at home open the link from an e-mail, received by a real mail server. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOfLink, startMailServer, type TestMailServer } from '../../server/testing/mail-server.ts';
import { PASSWORD } from '../../server/testing/world.ts';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { revokeInvitation, sendInvitations } from '../../shared/assemblies/invitations.api.ts';
import { invitedFor } from '../../shared/format.ts';
import { PHONE } from './page-driver.ts';
import { Owner } from './people.ts';
import { SecretWatch } from './secrets.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Cañón / Torre 100% «Ñ»';
const NOTICE = {
  mode: 'mixed',
  scheduledAt: new Date().toISOString(),
  place: 'Salón comunal',
  agenda: '1. Verificación del quórum\n2. Presupuesto',
} as const;
const MEETING = { zoomId: '99988877766', zoomPassword: 'clave/de+reunión' };
const table = madeUpTable('unidades.csv', 6, 2);
const idOf = (at: number) => table.units[at]?.apartmentId ?? '';
const REFUSED = 'Usuario o Contraseña Inválido.';

describe("an invitation's link", () => {
  let mail: TestMailServer;
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let other = 0;
  let people: Owner[] = [];
  const userIds = new Map<string, string>();

  beforeAll(async () => {
    mail = await startMailServer();
    [server, browser] = await Promise.all([ServerProcess.start({ smtpUrl: mail.url }), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint(JOINT, table);
    other = await setup.joint('Otra copropiedad', table);
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { ...NOTICE, ...MEETING } });
    for (const [at, name] of ['ana', 'beto', 'carla'].entries()) {
      const links = [jointId, other].map((one) => ({ jointId: one, apartmentId: idOf(at) }));
      const user = await setup.user(name, 3, { email: `${name}@ejemplo.co`, assemblyApartments: links });
      userIds.set(name, user.userId);
    }
    await setup.staff.ask(sendInvitations, { params: { jointId }, body: {} });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    await mail?.close();
  });
  serialSteps(() => people);

  async function phone(): Promise<Owner> {
    const person = await Owner.at(browser, server.url, PHONE);
    people = [...people.filter((one) => !one.page.isClosed()), person];
    return person;
  }
  const linkOf = (name: string) => mail.to(`${name}@ejemplo.co`).link;
  const registration = (active: 0 | 1) =>
    setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 1, active } });
  const welcome = `Bienvenido a la asamblea de copropietarios de ${JOINT}.`;

  it('the link greets, cleans the address, waits for registration, and opens the meeting', async () => {
    await expect.poll(() => mail.mails.length).toBe(3);
    const ana = await phone();
    const watch = new SecretWatch(ana.page);
    const { token } = partsOfLink(linkOf('ana'));
    await ana.goTo(linkOf('ana'));
    await ana.page.getByRole('heading', { name: welcome, exact: true }).waitFor();
    await ana.isAt(`/Register/${jointId}`);
    await ana.sees('El registro no ha sido activado.');
    const words = await ana.page.locator('main').innerText();
    for (const part of [
      'Mixta',
      invitedFor(NOTICE.scheduledAt),
      'Salón comunal',
      'Orden del día',
      '2. Presupuesto',
    ])
      expect(words).toContain(part);
    const tutorials = ana.page.getByRole('link', { name: 'Ver tutoriales' });
    expect(await tutorials.getAttribute('href')).toBe('/Tutorials');
    // A joint chosen in another page does not affect this page.
    await ana.page.evaluate((id) => {
      sessionStorage.setItem('scaf.joint', JSON.stringify(id));
    }, other);
    await ana.page.reload();
    await ana.page.getByRole('heading', { name: welcome, exact: true }).waitFor();
    await ana.seesLive('live');
    await registration(1);
    await ana.press('Registrar Asistencia');
    await ana.isAt('/LaunchPage');
    const meeting = ana.page.getByRole('link', { name: 'Ingresar a la reunión' }).first();
    const href = new URL((await meeting.getAttribute('href')) ?? '');
    expect(href.pathname).toBe(`/j/${MEETING.zoomId}`);
    expect(href.searchParams.get('pwd')).toBe(MEETING.zoomPassword);
    await watch.keeps(token, MEETING.zoomPassword);
    const storedText = await ana.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(storedText).not.toContain(token);
    // Already registered: the same link opens the launch page.
    await ana.goTo(linkOf('ana'));
    await ana.isAt('/LaunchPage');
    expect(ana.faults).toEqual([]);
    await ana.leave();
  });

  it('an ordinary password works too', async () => {
    const beto = await phone();
    const watch = new SecretWatch(beto.page);
    await beto.open(
      `/Register/${jointId}/BETO/${encodeURIComponent(PASSWORD)}/${encodeURIComponent('Otro nombre')}`,
    );
    await beto.page.getByRole('heading', { name: welcome, exact: true }).waitFor();
    await beto.page.getByRole('button', { name: 'Registrar Asistencia' }).waitFor();
    await watch.keeps(PASSWORD);
    await beto.leave();
  });

  it("replaces another user's session only after a notice", async () => {
    const person = await phone();
    await person.signInAtForm({ username: 'ana', name: 'Persona ana' });
    await person.goTo(linkOf('carla'));
    await person.sees('En este navegador está abierta la sesión de Persona ana.');
    await person.press('Seguir como Persona ana');
    await person.sees('Bienvenido a SCAF, Persona ana.');
    await person.goTo(linkOf('carla'));
    await person.press('Cerrar esa sesión y entrar con el enlace');
    await person.page.getByRole('button', { name: 'Registrar Asistencia' }).waitFor();
    await person.sees(idOf(2));
    await person.leave();
  });

  it('wrong and revoked links get the same answer with advice', async () => {
    await setup.staff.ask(revokeInvitation, { params: { jointId, userId: userIds.get('carla') ?? '' } });
    const answers: string[] = [];
    for (const link of [linkOf('carla'), `${server.url}/Register/${jointId}/nadie/x/y`]) {
      const person = await phone();
      await person.goTo(link);
      await person.sees(REFUSED);
      await person.isAt(`/Register/${jointId}`);
      answers.push(await person.page.locator('main').innerText());
      expect(await person.page.evaluate(() => sessionStorage.length)).toBe(0);
      await person.press('Iniciar Sesión');
      await person.submitSignIn({ username: 'beto' });
      await person.page.getByRole('heading', { name: welcome, exact: true }).waitFor();
      await person.leave();
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('after the closing the phone can read; other links say the assembly is over', async () => {
    // The e-mail with the results comes after the invitation.
    const link = linkOf('beto');
    const reader = await phone();
    await reader.goTo(link);
    // The heading stands before the sign-in ends.
    await reader.page.getByRole('button', { name: 'Registrar Asistencia' }).waitFor();
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { closed: true } });
    await reader.sees('La asamblea terminó el');
    await reader.follow('Ver mis votos y comprobantes');
    await reader.sees('La asamblea terminó el');
    await reader.page.reload();
    await reader.sees('La asamblea terminó el');
    await reader.leave();
    const late = await phone();
    await late.goTo(link);
    await late.sees('La asamblea terminó el');
    await late.sees('El enlace de la invitación servía hasta entonces.');
    await late.press('Iniciar Sesión');
    await late.submitSignIn({ username: 'beto' });
    await late.sees('La asamblea terminó el');
    await late.leave();
    const person = await phone();
    await person.signInAtForm({ username: 'beto', name: 'Persona beto' });
    await person.goTo(link);
    await person.sees('La asamblea terminó el');
    await person.follow('Seguir como Persona beto');
    await person.sees('Bienvenido a SCAF, Persona beto.');
    await person.leave();
  });
});
