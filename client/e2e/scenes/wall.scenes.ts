/** The wall: for who is signed in, and on a screen that nobody is signed in on. */
import type { Place } from './places.ts';
import { type Part, type Scene, screen } from './scene.ts';
import type { Stage } from './stage.ts';
import type { GuestName } from './world.ts';

/** Opened with a display link, live. */
const display = (place: Place, state: string, then?: (stage: Stage) => Promise<void>): Part => ({
  guest: 'display',
  state,
  isWall: true,
  reach: async (stage) => {
    await stage.open(stage.world.displayLink(place).replace(stage.url, ''));
    await stage.seesLive('live');
    await stage.isReady();
    await then?.(stage);
  },
});

const signedIn = (
  guest: GuestName,
  state: string,
  then?: (stage: Stage) => Promise<void>,
  joint?: Place,
): Part => ({
  guest,
  state,
  isWall: true,
  reach: async (stage) => {
    await stage.openAs(guest, '/Quorum', joint);
    await stage.seesLive('live');
    await stage.isReady();
    await then?.(stage);
  },
});

const chooseConcept = (option: RegExp) => async (stage: Stage) => {
  await stage.page.getByRole('button', { name: /Concepto$/ }).click();
  await stage.page.getByRole('option', { name: option }).click();
};

/** A closed question, picked by its number, with the word for what became of it. */
const outcome = (number: number, state: string, word: string): Part =>
  signedIn('operator of closed', state, async (stage) => {
    await chooseConcept(new RegExp(`^VOTACIÓN ${number} `))(stage);
    await stage.sees(new RegExp(`^${word}`));
  });

export const wallScenes: readonly Scene[] = [
  ...screen('quorum', '/Quorum', [
    {
      guest: 'operator of nothing',
      state: 'empty',
      where: 'empty',
      isWall: true,
      reach: async (stage) => {
        await stage.openAs('operator of nothing', '/Quorum');
        await stage.sees('No tiene conjuntos residenciales asociados.');
      },
    },
    {
      guest: 'operator of running',
      state: 'loading',
      isWall: true,
      reach: async (stage) => {
        await stage.hold(/\/(snapshot|quorumhistory)$/);
        await stage.silenceHub();
        await stage.openAs('operator of running', '/Quorum');
        await stage.isLoading();
        await stage.page.locator('[data-status]').waitFor();
      },
    },
    {
      guest: 'operator of running',
      state: 'error',
      isWall: true,
      reach: async (stage) => {
        await stage.fail(/\/snapshot$/, 'jointNotFound');
        await stage.silenceHub();
        await stage.openAs('operator of running', '/Quorum');
        await stage.seesFault();
      },
    },
    {
      guest: 'display',
      state: 'link incomplete',
      isWall: true,
      reach: async (stage) => {
        await stage.open(
          stage.world
            .displayLink('running')
            .replace(stage.url, '')
            .replace(/\?jointId=\d+/, ''),
        );
        await stage.sees('El enlace está incompleto.');
      },
    },
    display('running', 'question open'),
    display('noQuorum', 'question without quorum'),
    display('preparing', 'preparing'),
    display('secondCall', 'second call'),
    display('closed', 'closed'),
    display('sectorial', 'sectors'),
    {
      ...display('running', 'stale', async (stage) => {
        await stage.cutNetwork();
        await stage.seesLive('polling');
      }),
      isAlone: true,
    },
    signedIn('platform', 'question open', undefined, 'running'),
    signedIn('admin of running', 'question open'),
    signedIn('owner of running', 'question open'),
    signedIn('code of running', 'question open'),
    signedIn('operator of running', 'question open'),
    signedIn('operator of running', 'quorum', chooseConcept(/^REGISTRO/)),
    signedIn('operator of noQuorum', 'no quorum', chooseConcept(/^REGISTRO/)),
    signedIn('operator of running', 'display link', async (stage) => {
      await stage.press('Enlace para pantalla');
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Copiar enlace' }).waitFor();
    }),
    outcome(1, 'outcome no quorum', 'Sin quórum'),
    outcome(2, 'outcome approved', 'Aprobada'),
    outcome(3, 'outcome rejected', 'No aprobada'),
    outcome(4, 'outcome one vote each', 'Aprobada'),
    outcome(5, 'outcome qualified', 'Aprobada'),
    outcome(6, 'outcome elected', 'Elegida'),
    outcome(7, 'outcome tied', 'Empate'),
    outcome(8, 'outcome without votes', 'Sin votos'),
  ]),
];
