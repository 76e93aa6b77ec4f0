/** A joint's audit trail. */
import { type Part, type Scene, screen } from './scene.ts';
import type { SceneContext } from './scene-context.ts';
import type { GuestName } from './world.ts';

const AUDIT = '/Assemblies/Audit';

function shows(
  guest: GuestName,
  state: string,
  then: (stage: SceneContext) => Promise<void>,
  before: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part {
  return {
    guest,
    state,
    reach: async (stage) => {
      await before(stage);
      await stage.openAs(guest, AUDIT);
      await then(stage);
    },
  };
}

export const auditScenes: readonly Scene[] = screen('audit', AUDIT, [
  shows('operator of running', 'ready', (stage) =>
    stage.page.getByRole('table', { name: 'Registro de auditoría' }).waitFor(),
  ),
  shows('operator of running', 'verified', async (stage) => {
    await stage.page.getByRole('button', { name: 'Verificar', exact: true }).click();
    await stage.sees('El registro está íntegro.');
  }),
  shows('operator of running', 'none', async (stage) => {
    await stage.page.getByLabel('Inmueble, persona o texto').fill('nada que exista');
    await stage.page.getByRole('button', { name: 'Filtrar' }).click();
    await stage.sees('Ningún acto coincide con el filtro.');
  }),
  shows('platform', 'ready', (stage) => stage.isReady()),
  shows(
    'operator of running',
    'loading',
    (stage) => stage.isLoading(),
    (stage) => stage.hold(),
  ),
  shows(
    'operator of running',
    'error',
    (stage) => stage.seesFault(),
    (stage) => stage.fail(),
  ),
]);
