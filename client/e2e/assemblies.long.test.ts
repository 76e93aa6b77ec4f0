/**
 * Test of the page '/Assemblies' over a whole evening: from preparation to the archive, with a correction of the
 * assembly's roll in between.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import {
  changeAssembly,
  getSnapshot,
  listAssemblies,
  openAssembly,
} from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import type { Outcome, Snapshot } from '../../shared/assemblies/live.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { listRoll, listRollCorrections } from '../../shared/assemblies/roll.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { fromNumber } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { Operator } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { exact, four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('censo.csv', 12, 3);
const large = madeUpTable('ciudadela.csv', 1_500, 3);
const unitAt = (at: number, { units } = table): Unit => {
  const unit = units[at];
  if (!unit) throw new Error(`no unit ${at}`);
  return unit;
};
const idsOf = (units: readonly Unit[]) => units.map((unit) => unit.apartmentId);
const withCoefficient = (unit: Unit, coefficient: string): Unit => ({ ...unit, coefficient });

const present = table.units.slice(0, 9);
/** Unit with a coefficient corrected after the votes. */
const corrected = unitAt(1);
const CORRECT = '9,123456789';
const nowOnRoll = table.units.map((unit) => (unit === corrected ? withCoefficient(unit, CORRECT) : unit));
const REASON = 'Escritura 1.204 de la Notaría Segunda';

const TITLE = 'Asamblea General Ordinaria 2027';
const AGENDA = ['1. Verificación del quórum', '2. Elección de presidente', '3. Presupuesto de 2027'];
const [YES, NO] = [1, 2];
const BUDGET = '¿Aprueba el presupuesto de 2027?';
const POOL = '¿Aprueba reparar la piscina?';

/** Text on screen for each outcome. */
const words: Record<Outcome['status'], string> = {
  open: 'No se abrió',
  approved: 'Aprobada',
  rejected: 'No aprobada',
  elected: 'Elegida',
  tied: 'Empate',
  noQuorum: 'Sin quórum',
  noVotes: 'Sin votos',
  indicative: 'Votación indicativa',
};
const shown = (coefficient: number) => four(BigInt(fromNumber(coefficient)));

