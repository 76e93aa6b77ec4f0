/** Test of two operators at once: prepared questions, opened in sequence, and the list of missing votes. */

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { changeAssembly, getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, listConcepts, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { confirmPresence } from '../../shared/assemblies/presence.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import type { ApiClient } from './api-client.ts';
import { MADE_MS } from './page-driver.ts';
import { Operator } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, sumOf, tableOf } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const LONG_OWNER = `Sucesión de ${'Bartolomé '.repeat(10)}Rodríguez`;
const table = tableOf(
  'mixta.csv',
  [
    'unidad,propietario,coeficiente',
    `Apto 101,${LONG_OWNER},8`,
    'Apto 102,Berta Bravo,8',
    'Apto 103,Ciro Cruz,8',
    'Apto 104,Dora Díaz,8',
    'Apto 105,Elsa Escobar,8',
    'Apto 106,Fabio Fajardo,8',
    'Local 1,Comercial Uno,30',
    'Local 2,Comercial Dos,10',
    'Apto 201,Ana Ausente,5',
    'Apto 202,Ana Ausente,5',
    'Apto 203,Nadie Nunca,2',
    'Depósito 1,Elsa Escobar,0',
    '',
  ].join('\n'),
);
const HOME = ['Apto 201', 'Apto 202'];
const ABSENT = 'Apto 203';
const NO_VOTE = 'Depósito 1';
const ROOM = idsBut([...HOME, ABSENT]);
const VOTERS = idsBut([ABSENT, NO_VOTE]);
const [YES, NO, BLANK] = [1, 2, 3];

const SIMPLE = '¿Aprueba el presupuesto?';
const PER_UNIT = '¿Aprueba el reglamento de la piscina?';
const QUALIFIED = `¿Aprueba cambiar la destinación de los bienes comunes? ${'Detalle. '.repeat(40)}`.trim();

