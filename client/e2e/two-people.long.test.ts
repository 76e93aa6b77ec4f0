/**
 * Test of two people at one form: the second save shows the values of the first person, the second person chooses, and
 * no value is lost in silence.
 */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDrafts, sendDraft } from '../../shared/billing/drafts.api.ts';
import { getBillingSettings } from '../../shared/billing/settings.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { changeJoint, getJoint } from '../../shared/properties/joints.api.ts';
import { getPowerRules } from '../../shared/properties/power-rules.api.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const CONFLICT = 'Otra persona cambió los mismos datos';
const table = madeUpTable('censo.csv', 6, 1);

describe('two people at one form', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  /** First person, at a laptop, and second person, at a phone. */
  let ana: Person;
  let beto: Person;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Torres de La Floresta', table);
    await setup.staff.ask(changeJoint, { params: params(), body: { usesBilling: true } });
    const colleague = await setup.user('beto', Profile.full);
    [ana, beto] = await Promise.all([
      Person.at(browser, server.url, LAPTOP),
      Person.at(browser, server.url, PHONE),
    ]);
    await Promise.all([ana.signIn(setup.platform), beto.signIn(colleague)]);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const params = () => ({ jointId });
  const both = (act: (person: Person) => Promise<void>) => Promise.all([ana, beto].map(act));
  const card = ({ page }: Person, title: string): Locator =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
  const save = (person: Person, title: string) =>
    card(person, title).getByRole('button', { name: 'Guardar', exact: true }).last().click();

  /** The second person saves, reads the value of the first person, goes back, and saves on top. */
  async function savesOnTop(words: RegExp, send: () => Promise<void>): Promise<void> {
    await send();
    await beto.page.getByRole('alertdialog', { name: CONFLICT }).getByText(words).waitFor();
    await beto.answer(CONFLICT, 'Revisar');
    await send();
    await beto.page.getByRole('alertdialog', { name: CONFLICT }).getByText(words).waitFor();
    await beto.answer(CONFLICT, 'Guardar lo mío');
  }

  it('a setting of a joint shows the value of the first person before the value ends', async () => {
    await both(async (person) => {
      await person.open(`/Joints/${jointId}`);
      await person.page.getByText('Votaciones, poderes y reglamento').click();
    });
    await ana.type('Nombre del revisor fiscal', 'Luis Peña');
    await save(ana, 'Revisor fiscal');
    await ana.sees('La copropiedad ha sido actualizada.');
    await beto.type('Nombre del revisor fiscal', 'Ana Díaz');
    await savesOnTop(/Revisor fiscal: Luis Peña \(usted escribió: Ana Díaz\)/, () =>
      save(beto, 'Revisor fiscal'),
    );
    await beto.sees('La copropiedad ha sido actualizada.');
    expect(await setup.staff.ask(getJoint, { params: params() })).toMatchObject({
      fiscalAuditor: 'Ana Díaz',
    });
  });

  it('the limits of powers show the list of the first person, and keep the other limits', async () => {
    const title = 'Límites de los poderes';
    await ana.type('Nombre de la persona impedida', 'Nora Gil');
    await ana.press('Agregar persona');
    await ana.page.getByRole('textbox', { name: 'Propietarios por persona' }).fill('3');
    await ana.page.keyboard.press('Tab');
    await save(ana, title);
    await ana.sees('Los límites de los poderes han sido actualizados.');
    await beto.type('Nombre de la persona impedida', 'Iván Ruiz');
    await beto.press('Agregar persona');
    await savesOnTop(/Personas impedidas: .*Nora Gil.*usted escribió: .*Iván Ruiz/, () => save(beto, title));
    await beto.sees('Los límites de los poderes han sido actualizados.');
    const rules = await setup.staff.ask(getPowerRules, { params: params() });
    expect(rules).toMatchObject({ barred: [{ name: 'Iván Ruiz' }], limit: 3 });
  });

  it('a billing setting shows the value of the first person, and keeps the other settings', async () => {
    const send = (person: Person) => person.press('Guardar la configuración');
    await both((person) => person.open(`/Billing/Settings?joint=${jointId}`));
    await ana.type('Mensaje', 'Pague antes del diez.');
    await ana.type('NIT', '900.123.456-8');
    await send(ana);
    await ana.sees('La configuración fue guardada.');
    await beto.type('Mensaje', 'Pague en el banco.');
    await savesOnTop(/Mensaje: Pague antes del diez\. \(usted escribió: Pague en el banco\.\)/, () =>
      send(beto),
    );
    await beto.sees('La configuración fue guardada.');
    expect(await setup.staff.ask(getBillingSettings, { params: params() })).toMatchObject({
      message: 'Pague en el banco.',
      nit: '900.123.456-8',
    });
  });

  it('the draft of a month stays if the second person discards the page from before the loading', async () => {
    const name = 'cobros mayo 2026.csv';
    const rows = table.units.map(({ apartmentId }) => `${apartmentId};50000`);
    const text = ['apto;administración', ...rows].join('\n');
    const { draftId } = await setup.staff.send(sendDraft, { params: params(), name, text });
    await both(async (person) => {
      await person.open(`/Billing?joint=${jointId}&draft=${draftId}`);
      await person.page.getByRole('button', { name: 'Cargar el mes' }).waitFor();
    });
    await ana.press('Cargar el mes');
    await ana.sees(/fue cargado\./);
    await beto.press('Descartar');
    await beto.answer(`¿Descartar ${name}?`, 'Descartar');
    await beto.sees(/Otra persona cambió los mismos datos/);
    await beto.sees(/Estado: .*mayo/i);
    const [draft] = await setup.staff.ask(listDrafts, { params: params() });
    expect(draft).toMatchObject({ state: 'prepared' });
    expect([...ana.faults, ...beto.faults]).toEqual([]);
  });
});
