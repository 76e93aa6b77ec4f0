/** Scenes (screens for screenshots) of powers of attorney on paper: list, form, and decisions. */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const POWERS = '/Assemblies/Powers';

const powers = (
  guest: GuestName,
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, POWERS, 'running');
    await stage.sees('Cargar poderes de una hoja');
    await then(stage);
  },
});

const person = (name: string, document: string | null) => ({ name, document });
const at = '2026-03-05T23:05:09.000Z';
const unit = { apartmentId: '101', owner: 'ANA RUIZ', coefficient: 1.2345, end: null, isRegistered: false };
const power = {
  powerId: 1,
  granter: person('ANA RUIZ', '52.123.456'),
  holder: person('Marta Gil', null),
  units: [unit],
  coefficient: 1.2345,
  origin: 'imported',
  instructions: 'Votar sí al presupuesto',
  enteredAt: at,
  enteredBy: 'Operador',
  state: 'pending',
  decidedAt: null,
  decidedBy: null,
  reason: null,
  pages: [],
  warnings: [],
  holderUnits: [],
};
const list = [
  power,
  {
    ...power,
    powerId: 4,
    state: 'accepted',
    decidedAt: at,
    decidedBy: 'Operador',
    substitute: person('Carlos Arturo Ruiz Echeverri', '79.456.123'),
    units: [{ ...unit, apartmentId: '104' }],
  },
  {
    ...power,
    powerId: 2,
    state: 'used',
    decidedAt: at,
    decidedBy: 'Operador',
    pages: [
      { pageId: 1, mediaType: 'application/pdf', fileName: 'poder.pdf', size: 1000, sha256: 'a'.repeat(64) },
    ],
    units: [{ ...unit, apartmentId: '102', isRegistered: true }],
    warnings: [
      { code: 'limit', message: 'Marta Gil representaría a 4 propietarios; el límite es 3.', blocks: false },
    ],
  },
  {
    ...power,
    powerId: 3,
    state: 'rejected',
    decidedAt: at,
    decidedBy: 'Operador',
    reason: 'Sin firma',
    units: [{ ...unit, apartmentId: '103' }],
  },
];

const withList = (guest: GuestName): Part => ({
  guest,
  state: 'list',
  reach: async (stage) => {
    await stage.reply(/\/powers$/, { json: list });
    await stage.openAs(guest, POWERS, 'running');
    await stage.sees('Sin firma');
  },
});

export const powersScenes: readonly Scene[] = screen('powers', POWERS, [
  powers('platform', 'ready'),
  ...inTurn(powers('operator of running', 'ready'), {
    adding: async (stage) => {
      await stage.press('Agregar poder');
      await stage.sees('Quien recibe el poder');
    },
    'adding missed': async (stage) => {
      await stage.press('Guardar');
      await stage.page.locator('[aria-invalid="true"]').first().waitFor();
    },
  }),
  ...inTurn(withList('operator of running'), {
    'rejecting asked': async (stage) => {
      await stage.page
        .getByRole('button', { name: /^Rechazar/ })
        .first()
        .click();
      await stage.page.getByRole('alertdialog').waitFor();
    },
  }),
  ...waiting('operator of running', (stage) => stage.openAs('operator of running', POWERS), /\/powers$/),
]);
