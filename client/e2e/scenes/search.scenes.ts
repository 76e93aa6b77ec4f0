/** Scenes (screens for screenshots) of the search, of the page of a unit, and of the portfolio. */
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const unit = (stage: SceneContext, joint: 'running' | 'noQuorum' = 'noQuorum'): string =>
  `/Unit/${stage.world.joint(joint)}/101`;

const shows = (guest: GuestName, state: string, path: (stage: SceneContext) => string): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, path(stage));
    await stage.isReady();
  },
});

export const searchScenes: readonly Scene[] = [
  ...screen('unit', '/Unit/:jointId/:apartmentId', [
    shows('platform', 'ready', (stage) => unit(stage)),
    shows('admin of noQuorum', 'ready', (stage) => unit(stage)),
    shows('operator of running', 'ready', (stage) => unit(stage, 'running')),
    shows('platform', 'unknown', (stage) => `${unit(stage)}-999`),
    ...waiting('platform', (stage) => stage.openAs('platform', unit(stage))),
  ]),
  ...screen('portfolio', '/Portfolio', [
    shows('platform', 'ready', () => '/Portfolio'),
    shows('admin of noQuorum', 'ready', () => '/Portfolio'),
    shows('operator of running', 'ready', () => '/Portfolio'),
    ...waiting('platform', (stage) => stage.openAs('platform', '/Portfolio')),
  ]),
  ...screen('user-home', '/UserHome', [
    ...inTurn(
      {
        guest: 'platform',
        state: 'search opened',
        reach: async (stage) => {
          await stage.openAs('platform', '/UserHome');
          await stage.isReady();
          await stage.page.keyboard.press('/');
          await stage.sees('Escriba al menos dos letras');
        },
      },
      {
        'search found': async (stage) => {
          await stage.type('Inmueble, persona, documento, contacto, cuenta, recibo o pregunta', '101');
          await stage.page.getByRole('link', { name: '101' }).first().waitFor();
        },
        'search found nothing': async (stage) => {
          await stage.type(
            'Inmueble, persona, documento, contacto, cuenta, recibo o pregunta',
            'nadie se llama',
          );
          await stage.sees('Nada coincide');
        },
      },
    ),
  ]),
];
