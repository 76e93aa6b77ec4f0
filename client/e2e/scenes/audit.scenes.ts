/** Scenes (screens for screenshots) of a joint's audit log. */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const AUDIT = '/Assemblies/Audit';

const shows = (guest: GuestName, state: string, then: (stage: SceneContext) => Promise<void>): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, AUDIT);
    await then(stage);
  },
});

const OPERATOR = 'operator of running';

export const auditScenes: readonly Scene[] = screen('audit', AUDIT, [
  ...inTurn(
    shows(OPERATOR, 'ready', async (stage) => {
      await stage.page.getByRole('table', { name: 'Registro de auditoría' }).waitFor();
      await stage.page.locator('summary', { hasText: 'Detalle' }).first().click();
    }),
    {
      verified: async (stage) => {
        await stage.page.getByRole('button', { name: 'Verificar', exact: true }).click();
        await stage.sees('El registro está íntegro.');
      },
      none: async (stage) => {
        await stage.page.getByLabel('Inmueble, persona o texto').fill('nada que exista');
        await stage.page.getByRole('button', { name: 'Filtrar' }).click();
        await stage.sees('Ningún acto coincide con el filtro.');
      },
    },
  ),
  shows('platform', 'ready', (stage) => stage.isReady()),
  ...waiting(OPERATOR, (stage) => stage.openAs(OPERATOR, AUDIT)),
]);