describe('the panel', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let writer: Operator;
  let panel: Operator;
  let ofAna: Account;
  let ana: ApiClient;
  let everybody: Person[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Mixto', table);
    const { staff } = setup;
    await staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } });
    ofAna = await setup.owner('ana', jointId, HOME);
    ana = await setup.signedIn(ofAna);
    const [first, second] = [
      await setup.user('omar', Profile.operator, { assemblyJoints: [jointId] }),
      await setup.user('olga', Profile.operator, { assemblyJoints: [jointId] }),
    ];
    [writer, panel] = [await Operator.at(browser, server.url), await Operator.at(browser, server.url)];
    everybody = [writer, panel];
    await Promise.all([writer.signIn(first, '/GenerateQuestion'), panel.signIn(second, '/AssemblyPanel')]);
    await Promise.all([writer.seesLive('live'), panel.seesLive('live')]);
    await panel.markPage();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => everybody);

  const centre = (who: Operator, name: string) => who.page.getByRole('region', { name, exact: true });
  /** Questions beside the centre. The assembly has no agenda. */
  const agenda = () => centre(panel, 'Preguntas');
  const voters = () => panel.page.getByRole('region', { name: 'Quién ha votado', exact: true });
  const isCounted = (title: string) => panel.page.getByRole('tab', { name: title, exact: true }).waitFor();
  const openNow = async () => {
    const concepts = await setup.staff.ask(listConcepts, { params: { jointId } });
    return concepts
      .filter((concept) => concept.conceptId !== ATTENDANCE && concept.active === 1)
      .map((concept) => concept.conceptId);
  };
  async function vote(conceptId: number, voteId: number | undefined, ids: readonly string[]): Promise<void> {
    for (const apartmentId of ids) {
      const by = HOME.includes(apartmentId) ? ana : setup.staff;
      await by.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: voteId ?? 0 } });
    }
  }

  /** Shows the writer's panel within the open page, then goes back to the question's form. */
  async function lookAtChart(look: (chart: Locator) => Promise<void>): Promise<void> {
    await writer.page.evaluate(() => {
      history.pushState(null, '', '/AssemblyPanel');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await look(centre(writer, 'Cómo creció el quórum'));
    await writer.page.goBack();
    await writer.page.getByLabel('Pregunta', { exact: true }).waitFor();
  }

  it('the panel shows an unopened assembly and the missing quorum, and updates live', async () => {
    await panel.sees('La asamblea no se ha abierto.');
    await panel.sees('No hay quórum');
    const body = { jointId, conceptId: ATTENDANCE, active: 1 } as const;
    await setup.staff.ask(toggleConcept, { body });
    await lookAtChart((chart) => chart.getByText('Todavía no se ha registrado nadie.').waitFor());
    await ana.ask(register, { params: { jointId }, body: { apartmentIds: [...HOME] } });
    await panel.sees(`Se requiere más de 50,0000: falta más de 40,0000.`);
    await setup.atDoor(jointId, ROOM);
    await panel.sees('Hay quórum');
    await panel.sees(`${four(sumOf(unitsOf([...ROOM, ...HOME])))} de 100,0000 de coeficiente`);
    await panel.sees('11 de 12 inmuebles');
    await panel.page.getByText('La asamblea no se ha abierto.').waitFor({ state: 'hidden' });
    await panel.sees('No hay votación activa');
  });

  it('the chart of a panel opened again shows arrivals of the time away', () =>
    lookAtChart((chart) => chart.getByRole('img', { name: /^Desde las/ }).waitFor()));

  it('prepares questions under several rules; the draft survives lost replies and reloads', async () => {
    await writer.type('Pregunta', SIMPLE);
    await writer.page.route('**/SCAF/api/assemblyconcepts', (route) => route.abort());
    await writer.press('Guardar como preparada');
    await writer.sees('No se puede crear la pregunta en este momento. Intente nuevamente.');
    await writer.page.unroute('**/SCAF/api/assemblyconcepts');
    await writer.page.reload();
    expect(await writer.page.getByLabel('Pregunta', { exact: true }).inputValue()).toBe(SIMPLE);
    await prepare(SIMPLE, 'Más de la mitad de los coeficientes representados');
    await prepare(PER_UNIT, 'Un voto por inmueble');
    await prepare(QUALIFIED, 'Mayoría calificada', { isWarned: true });

    const list = agenda();
    for (const name of ['VOTACIÓN 1', 'VOTACIÓN 2', 'VOTACIÓN 3']) {
      await list.getByRole('button', { name: `Activar ${name}`, exact: true }).waitFor();
    }
    const stored = await setup.staff.ask(listConcepts, { params: { jointId } });
    expect(
      stored.slice(1).map(({ rule, active, conceptDescription }) => [rule, active, conceptDescription]),
    ).toEqual([
      ['simple', 0, SIMPLE],
      ['perUnit', 0, PER_UNIT],
      ['qualified', 0, QUALIFIED],
    ]);
  });

  it('a chosen subject folds the rules behind a line with the rule', async () => {
    const rule = writer.page.getByRole('radio', { name: 'Mayoría calificada', exact: true });
    await rule.waitFor();
    await writer.choose('¿Qué se decide?', 'Presupuesto');
    await rule.waitFor({ state: 'hidden' });
    await writer.page.getByText('¿Cómo se decide? Más de la mitad').click();
    await writer.mark('Mayoría calificada');
    await writer.sees('¿Cómo se decide? Mayoría calificada');
    await writer.mark('Más de la mitad de los coeficientes representados');
    expect(await rule.isVisible()).toBe(true);
  });

  it('one press opens a prepared question; missing votes are live, answers are secret', async () => {
    await agenda().getByRole('button', { name: 'Activar VOTACIÓN 1', exact: true }).click();
    // No question was chosen: the centre follows the open question.
    await centre(panel, 'VOTACIÓN 1').getByText('Activa', { exact: true }).waitFor();
    await panel.page.getByRole('button', { name: 'Cerrar y abrir la siguiente', exact: true }).waitFor();
    await panel.sees('Se requieren más de 49,0000 de los 98,0000 representados.');
    await isCounted(`Sin votar (${VOTERS.length})`);
    await panel.sees('Un inmueble registrado tiene coeficiente 0 y no vota.');
    await voters().getByText(LONG_OWNER).waitFor();

    await vote(2, YES, ['Local 1', 'Apto 101', 'Apto 102']);
    await vote(2, BLANK, ['Apto 103']);
    await isCounted(`Sin votar (${VOTERS.length - 4})`);
    await isCounted('Votaron (4)');
    await panel.sees('La lista está al día.');
    await expect.poll(() => voters().getByText('Apto 103', { exact: true }).count()).toBe(0);
    await panel.page.getByRole('tab', { name: 'Votaron (4)', exact: true }).click();
    await voters().getByText('Apto 103', { exact: true }).waitFor();
    await vote(2, NO, ['Apto 104']);
    await isCounted('Votaron (5)');
    await voters().getByText('Apto 104', { exact: true }).waitFor();
    const words = (await voters().getByRole('region', { name: 'Votaron' }).innerText()).split(/\s+/);
    expect(words.filter((word) => ['Si', 'No', 'Blanco'].includes(word))).toEqual([]);
    await vote(2, YES, ['Apto 201']);
    await panel.seesRows('VOTACIÓN 1', [
      rowOf('Si', ['Local 1', 'Apto 101', 'Apto 102', 'Apto 201']),
      rowOf('No', ['Apto 104']),
      rowOf('Blanco', ['Apto 103']),
    ]);
  });

  it('announces a closing without closing, and withdraws the announcement', async () => {
    const stage = centre(panel, 'VOTACIÓN 1');
    await stage.getByRole('button', { name: '5 min', exact: true }).click();
    await stage
      .getByRole('timer')
      .filter({ hasText: /^Cierra en [45]:\d\d$/ })
      .waitFor();
    await stage.getByRole('button', { name: 'Quitar la cuenta regresiva', exact: true }).click();
    await stage.getByRole('button', { name: '30 s', exact: true }).waitFor();
    expect(await stage.getByRole('timer').count()).toBe(0);
    expect(await openNow()).toEqual([2]);
  });

  it('deleting an open question with votes asks for a reason', async () => {
    await panel.page.getByText('Reiniciar o eliminar').click();
    await panel.press('Eliminar');
    const dialog = panel.page.getByRole('alertdialog', { name: '¿Está seguro de eliminar el concepto?' });
    await dialog.getByText(/Se anularán los votos de 6 inmuebles\. El motivo queda/).waitFor();
    await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click();
    await dialog.getByText('Digite el motivo.').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await openNow()).toEqual([2]);
  });

  it('opening another question asks with name and votes; a chosen question stays', async () => {
    const activate = writer.page.getByRole('button', { name: 'Activar VOTACIÓN 2', exact: true });
    const dialog = writer.page.getByRole('alertdialog', { name: /Hay otra votación activa/ });
    await activate.click();
    await dialog.getByText(`VOTACIÓN 1 - ${SIMPLE}`).waitFor();
    const cast = four(
      sumOf(unitsOf(['Local 1', 'Apto 101', 'Apto 102', 'Apto 103', 'Apto 104', 'Apto 201'])),
    );
    await dialog.getByText(`Lleva 6 inmuebles, ${cast} de coeficiente. Sus votos se conservan.`).waitFor();
    await writer.answer(/Hay otra votación activa/, 'No');
    expect(await openNow()).toEqual([2]);

    await agenda()
      .getByRole('button', { name: /^VOTACIÓN 1 Activa/ })
      .click();
    await activate.click();
    await writer.answer(/Hay otra votación activa/, 'Si');
    await panel.sees('Se activó VOTACIÓN 2');
    expect(await openNow()).toEqual([3]);
    // The chosen question stays, now with its outcome: 51 of the 98 represented.
    await centre(panel, 'VOTACIÓN 1').getByText('Aprobada', { exact: true }).waitFor();
    expect(await centre(panel, 'VOTACIÓN 2').count()).toBe(0);
    await panel.press('Ver VOTACIÓN 2');
    await centre(panel, 'VOTACIÓN 2').getByText('Activa', { exact: true }).waitFor();
  });

  it('counts votes in a question with one vote per unit', async () => {
    await panel.sees('Se requieren al menos 5 de los 8 votos representados.');
    const inFavour = ['Apto 101', 'Apto 102', 'Apto 103', 'Apto 104', 'Apto 105'];
    await vote(3, YES, inFavour);
    await vote(3, NO, ['Local 1', 'Local 2', 'Apto 201']);
    await panel.seesRows('VOTACIÓN 2', [
      { ...rowOf('Si', inFavour), Votos: '5' },
      { ...rowOf('No', ['Local 1', 'Local 2', 'Apto 201']), Votos: '1' },
      { ...rowOf('Blanco', []), Votos: '0' },
    ]);
    // The closing shows the verdict, also from a look at another question.
    await agenda()
      .getByRole('button', { name: /^VOTACIÓN 1 / })
      .click();
    await panel.press('Cerrar VOTACIÓN 2');
    const dialog = panel.page.getByRole('alertdialog', { name: '¿Está seguro de cerrar la votación?' });
    await dialog.getByText('Han votado 8 de 11 inmuebles registrados.').waitFor();
    await panel.answer('¿Está seguro de cerrar la votación?', 'Si');
    await centre(panel, 'VOTACIÓN 2').getByText('Aprobada', { exact: true }).waitFor();
    await panel.sees('«Si»: 62,50 % de 8 votos representados.');
  });

  it('a second closing of a question names the first closer', async () => {
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 3, active: 1, reason: 'prueba' } });
    await panel.press('Cerrar votación');
    await panel.page.getByRole('alertdialog').waitFor();
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 3, active: 0 } });
    await centre(panel, 'VOTACIÓN 2').getByText('Aprobada', { exact: true }).waitFor({ state: 'attached' });
    await panel.answer('¿Está seguro de cerrar la votación?', 'Si');
    await panel.sees(/^Cerrada por .+, \d{1,2}:\d\d/);
  });

  it('names the author of a closing, and undoes the closing within ten seconds', {
    tags: 'slow',
  }, async () => {
    const stage = centre(panel, 'VOTACIÓN 2');
    await stage.getByText(/^La cerró .+ a las \d\d:\d\d:\d\d\.$/).waitFor();
    for (const active of [1, 0] as const) {
      await setup.staff.ask(toggleConcept, {
        body: { jointId, conceptId: 3, active, ...(active === 1 && { reason: 'prueba' }) },
      });
    }
    await stage.getByRole('button', { name: 'Deshacer' }).click();
    await stage.getByText('Activa', { exact: true }).waitFor();
    await stage.getByText(/La reabrió .+: cierre por error\./).waitFor();
    await panel.press('Cerrar votación');
    await panel.answer('¿Está seguro de cerrar la votación?', 'Si');
    await stage.getByText('Aprobada', { exact: true }).waitFor();
    await stage.getByRole('button', { name: 'Deshacer' }).waitFor();
    await stage.getByRole('button', { name: 'Deshacer' }).waitFor({ state: 'detached' });
  });

  it('a mixed qualified majority shows both figures and is reached only in the room', {
    tags: 'slow',
  }, async () => {
    await panel.press('Abrir VOTACIÓN 3');
    await centre(panel, 'VOTACIÓN 3').getByText('Activa', { exact: true }).waitFor();
    // An operator who joins now gets the open question.
    const late = await Operator.at(browser, server.url);
    everybody.push(late);
    await late.signIn(setup.platform, '/AssemblyPanel');
    await centre(late, 'VOTACIÓN 3').getByText('Activa', { exact: true }).waitFor();

    const room = ['Local 1', 'Local 2', 'Apto 101', 'Apto 102', 'Apto 103'];
    await vote(4, YES, [...room, ...HOME]);
    await vote(4, NO, ['Apto 104']);
    for (const who of [panel, late]) {
      await who.seesRows('VOTACIÓN 3', [
        { ...rowOf('Si', [...room, ...HOME]), 'En el salón': four(sumOf(unitsOf(room))) },
        { ...rowOf('No', ['Apto 104']), 'En el salón': four(sumOf(unitsOf(['Apto 104']))) },
        { ...rowOf('Blanco', []), 'En el salón': '0,0000' },
      ]);
    }
    await late.closeVote();
    // 74 with all votes, 64 in the room.
    await centre(panel, 'VOTACIÓN 3').getByText('No aprobada', { exact: true }).waitFor();
    await panel.sees(/64,00 % de 100,0000.*\(64,0000\); con todos los votos suma 74,0000\./);
  });

  it('asks owners at home for presence and releases absent owners', { tags: 'slow' }, async () => {
    const card = centre(panel, 'Verificar quórum');
    await card.getByRole('button', { name: 'Verificar quórum', exact: true }).click();
    await card.getByText('Confirmaron 0 de 2 inmuebles: 0,0000 de 10,0000 de coeficiente.').waitFor();
    const free = card.getByRole('button', { name: 'Liberar los que no confirmaron', exact: true });
    await free.waitFor();
    expect(await free.isDisabled()).toBe(true);
    await card
      .getByRole('checkbox', { name: /Apto 201 - Ana Ausente 5,0000 · sin conexión/ })
      .waitFor({ state: 'attached' });
    await card.getByText('Elegir todos (2)').click();
    await free.click();
    const dialog = panel.page.getByRole('alertdialog', { name: /¿Está seguro de liberar los inmuebles/ });
    await dialog.getByText('Se liberarán 2 inmuebles, 10,0000 de coeficiente.').waitFor();
    // Ana comes back while the question is shown: her units stay.
    await ana.ask(confirmPresence, { params: { jointId } });
    await panel.answer(/¿Está seguro de liberar los inmuebles/, 'Si');
    await panel.sees('2 inmuebles confirmaron mientras tanto y siguen registrados.');
    await card.getByText('Todos confirmaron.').waitFor();
    await panel.sees('11 de 12 inmuebles');
    await card.getByRole('button', { name: 'Terminar verificación', exact: true }).click();

    await card.getByRole('button', { name: 'Verificar quórum', exact: true }).click();
    await card.getByText('Apto 202 - Ana Ausente').click();
    await free.click();
    await panel.answer(/¿Está seguro de liberar los inmuebles/, 'Si');
    await panel.sees('Se liberó 1 inmueble.');
    await panel.sees('10 de 12 inmuebles');
    await card.getByText('Sin confirmar: 1 inmueble.').waitFor();
    await card.getByRole('button', { name: 'Terminar verificación', exact: true }).click();
    await panel.page.getByText('Quiénes estaban conectados', { exact: true }).click();
    await expect.poll(() => panel.rows('Quiénes estaban conectados').then((rows) => rows.length)).toBe(12);
  });

  it('ends the assembly on the panel, after a question', { tags: 'slow' }, async () => {
    await panel.page.getByText('Segunda convocatoria y cierre').click();
    await panel.press('Cerrar asamblea');
    await panel.answer('¿Está seguro de cerrar la asamblea?', 'No');
    const acta = panel.page.waitForEvent('download', { timeout: MADE_MS });
    await panel.press('Cerrar y descargar el acta');
    await panel.answer('¿Está seguro de cerrar la asamblea?', 'Si');
    await panel.sees('La asamblea ha sido cerrada.');
    expect((await acta).suggestedFilename()).toMatch(/\.pdf$/);
    const { assembly } = await setup.staff.ask(getSnapshot, { params: { jointId } });
    expect(assembly?.closedAt).not.toBeNull();
    expect(await panel.page.getByRole('button', { name: 'Cerrar asamblea' }).count()).toBe(0);
  });

  it('no page was reloaded and no script failed', async () => {
    await panel.wasNotReloaded();
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });

  async function prepare(question: string, rule: string, { isWarned = false } = {}): Promise<void> {
    await writer.type('Pregunta', question);
    await writer.mark(rule);
    await writer.press('Guardar como preparada');
    if (isWarned) await writer.answer('¿Desea continuar con la pregunta así?', 'Continuar');
    await writer.sees('La pregunta ha sido guardada como preparada.');
    await expect.poll(() => writer.page.getByLabel('Pregunta', { exact: true }).inputValue()).toBe('');
  }
});

function idsBut(others: readonly string[]): string[] {
  return table.units.map((unit) => unit.apartmentId).filter((id) => !others.includes(id));
}

function unitsOf(ids: readonly string[]) {
  return table.units.filter((unit) => ids.includes(unit.apartmentId));
}

function rowOf(answer: string, ids: readonly string[]) {
  return { Respuesta: answer, Coeficiente: four(sumOf(unitsOf(ids))), Inmuebles: String(ids.length) };
}
