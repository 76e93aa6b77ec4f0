/** Events, their desk and their reports. */
import { type Part, type Scene, screen } from './scene.ts';
import type { SceneContext } from './scene-context.ts';
import type { GuestName } from './world.ts';

const guests: readonly GuestName[] = ['platform', 'events'];

function shows(
  guest: GuestName,
  path: string | ((stage: SceneContext) => string),
  state: string,
  then: (stage: SceneContext) => Promise<void> = (stage) => stage.isReady(),
  before: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part {
  return {
    guest,
    state,
    reach: async (stage) => {
      await before(stage);
      await stage.openAs(guest, typeof path === 'string' ? path : path(stage));
      await then(stage);
    },
  };
}

const states = (path: string | ((stage: SceneContext) => string)): Part[] => [
  shows(
    'events',
    path,
    'loading',
    (stage) => stage.isLoading(),
    (stage) => stage.hold(),
  ),
  shows(
    'events',
    path,
    'error',
    (stage) => stage.seesFault(),
    (stage) => stage.fail(),
  ),
];
const none = (path: string): Part => ({
  ...shows('platform', path, 'none', (stage) => stage.isReady()),
  where: 'empty',
});

const fair = ({ world }: SceneContext): string => `/Events/${world.eventId}`;

async function atDesk(stage: SceneContext): Promise<void> {
  await stage.choose('Evento', 'Feria de convivencia');
  await stage.sees('En vivo');
}

const typed = (id: string, seen: string): ((stage: SceneContext) => Promise<void>) => {
  return async (stage) => {
    await atDesk(stage);
    await stage.page.getByLabel('Identificación del participante').fill(id);
    await stage.page.getByLabel('Identificación del participante').press('Enter');
    await stage.sees(seen);
  };
};

/** The answer to somebody who comes now; each size of the picture would otherwise be a repeat of the one before. */
async function nowCame({ page }: SceneContext): Promise<void> {
  await page.route('**/participants/*/attended', (route) => {
    const checkedInAt = new Date().toISOString();
    const json = {
      participantId: '90000008',
      name: 'María del Rosario Echeverri Santamaría',
      attended: true,
      checkInTime: '18:32:05',
      checkedInAt,
    };
    return route.fulfill({ json });
  });
}

const SHEET = [
  'Cédula;Nombres;Apellidos',
  '1.020.345.678;Ana María;Muñoz',
  '1020345678;Repetida;Muñoz',
  '52123456;Luis;Peña',
  ';Sin;Documento',
].join('\n');

export const eventsScenes: readonly Scene[] = [
  ...screen('register-assistance', '/RegisterAssistance', [
    ...guests.map((guest) => shows(guest, '/RegisterAssistance', 'ready', atDesk)),
    shows('events', '/RegisterAssistance', 'registered', async (stage) => {
      await nowCame(stage);
      await typed('90000008', 'Asistencia registrada')(stage);
    }),
    shows('events', '/RegisterAssistance', 'already', typed('90000001', 'Ya estaba registrado')),
    shows('events', '/RegisterAssistance', 'unknown', typed('404', 'No está en la lista del evento')),
    shows('events', '/RegisterAssistance', 'adding', async (stage) => {
      await typed('404', 'No está en la lista del evento')(stage);
      await stage.page.getByRole('button', { name: 'Agregar participante' }).click();
      await stage.page.getByRole('dialog').waitFor();
    }),
    ...states('/RegisterAssistance'),
    none('/RegisterAssistance'),
  ]),
  ...screen('event-reports', '/EventReports', [
    ...guests.map((guest) => shows(guest, '/EventReports', 'ready')),
    shows('events', '/EventReports', 'faulty', async (stage) => {
      await stage.page.getByRole('button', { name: 'Generar', exact: true }).click();
      await stage.sees('Seleccione un evento');
    }),
    ...states('/EventReports'),
    none('/EventReports'),
  ]),
  ...screen('events', '/Events', [
    ...guests.map((guest) => shows(guest, '/Events', 'ready', (stage) => stage.sees('Feria de convivencia'))),
    shows('events', '/Events', 'creating', async (stage) => {
      await stage.page.getByRole('button', { name: 'Crear evento' }).first().click();
      await stage.page.getByRole('dialog').waitFor();
    }),
    ...states('/Events'),
    none('/Events'),
  ]),
  ...screen('event', '/Events/:eventId', [
    ...guests.map((guest) => shows(guest, fair, 'ready', (stage) => stage.sees('Ximena Ñáñez'))),
    shows('events', fair, 'preview', async (stage) => {
      const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
      await stage.page.locator('input[type=file]').setInputFiles(file);
      await stage.sees('Filas encontradas');
    }),
    shows('events', '/Events/999999', 'unknown', (stage) => stage.seesFault()),
    ...states(fair),
  ]),
];
