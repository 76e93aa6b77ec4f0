/** Scenes (screens for screenshots) of the reports of an assembly: selection, success, failure. */
import { listAssemblies } from '../../../shared/assemblies/assemblies.api.ts';
import { listConcepts } from '../../../shared/assemblies/concepts.api.ts';
import { startJob } from '../../../shared/reports/jobs.api.ts';
import type { SceneContext } from './context.ts';
import { whenDrawn } from './drawn.ts';
import { forgetShifts } from './layout-shift.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen } from './scene.ts';
import type { GuestName } from './world.ts';

const REPORTER = '/AssemblyReporter';
const addressOf = ({ path }: { path: string }) => new RegExp(path.replace(':jointId', '\\d+'));

const reporter = (guest: GuestName, state: string, joint?: Place): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, REPORTER, joint);
    await stage.page.getByRole('button', { name: 'Generar', exact: true }).waitFor();
    await stage.seesPreview();
  },
});

/** Scene of the page of reports before any selection. */
const before = (
  state: string,
  arrange: (stage: SceneContext) => Promise<void>,
  then: (stage: SceneContext) => Promise<void>,
): Part => ({
  guest: 'operator of running',
  state,
  reach: async (stage) => {
    await arrange(stage);
    await stage.openAs('operator of running', REPORTER);
    await then(stage);
  },
});

/** Makes the server's answer to a report request a job in progress. */
async function tells(
  stage: SceneContext,
  job: { state: string; done: number; total: number },
): Promise<void> {
  const jobId = '0'.repeat(32);
  const answer = { ...job, name: null, problem: null, keptUntil: null };
  await stage.reply(addressOf(startJob), ({ method }) =>
    method === 'POST' ? { status: 202, json: { jobId } } : { json: answer },
  );
}

/** Scene with the draft of an acta on screen, opened by the link on the page of reports. */
const acta = (guest: GuestName, joint?: Place): Part => ({
  guest,
  state: 'ready',
  reach: async (stage) => {
    await stage.openAs(guest, REPORTER, joint);
    await stage.page.getByRole('link', { name: /^Ver el acta en pantalla/ }).click();
    // The change of the page is no layout shift. A busy machine changes the page later than the browser expects.
    await stage.page.getByRole('heading', { level: 1, name: 'Borrador de acta' }).waitFor();
    await whenDrawn(stage.page);
    await forgetShifts(stage.page);
    await stage.sees('Este documento es un borrador');
  },
});

const reports: readonly Scene[] = screen('assembly-reporter', REPORTER, [
  reporter('platform', 'ready', 'running'),
  reporter('admin of running', 'ready'),
  ...inTurn(reporter('operator of running', 'ready'), {
    failed: async (stage) => {
      await stage.fail(addressOf(startJob));
      await stage.choose('Concepto', 'Registro de Asistencia');
      await stage.press('Generar');
      await stage.sees('No se puede generar el informe en estos momentos.');
    },
    waiting: async (stage) => {
      await tells(stage, { state: 'queued', done: 0, total: 0 });
      await stage.press('Generar');
      await stage.sees('En espera…');
    },
    progress: async (stage) => {
      await tells(stage, { state: 'running', done: 120, total: 500 });
      await stage.sees('120 de 500');
    },
  }),
  before(
    'loading',
    (stage) => stage.hold(addressOf(listConcepts)),
    (stage) => stage.isLoading(),
  ),
  before(
    'error',
    (stage) => stage.fail(addressOf(listAssemblies)),
    (stage) => stage.seesFault(),
  ),
  before(
    'none',
    (stage) => stage.reply(addressOf(listConcepts), { json: [] }),
    (stage) => stage.sees('El conjunto no tiene conceptos asociados.'),
  ),
]);

export const reporterScenes: readonly Scene[] = [
  ...reports,
  ...screen('acta', '/BorradorActa/:jointId/:assemblyId', [
    acta('operator of running'),
    acta('platform', 'closed'),
    acta('admin of running'),
  ]),
];