describe('the assemblies of a joint', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId: number;
  let omar: Account;
  let operator: Operator;
  let atClosing: Snapshot;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Conjunto Los Cedros', table);
    omar = await setup.user('omar', Profile.operator, { assemblyJoints: [jointId] });
    operator = await Operator.at(browser, server.url);
    await operator.signIn(omar);
    await operator.follow('Asambleas');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });
  serialSteps(() => [operator]);

  const params = () => ({ jointId });
  const snapshot = () => setup.staff.ask(getSnapshot, { params: params() });
  const current = async () => (await setup.staff.ask(listAssemblies, { params: params() }))[0];
  const field = (label: string) => operator.page.getByLabel(label, { exact: true });
  const dialog = (title: string) => operator.page.getByRole('alertdialog', { name: title });
  const buttons = (name: string | RegExp) => operator.page.getByRole('button', { name }).count();
  const sum = (units: readonly Unit[]) => `suma de coeficientes ${exact(sumOf(units))}.`;

  async function write(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(texts)) await operator.type(label, text);
  }
  async function isFault(label: string, sentence: string): Promise<void> {
    await operator.sees(sentence);
    expect(await field(label).getAttribute('aria-invalid')).toBe('true');
  }
  async function vote(conceptId: number, voteId: number, units: readonly Unit[]): Promise<void> {
    for (const { apartmentId } of units) {
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId } });
    }
  }

  it('opens a prepared assembly; a field error is shown beside the field', async () => {
    await operator.sees('En preparación');
    await operator.press('Abrir asamblea');
    await operator.sees(`El censo se copia de la tabla de inmuebles: 12 inmuebles, ${sum(table.units)}`);
    await operator.mark('Mixta');
    await write({
      Título: `${TITLE}\u0007`,
      'Orden del día': AGENDA.join('\n'),
      // Within three months after the budget year: a later day triggers a question (art. 39).
      Fecha: '2027-03-05',
      Hora: '19:30',
      Lugar: 'Salón comunal',
      'Forma de citación': 'Correo y cartelera, 15 días antes',
      Presidente: 'Nubia Cañas',
      Secretario: 'Efraín Páez',
      'Enlace de la grabación': 'video/2027',
      'Clave de la reunión por video': 'cedros',
    });
    await operator.press('Abrir asamblea');
    await isFault('Enlace de la grabación', 'Escriba la dirección completa, que empieza por https://.');
    await isFault('Id de la reunión por video', 'Escriba también el Id de la reunión.');
    await write({
      'Enlace de la grabación': 'https://video.example/2027',
      'Id de la reunión por video': '100 200 300',
    });
    // The pasted text contains an invisible character, found only by the server.
    await operator.press('Abrir asamblea');
    await isFault('Título', 'No se puede guardar así. Caben 300 caracteres, ninguno invisible.');
    await operator.sees('Lo que escribió sigue aquí.');
    expect(await field('Orden del día').inputValue()).toBe(AGENDA.join('\n'));
    expect((await current())?.openedAt).toBeNull();

    await operator.type('Título', TITLE);
    await operator.press('Abrir asamblea');
    await operator.answer('¿Desea abrir la asamblea hoy?', 'Abrir hoy');
    await operator.sees('La asamblea ha sido abierta.');
    await operator.sees('Abierta desde el');
    expect(await current()).toMatchObject({
      kind: 'ordinary',
      mode: 'mixed',
      call: 1,
      title: TITLE,
      agenda: AGENDA.join('\n'),
      notice: 'Correo y cartelera, 15 días antes',
      president: 'Nubia Cañas',
      secretary: 'Efraín Páez',
      recordingUrl: 'https://video.example/2027',
      closedAt: null,
    });
    const { zoomMeeting } = await setup.staff.ask(getJoint, { params: params() });
    expect(zoomMeeting).toEqual({ zoomId: '100 200 300', zoomPassword: 'cedros' });
    // Each point has a separate line.
    await expect.poll(() => fact('Orden del día')).toBe(AGENDA.join('\n'));
    expect(await fact('Fecha y hora')).toBe('viernes 5 de marzo de 2027, 7:30 p. m.');
    expect(await fact('Lugar')).toBe('Salón comunal');
    expect(await fact('Reunión por video')).toBe('100 200 300, clave cedros');
  });

  it('saves only the changed fields, despite a concurrent change by another user', async () => {
    await operator.press('Editar datos');
    await operator.type('Presidente', 'Rosalba Ñáñez');
    await setup.staff.ask(changeAssembly, { params: params(), body: { secretary: 'Iván Quiñones' } });
    await operator.press('Guardar');
    await operator.sees('Los datos de la asamblea han sido actualizados.');
    await expect.poll(() => fact('Presidente')).toBe('Rosalba Ñáñez');
    await expect.poll(() => fact('Secretario')).toBe('Iván Quiñones');
    expect(await current()).toMatchObject({
      title: TITLE,
      president: 'Rosalba Ñáñez',
      secretary: 'Iván Quiñones',
      agenda: AGENDA.join('\n'),
    });
  });

  it('shows the same fact saved by another user, and saves on top only after a question', async () => {
    const president = 'Rosalba Ñáñez Gil';
    await operator.press('Editar datos');
    await operator.type('Presidente', president);
    await setup.staff.ask(changeAssembly, { params: params(), body: { president: 'Otto Díaz' } });
    await operator.press('Guardar');
    await operator.sees('Otra persona cambió los mismos datos');
    await operator.sees(`Presidente: Otto Díaz (usted escribió: ${president})`);
    await operator.press('Revisar');
    expect(await current()).toMatchObject({ president: 'Otto Díaz' });
    await operator.press('Guardar');
    await operator.press('Guardar lo mío');
    await operator.sees('Los datos de la asamblea han sido actualizados.');
    expect(await current()).toMatchObject({ president, secretary: 'Iván Quiñones' });
  });

  it('a correction of the roll during an open question waits and says so', async () => {
    await setup.atDoor(jointId, idsOf(present));
    await operator.sees('Hay quórum');
    const conceptId = await setup.question(jointId, BUDGET);
    await vote(conceptId, YES, present.slice(0, 6));
    await vote(conceptId, NO, present.slice(6, 8));

    await operator.press('Ver y corregir');
    await operator.type('Buscar en el censo', corrected.apartmentId);
    await operator.sees('1 de 12 inmuebles.');
    await operator.press(`Corregir ${corrected.apartmentId}`);
    const form = operator.page.getByRole('dialog', { name: `Corregir ${corrected.apartmentId}` });
    await form.getByText('VOTACIÓN 1 está abierta y sigue con el censo como está.').waitFor();
    await operator.type('Coeficiente', `${CORRECT}1`);
    await operator.press('Guardar corrección');
    await isFault('Coeficiente', 'Escriba un número de 0 en adelante, con máximo 9 decimales.');
    await operator.type('Coeficiente', CORRECT);
    await form.getByText('Escriba el motivo de la corrección.').waitFor();
    await form.getByRole('textbox', { name: /^Motivo/ }).fill(REASON);
    await operator.press('Guardar corrección');
    await operator.sees('La corrección ha sido guardada. Contará al cerrar la votación.');
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => roll()).toMatchObject([{ Coeficiente: exact(sumOf([corrected])) }]);
    await expect.poll(async () => (await roll())[0]?.Corrección).toContain('Pendiente');
    await expect.poll(async () => (await corrections())[0]?.Estado).toBe('Pendiente');
    await operator.sees(sum(table.units));
    expect(exactly((await snapshot()).total.coefficient)).toBe(exact(sumOf(table.units)));
  });

  it('the closing applies the correction, keeps the outcome, and logs who, when and why', async () => {
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: 2, active: 0 } });
    await expect.poll(() => roll()).toMatchObject([{ Coeficiente: CORRECT, Corrección: 'Corregir' }]);
    await operator.sees(sum(nowOnRoll));
    const { total, concepts } = await snapshot();
    expect(exactly(total.coefficient)).toBe(exact(sumOf(nowOnRoll)));
    const units = await setup.staff.ask(listRoll, { params: params(), query: {} });
    const onServer = units.reduce((all, unit) => all + BigInt(fromNumber(unit.coefficient)), 0n);
    expect(onServer).toBe(sumOf(nowOnRoll));
    // Uses the roll at voting time.
    const budget = concepts.find((concept) => concept.conceptId === 2);
    expect(budget?.outcome).toMatchObject({ status: 'approved', answerId: YES, base: { apartments: 9 } });
    expect(exactly(budget?.outcome?.base.coefficient ?? 0)).toBe(exact(sumOf(present)));
    expect(exactly(budget?.answers[0]?.coefficient ?? 0)).toBe(exact(sumOf(present.slice(0, 6))));

    // The list of corrections loads separately.
    await expect.poll(async () => (await corrections())[0]?.Estado).toBe('Cuenta');
    const [line] = await corrections();
    expect(line).toMatchObject({ Inmueble: corrected.apartmentId, Motivo: REASON, Estado: 'Cuenta' });
    expect(line?.Cambio).toContain(exact(sumOf([corrected])));
    expect(line?.Cambio).toContain(CORRECT);
    expect(line?.['Quién y cuándo']).toContain(omar.name);
    expect(line?.['Quién y cuándo']).toMatch(/\d{1,2} de \S+ de \d{4}, \d\d:\d\d/);
    const stored = await setup.staff.ask(listRollCorrections, { params: params(), query: {} });
    expect(stored).toMatchObject([{ by: omar.name, reason: REASON, apartmentId: corrected.apartmentId }]);
  });

  it('asks before the second call; attendance starts again', async () => {
    const question = '¿Está seguro de iniciar la segunda convocatoria?';
    await operator.press('Segunda convocatoria');
    await dialog(question).getByText('9 inmuebles se deben registrar otra vez').waitFor();
    await operator.answer(question, 'No');
    expect((await current())?.call).toBe(1);
    await operator.press('Segunda convocatoria');
    await operator.answer(question, 'Si');
    await operator.sees('La segunda convocatoria ha iniciado.');
    await operator.sees('Segunda convocatoria: se requieren al menos dos propietarios.');
    expect((await current())?.call).toBe(2);
    expect((await snapshot()).registered.apartments).toBe(0);
    await expect.poll(() => buttons('Segunda convocatoria')).toBe(0);
  });

  it('closing the assembly first names the open question and its votes', async () => {
    const here = nowOnRoll.slice(1, 5);
    await setup.atDoor(jointId, idsOf(here));
    const conceptId = await setup.question(jointId, POOL);
    await vote(conceptId, NO, here.slice(0, 2));
    const granted = [nowOnRoll[6]?.apartmentId ?? ''];
    const power = { holder: { name: 'VERA VEGA' }, apartmentIds: granted };
    await setup.staff.ask(enterPower, { params: params(), body: power });
    const question = '¿Está seguro de cerrar la asamblea?';
    await operator.press('Cerrar asamblea');
    await dialog(question).getByText('1 poder espera a que se acepte o se rechace.').waitFor();
    await dialog(question).getByText(`VOTACIÓN 2 - ${POOL}`).waitFor();
    await dialog(question)
      .getByText(`Lleva 2 inmuebles, ${four(sumOf(here.slice(0, 2)))} de coeficiente.`)
      .waitFor();
    await operator.answer(question, 'No');
    expect((await current())?.closedAt).toBeNull();
    await operator.press('Cerrar asamblea');
    await operator.answer(question, 'Si');
    await operator.sees('La asamblea ha sido cerrada.');
    await operator.sees('Cerrada el');
    atClosing = await snapshot();
    // Attendance is active since the opening and stays active; the questions are closed.
    expect(atClosing.concepts.map(({ active }) => active)).toEqual([1, 0, 0]);
    await expect.poll(() => buttons(/^Corregir /)).toBe(0);
  });

  it("the archived assembly stays as it ended, equal to the server's copy", async () => {
    const before = await current();
    await operator.press('Abrir otra asamblea');
    await operator.type('Título', 'Asamblea Extraordinaria');
    await operator.mark('Extraordinaria');
    await operator.press('Abrir asamblea');
    await operator.sees('La asamblea ha sido abierta.');
    expect(await current()).toMatchObject({ kind: 'extraordinary', mode: 'inPerson' });
    // The correction did not change the table; the new roll is copied from the table.
    await operator.sees(sum(table.units));

    await operator.press(`Ver cómo terminó: ${TITLE}`);
    const archived = await setup.staff.ask(getSnapshot, {
      params: params(),
      query: { assemblyId: before?.assemblyId },
    });
    expect(archived.concepts).toEqual(atClosing.concepts);
    expect(archived.concepts.map(({ outcome }) => outcome?.status)).toEqual([
      undefined,
      'approved',
      'rejected',
    ]);
    for (const [at, question] of archived.concepts.slice(1).entries()) {
      const name = `VOTACIÓN ${at + 1}`;
      await operator.seesRows(
        name,
        question.answers.map((answer) => ({
          Respuesta: answer.answerDescription,
          Coeficiente: shown(answer.coefficient),
          Inmuebles: String(answer.apartments),
        })),
      );
      const card = operator.page.getByRole('region', { name, exact: true });
      await card.getByText(question.conceptDescription).waitFor();
      await card.getByText(`${words[question.outcome?.status ?? 'open']}.`, { exact: true }).waitFor();
      await card.getByText(`de ${shown(question.outcome?.base.coefficient ?? 0)} representados.`).waitFor();
    }
    await operator.sees(`El censo tenía 12 inmuebles y ${four(sumOf(nowOnRoll))} de coeficiente.`);
    await expect.poll(corrections).toMatchObject([{ Inmueble: corrected.apartmentId, Motivo: REASON }]);
    await operator.press('← Todas las asambleas');
    await operator.sees('Asambleas anteriores');
  });

  longOnly(it)('finds and corrects one of 1,500 units', async () => {
    const big = await setup.joint('Ciudadela', large);
    await setup.staff.ask(openAssembly, { params: { jointId: big }, body: {} });
    const clerk = await Operator.at(browser, server.url);
    await clerk.signIn(await setup.user('olga', Profile.operator, { assemblyJoints: [big] }));
    await clerk.follow('Asambleas');
    await clerk.press('Ver y corregir');
    await clerk.sees('1.500 inmuebles.');
    const wanted = unitAt(1_234, large);
    await clerk.type('Buscar en el censo', wanted.apartmentId);
    await clerk.sees('1 de 1.500 inmuebles.');
    await clerk.press(`Corregir ${wanted.apartmentId}`);
    const form = clerk.page.getByRole('dialog', { name: `Corregir ${wanted.apartmentId}` });
    await clerk.type('Coeficiente', '0,100000001');
    await form.getByRole('textbox', { name: /^Motivo/ }).fill('Error de digitación');
    await clerk.press('Guardar corrección');
    await clerk.sees('La corrección ha sido guardada.');
    await expect.poll(async () => (await clerk.rows('Censo'))[0]?.Coeficiente).toBe('0,100000001');
    const after = large.units.map((unit) => (unit === wanted ? withCoefficient(unit, '0,100000001') : unit));
    await clerk.sees(sum(after));
    const { total } = await setup.staff.ask(getSnapshot, { params: { jointId: big } });
    expect(exactly(total.coefficient)).toBe(exact(sumOf(after)));
    expect(clerk.faults).toEqual([]);
    await clerk.leave();
  });

  it('no script error occurred', () => {
    expect(operator.faults).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });

  /** Returns the value shown beside a label on the assembly page. */
  function fact(name: string): Promise<string> {
    return operator.page
      .locator('dl > div')
      .filter({ has: operator.page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText();
  }
  const roll = () => operator.rows('Censo');
  const corrections = () => operator.rows('Correcciones del censo');
});

/** Formats a coefficient from the API with all decimals. */
function exactly(coefficient: number): string {
  return exact(BigInt(fromNumber(coefficient)));
}
