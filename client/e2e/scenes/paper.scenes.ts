/** Scenes (screens for screenshots) of codes on paper: cards, badges and voting badges. */
import { printBadges } from '../../../shared/assemblies/paper.api.ts';
import type { SceneContext } from './context.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const CODES = '/Assemblies/Codes';
const PRINTING = new RegExp(printBadges.path.replace('/:jointId', ''));

/** Scene of the page of codes for a guest, complete once loaded or after `then`. */
const codes = (
  guest: GuestName,
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
  joint?: Place,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, CODES, joint);
    await stage.sees('Códigos emitidos');
    await then(stage);
  },
});

/** Waits until the list shows badges; every unit of the running assembly has a badge. */
async function withBadges(stage: SceneContext): Promise<void> {
  await stage.sees('Sin escarapela: 0.');
  await stage.choose('Mostrar', 'Escarapelas');
  await stage.page
    .getByRole('button', { name: /^Reimprimir/ })
    .first()
    .waitFor();
}

async function asks(stage: SceneContext, act: string): Promise<void> {
  await stage.page
    .getByRole('button', { name: new RegExp(`^${act}`) })
    .first()
    .click();
  await stage.page.getByRole('alertdialog').waitFor();
}

export const paperScenes: readonly Scene[] = screen('codes', CODES, [
  codes('operator of preparing', 'ready'),
  ...inTurn(codes('operator of running', 'badges', withBadges), {
    'renewing asked': (stage) => asks(stage, 'Reimprimir'),
    'revoking asked': async (stage) => {
      await stage.dismiss();
      await asks(stage, 'Revocar');
    },
    printing: async (stage) => {
      await stage.dismiss();
      await stage.hold(PRINTING);
      await stage.press('Descargar todas las escarapelas');
      await stage.sees('Generando el PDF…');
    },
    'print failed': async (stage) => {
      await stage.fail(PRINTING);
      await stage.sees('No se puede generar el informe en estos momentos.');
    },
  }),
  codes('operator of closed', 'closed'),
  codes('platform', 'ready', undefined, 'running'),
  ...waiting('operator of running', (stage) => stage.openAs('operator of running', CODES)),
]);
