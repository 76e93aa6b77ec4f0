/** Scenes (screens for screenshots) for running an assembly: panel, questions, assemblies of a joint. */

import type { SceneContext } from './context.ts';
import { common, run } from './door.scenes.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen } from './scene.ts';
import type { GuestName } from './world.ts';

const QUESTION = '¿Aprueba el aumento de la cuota de administración?';

/** Scene of the page /Assemblies once loaded; `then` opens a part. */
const still = (
  guest: GuestName,
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
  joint?: Place,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, '/Assemblies', joint);
    await stage.isReady();
    await then(stage);
  },
});

/** Selects a question by number, shown in the center of the panel. */
const chooseQuestion = (stage: SceneContext, number: number): Promise<void> =>
  stage.page
    .getByRole('button', { name: new RegExp(`^VOTACIÓN ${number}`) })
    .first()
    .click();

/** Opens the dialog to reopen the first question, closed before. */
async function reopens(stage: SceneContext): Promise<void> {
  await chooseQuestion(stage, 1);
  await stage.press('Volver a activar');
  await stage.press('Si');
}

export const panelScenes: readonly Scene[] = [
  ...screen('panel', '/AssemblyPanel', [
    ...common('/AssemblyPanel', 'operator of running'),
    run('/AssemblyPanel', 'platform', 'running', undefined, 'running'),
    ...inTurn(run('/AssemblyPanel', 'operator of running', 'running'), {
      asking: async (stage) => {
        await stage.page
          .getByRole('button', { name: /^Activar VOTACIÓN/ })
          .last()
          .click();
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    run('/AssemblyPanel', 'operator of running', 'reopening', async (stage) => {
      await stage.reply(/\/reopening$/, { json: { setAside: 3, unsureOwners: ['304'] } });
      await reopens(stage);
      await stage.sees('¿Por qué se vuelve a abrir la votación?');
      await stage.sees(/^Se apartan 3 votos/);
    }),
    run('/AssemblyPanel', 'operator of running', 'question of the first call', async (stage) => {
      await stage.fail(/\/reopening$/, 'questionOfFirstCall');
      await reopens(stage);
      await stage.page.getByRole('button', { name: 'Crear de nuevo' }).waitFor();
    }),
    run('/AssemblyPanel', 'operator of closed', 'reopened', (stage) =>
      stage.page
        .getByRole('button', { name: /^VOTACIÓN 3/ })
        .first()
        .click(),
    ),
    run('/AssemblyPanel', 'operator of electing', 'elected', (stage) => chooseQuestion(stage, 1)),
    run('/AssemblyPanel', 'operator of electing', 'lot missing', async (stage) => {
      await chooseQuestion(stage, 2);
      await stage.press('Anotar el sorteo');
      await stage.sees('Indique el orden de todos los que empataron.');
    }),
    run('/AssemblyPanel', 'operator of electing', 'candidates', async (stage) => {
      await chooseQuestion(stage, 3);
      await stage.press('Cambiar candidatos y puestos');
      await stage.page.getByRole('button', { name: 'Guardar los candidatos' }).waitFor();
    }),
    run('/AssemblyPanel', 'operator of preparing', 'preparing'),
    run('/AssemblyPanel', 'operator of noQuorum', 'no quorum'),
    run('/AssemblyPanel', 'operator of secondCall', 'second call'),
    run('/AssemblyPanel', 'operator of closed', 'closed'),
    run('/AssemblyPanel', 'operator of checking', 'quorum check'),
  ]),
  ...screen('generate-question', '/GenerateQuestion', [
    ...common('/GenerateQuestion', 'operator of running'),
    run('/GenerateQuestion', 'platform', 'running', undefined, 'running'),
    ...inTurn(run('/GenerateQuestion', 'operator of running', 'running'), {
      'fields missing': async (stage) => {
        await stage.press('Generar');
        await stage.page.locator('[aria-invalid="true"]').first().waitFor();
      },
      asking: async (stage) => {
        await stage.type('Pregunta', QUESTION);
        await stage.press('Generar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    run('/GenerateQuestion', 'operator of electing', 'several seats', async (stage) => {
      await stage.page.getByRole('radio', { name: 'Elección', exact: true }).check({ force: true });
      await stage.page.getByRole('textbox', { name: 'Puestos por elegir' }).fill('5');
      await stage.page.keyboard.press('Tab');
      await stage.type('Nombres de la plancha 1', '1. Ana Lucía Peña\n2. Beto Ríos\n3. Clara Inés Soto');
      await stage.sees('Van 3 nombres.');
    }),
    run('/GenerateQuestion', 'operator of secondCall', 'majority of the by-laws', async (stage) => {
      await stage.choose('¿Qué se decide?', 'Presupuesto');
      await stage.sees(/^Se propone: más del 60 % de lo representado\./);
      await stage.page.getByText(/^¿Cómo se decide\? ./).click();
    }),
    run('/GenerateQuestion', 'operator of preparing', 'preparing'),
    run('/GenerateQuestion', 'operator of noQuorum', 'no quorum'),
    run('/GenerateQuestion', 'operator of closed', 'closed'),
    run('/GenerateQuestion', 'operator of running', 'agenda', async (stage) => {
      await stage.page.getByRole('button', { name: /Punto del orden del día/ }).click();
      await stage.page.getByRole('option', { name: '2. Presupuesto del año' }).waitFor();
    }),
  ]),
  ...screen('assemblies', '/Assemblies', [
    ...common('/Assemblies', 'operator of running').filter(({ state }) => state !== 'stale'),
    still('platform', 'running', undefined, 'running'),
    ...inTurn(still('operator of running', 'running'), {
      roll: async (stage) => {
        await stage.press('Ver y corregir');
        await stage.page.getByRole('table').first().waitFor();
      },
      asking: async (stage) => {
        await stage.press('Segunda convocatoria');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    still('operator of preparing', 'preparing'),
    still('operator of secondCall', 'second call'),
    ...inTurn(still('operator of closed', 'closed'), {
      archived: async (stage) => {
        await stage.page
          .getByRole('button', { name: /^Ver cómo terminó/ })
          .first()
          .click();
        await stage.isReady();
      },
    }),
    still('operator of sectorial', 'sectors'),
    still('operator of running', 'edit', (stage) => stage.press('Editar datos')),
    still('operator of running', 'another one', (stage) => stage.press('Abrir otra asamblea')),
    still('operator of running', 'another one in second call', async (stage) => {
      await stage.press('Abrir otra asamblea');
      await stage.page.getByRole('radio', { name: 'Segunda', exact: true }).check({ force: true });
      await stage.page.getByLabel('Hora de la primera convocatoria').waitFor();
    }),
  ]),
];
