/** The wall: for who is signed in, and on a screen that nobody is signed in on. */
import { errorReply } from '../../../shared/errors.ts';
import type { Place } from './places.ts';
import { type Part, type Scene, screen } from './scene.ts';
import type { SceneContext } from './scene-context.ts';
import type { GuestName } from './world.ts';

/** Opened with a display link, live. */
const display = (place: Place, state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
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
  then?: (stage: SceneContext) => Promise<void>,
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

const chooseConcept = (option: RegExp) => async (stage: SceneContext) => {
  await stage.page.getByRole('button', { name: /Concepto$/ }).click();
  await stage.page.getByRole('option', { name: option }).click();
};

/** A closed question, picked by its number, with the word for what became of it. */
const outcome = (number: number, state: string, word: string): Part =>
  signedIn('operator of closed', state, async (stage) => {
    await chooseConcept(new RegExp(`^VOTACIÓN ${number} `))(stage);
    await stage.sees(new RegExp(`^${word}`));
  });

/** A screen that nobody is signed in on. */
const bare = (state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
  guest: 'nobody',
  state,
  isWall: true,
  reach: async (stage) => {
    await stage.open('/Quorum');
    await stage.page.getByLabel('Código de la pantalla').waitFor();
    await then?.(stage);
  },
});

const typeCode = (code: string) => async (stage: SceneContext) => {
  await stage.type('Código de la pantalla', code);
  await stage.press('Mostrar la asamblea');
};

const screens = (guest: GuestName, state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, '/Assemblies/Screens', 'running');
    await stage.page.getByRole('table', { name: 'Pantallas abiertas' }).waitFor();
    await then?.(stage);
  },
});

export const wallScenes: readonly Scene[] = [
  ...screen('screens', '/Assemblies/Screens', [
    screens('platform', 'ready'),
    screens('operator of running', 'ready'),
    screens('operator of running', 'code', async (stage) => {
      await stage.press('Crear código');
      await stage.sees('Sirve hasta las');
    }),
    screens('operator of running', 'link', async (stage) => {
      await stage.press('Crear enlace');
      await stage.page.getByRole('button', { name: 'Copiar enlace' }).waitFor();
    }),
    screens('operator of running', 'ending', async (stage) => {
      await stage.page
        .getByRole('button', { name: /^Terminar la pantalla/ })
        .first()
        .click();
      await stage.sees('Deja de mostrar la asamblea enseguida.');
    }),
    {
      guest: 'operator of running',
      state: 'none open',
      reach: async (stage) => {
        await stage.page.route(/\/displays$/, (route) => route.fulfill({ json: [] }));
        await stage.openAs('operator of running', '/Assemblies/Screens');
        await stage.sees('No hay pantallas abiertas.');
      },
    },
    {
      guest: 'operator of sectorial',
      state: 'sectors',
      reach: async (stage) => {
        await stage.openAs('operator of sectorial', '/Assemblies/Screens');
        await stage.page.getByRole('columnheader', { name: 'Muestra' }).waitFor();
      },
    },
    {
      guest: 'operator of running',
      state: 'loading',
      reach: async (stage) => {
        await stage.hold(/\/displays$/);
        await stage.openAs('operator of running', '/Assemblies/Screens');
        await stage.isLoading();
      },
    },
    {
      guest: 'operator of running',
      state: 'error',
      reach: async (stage) => {
        await stage.fail(/\/displays$/);
        await stage.openAs('operator of running', '/Assemblies/Screens');
        await stage.seesFault();
      },
    },
  ]),
  ...screen('quorum', '/Quorum', [
    bare('code'),
    bare('code too short', async (stage) => {
      await typeCode('12')(stage);
      await stage.page.locator('[aria-invalid="true"]').first().waitFor();
    }),
    bare('code refused', async (stage) => {
      await stage.page.route(/\/auth\/display$/, (route) => {
        const reply = errorReply('displayCodeInvalid');
        return route.fulfill({ status: reply.statusCode, json: reply });
      });
      await typeCode('123 456')(stage);
      await stage.sees('El código de la pantalla no es válido o ya venció.');
    }),
    {
      guest: 'display',
      state: 'ended',
      isWall: true,
      reach: async (stage) => {
        await stage.fail(/\/(snapshot|joints\/\d+)$/, 'unauthenticated');
        await stage.silenceHub();
        await stage.open(stage.world.displayLink('running').replace(stage.url, ''));
        await stage.sees('El enlace de esta pantalla ya no es válido.');
      },
    },
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
    signedIn('operator of running', 'display code', async (stage) => {
      await stage.press('Enlace para pantalla');
      await stage.press('Crear código');
      await stage.sees('Sirve hasta las');
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
