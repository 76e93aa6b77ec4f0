/** Scenes (screens for screenshots) of events: list, desk, reports. */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

function shows(
  guest: GuestName,
  path: string | ((stage: SceneContext) => string),
  state: string,
  then: (stage: SceneContext) => Promise<void> = (stage) => stage.isReady(),
): Part {
  return {
    guest,
    state,
    reach: async (stage) => {
      await stage.openAs(guest, typeof path === 'string' ? path : path(stage));
      await then(stage);
    },
  };
}

const states = (path: string | ((stage: SceneContext) => string)): Part[] =>
  waiting('events', (stage) => stage.openAs('events', typeof path === 'string' ? path : path(stage)));
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
    await stage.page.getByLabel('Identificación del participante').fill(id);
    await stage.page.getByLabel('Identificación del participante').press('Enter');
    await stage.sees(seen);
  };
};

/**
 * Makes the server answer an arrival with the current time. Each window size repeats the scan, and a repeated scan
 * would show the earlier time.
 */
async function nowCame(stage: SceneContext): Promise<void> {
  await stage.reply(/\/participants\/[^/]+\/attended$/, () => ({
    json: {
      participantId: '90000008',
      name: 'María del Rosario Echeverri Santamaría',
      attended: true,
      checkInTime: '18:32:05',
      checkedInAt: new Date().toISOString(),
    },
  }));
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
    shows('platform', '/RegisterAssistance', 'ready', atDesk),
    ...inTurn(shows('events', '/RegisterAssistance', 'ready', atDesk), {
      already: typed('90000001', 'Ya estaba registrado'),
      unknown: typed('404', 'No está en la lista del evento'),
      adding: async (stage) => {
        await stage.page.getByRole('button', { name: 'Agregar participante' }).click();
        await stage.page.getByRole('dialog').waitFor();
      },
      registered: async (stage) => {
        await stage.dismiss();
        await nowCame(stage);
        await typed('90000008', 'Asistencia registrada')(stage);
      },
    }),
    ...states('/RegisterAssistance'),
    none('/RegisterAssistance'),
  ]),
  ...screen('event-reports', '/EventReports', [
    shows('platform', '/EventReports', 'ready', (stage) => stage.seesPreview()),
    ...inTurn(
      shows('events', '/EventReports', 'ready', (stage) => stage.seesPreview()),
      {
        failed: async (stage) => {
          await stage.fail(/\/reports\/jobs$/);
          await stage.press('Generar');
          await stage.sees('No se puede generar el informe en estos momentos. Intente nuevamente.');
        },
      },
    ),
    ...states('/EventReports'),
    none('/EventReports'),
  ]),
  ...screen('events', '/Events', [
    shows('platform', '/Events', 'ready', (stage) => stage.sees('Feria de convivencia')),
    ...inTurn(
      shows('events', '/Events', 'ready', (stage) => stage.sees('Feria de convivencia')),
      {
        creating: async (stage) => {
          await stage.page.getByRole('button', { name: 'Crear evento' }).first().click();
          await stage.page.getByRole('dialog').waitFor();
        },
      },
    ),
    ...states('/Events'),
    none('/Events'),
  ]),
  ...screen('event', '/Events/:eventId', [
    shows('platform', fair, 'ready', (stage) => stage.sees('Ximena Ñáñez')),
    ...inTurn(
      shows('events', fair, 'ready', (stage) => stage.sees('Ximena Ñáñez')),
      {
        preview: async (stage) => {
          const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
          await stage.page.locator('input[type=file]').setInputFiles(file);
          await stage.sees('Filas encontradas');
        },
      },
    ),
    shows('events', '/Events/999999', 'unknown', (stage) => stage.seesFault()),
    ...states(fair),
  ]),
];
