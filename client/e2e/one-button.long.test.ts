/**
 * Test of an evening on rails: a secretary presses only the one full button of each screen, and types only the
 * sheet, the name, the date, the agenda and the answers of dialogs. Owners come and vote on their own phones.
 */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { ATTENDANCE, listConcepts } from '../../shared/assemblies/concepts.api.ts';
import { listPointTexts } from '../../shared/assemblies/facts/point-texts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { today } from '../../shared/days.ts';
import { LAPTOP, MADE_MS } from './page-driver.ts';
import { Staff } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { TestSetup } from './test-setup.ts';

const SHEET = ['Apto;Propietario;Coeficiente', '101;Ana Ruiz;40', '102;Luis Paz;30', '103;Eva Sol;30'].join(
  '\n',
);
const POINT_TEXT = 'La mesa verificó el quórum con los tres inmuebles.';
const LATER_TEXT = `${POINT_TEXT} Eva Sol pidió la palabra.`;
const UNITS = ['101', '102', '103'];
const AGENDA = ['Verificación del quórum', 'Orden del día', 'Presupuesto', 'Elección del consejo', 'Varios'];
/** Maximum number of presses. More presses mean a circle. */
const MOST_PRESSES = 60;

describe('an evening by the one full button', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let staff: Staff;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    staff = await Staff.at(browser, server.url, LAPTOP);
    await staff.signIn(setup.platform);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [staff]);

  /** Visible full buttons of the open dialog, else of the page, by the look: filled with the main colour, or red. */
  const fullButtons = async (): Promise<Locator> => {
    const { page } = staff;
    const dialog = page.getByRole('alertdialog');
    const place = (await dialog.count()) > 0 ? dialog : page.locator('main');
    return place
      .locator(
        ':is(button, a):is([class*="_primary_"], [class*="_danger_"]):not(:disabled, [aria-disabled=true])',
      )
      .filter({ visible: true });
  };
  /** Label of the one full button. Null while a request runs, or for no or several buttons. */
  const fullLabel = async (): Promise<string | null> => {
    const labels = await (await fullButtons()).allInnerTexts();
    return labels.length === 1 ? (labels[0] ?? null) : null;
  };

  /** Presses the one full button, expects no other, and waits for the next full button. Returns the label. */
  async function pressFull(): Promise<string> {
    let label: string | null = null;
    // A live event may change the button between look and click: the name keeps the click off another button.
    await expect
      .poll(
        async () => {
          label = await fullLabel();
          if (label === null) return false;
          const button = (await fullButtons()).filter({ hasText: label });
          return button.click({ timeout: 2_000 }).then(
            () => true,
            () => false,
          );
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect.poll(fullLabel, { timeout: 15_000 }).not.toBe(label);
    return label ?? '';
  }

  it('from an empty joint to the guide: the sheet and a name', async () => {
    jointId = await staff.createJoint('Conjunto Riel');
    await staff.previewUnits({ fileName: 'riel.csv', csv: SHEET });
    expect(await pressFull()).toBe('Importar');
    await staff.isAt('/Assemblies/Prepare');
  });

  it('the guide leads to the open assembly: date, place, agenda', async () => {
    await staff.page.locator('li[aria-current=step]', { hasText: 'Fecha, hora y lugar' }).waitFor();
    await staff.type('Fecha', today());
    // A past hour at any time of the run: an early begin asks first.
    await staff.type('Hora', '00:00');
    await staff.type('Lugar', 'Salón comunal');
    expect(await staff.page.getByLabel('Orden del día', { exact: true }).inputValue()).toContain('quórum');
    await staff.type('Orden del día', AGENDA.join('\n'));
    const pressed: string[] = [];
    while (!pressed.includes('Ir al panel') && pressed.length < MOST_PRESSES) pressed.push(await pressFull());
    expect(pressed.filter((label) => label !== 'Continuar')).toEqual([
      'Guardar',
      'Crear escarapelas (3)',
      'Abrir la asamblea',
      'Ir al panel',
    ]);
  });

  it('with enough owners there, the panel leads to the first point', async () => {
    await setup.atDoor(jointId, UNITS);
    await staff.sees('Ya hay quórum.');
    expect(await pressFull()).toBe('Verificar quórum');
  });

  it('keeps the text of a point over a lost connection and a reload, and stores the text later', async () => {
    const { page } = staff;
    const stored = async () =>
      (await setup.staff.ask(listPointTexts, { params: { jointId } })).map(({ point, text }) => [
        point,
        text,
      ]);
    const isWriting = (url: URL) => url.pathname.endsWith('/pointtexts');
    await page.route(isWriting, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await staff.type('Texto del punto 1', POINT_TEXT);
    await staff.sees('Sin conexión. El texto queda en este equipo y se envía después.');
    await page.reload();
    const box = page.getByLabel('Texto del punto 1', { exact: true });
    await expect.poll(() => box.inputValue()).toBe(POINT_TEXT);
    expect(await stored()).toEqual([]);
    await page.unroute(isWriting);
    await staff.sees(/^Guardado \d\d:\d\d, /);
    expect(await stored()).toEqual([[1, POINT_TEXT]]);
    // A text typed just before the next point is sent without the box.
    await staff.type('Texto del punto 1', LATER_TEXT);
    expect(await pressFull()).toBe('Abrir punto 2');
    await expect.poll(stored).toEqual([[1, LATER_TEXT]]);
  });

  it('the panel leads from the first point to the downloaded acta', async () => {
    const acta = staff.page.waitForEvent('download', { timeout: MADE_MS });
    const pressed: string[] = [];
    for (;;) {
      const label = await pressFull();
      pressed.push(label);
      expect(pressed.length, pressed.join(' · ')).toBeLessThan(MOST_PRESSES);
      if (label === 'Generar') await vote();
      if (label === 'Cerrar y descargar el acta') break;
    }
    expect(await pressFull()).toBe('Si');
    expect((await acta).suggestedFilename()).toMatch(/\.pdf$/);
    const { assembly } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    expect(assembly?.closedAt).not.toBeNull();
    const question = (point: number) => [
      `Abrir punto ${point}`,
      'Escribir la pregunta',
      'Generar',
      'Cerrar votación',
    ];
    expect(['Abrir punto 2', ...pressed]).toEqual([
      ...[2, 3, 4].flatMap(question),
      'Abrir punto 5',
      'Cerrar y descargar el acta',
    ]);
    const questions = (await setup.staff.ask(listConcepts, { params: { jointId } })).slice(1);
    expect(questions.map(({ agendaItem, rule }) => [agendaItem, rule])).toEqual([
      [2, 'simple'],
      [3, 'simple'],
      [4, 'simple'],
    ]);
    expect(questions.map(({ answers }) => answers.map((one) => one.answerDescription))).toEqual(
      questions.map(() => ['Sí', 'No', 'Blanco']),
    );
    expect(staff.faults).toEqual([]);
  });

  /** Votes of the owners on the open question, by their own phones. */
  async function vote(): Promise<void> {
    const open = async () =>
      (await setup.staff.ask(listConcepts, { params: { jointId } })).find(
        ({ conceptId, active }) => conceptId !== ATTENDANCE && active === 1,
      );
    await expect.poll(open).toBeDefined();
    const conceptId = (await open())?.conceptId ?? 0;
    for (const apartmentId of UNITS)
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } });
    await staff.page.getByText('Ha votado el').waitFor();
  }
});
