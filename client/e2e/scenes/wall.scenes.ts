/** Scenes (screens for screenshots) of the wall screen: for a signed-in user, and without a session. */

import type { SceneContext } from './context.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

/** Scene of a wall screen opened by a display link, with live data. */
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

/** Scene step: selects a closed question by number on the wall screen and waits for the outcome text. */
const outcome = (number: number, word: string) => async (stage: SceneContext) => {
  await chooseConcept(new RegExp(`^VOTACIÓN ${number} `))(stage);
  await stage.page
    .getByRole('table', { name: `VOTACIÓN ${number}`, exact: true })
    .waitFor({ state: 'attached' });
  await stage.sees(new RegExp(`^${word}`));
};

/** Scene of a wall screen without a session, with the field for a code. */
const bare = (state: string): Part => ({
  guest: 'nobody',
  state,
  isWall: true,
  reach: async (stage) => {
    await stage.open('/Quorum');
    await stage.page.getByLabel('Código de la pantalla').waitFor();
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

/** Answer about a rehearsal in the middle of the evening. */
const played = {
  jointName: 'ENSAYO · Conjunto',
  assemblyId: 1,
  sourceId: 1,
  mode: 'guided',
  state: 'playing',
  guests: 206,
  counts: { arrived: 120, left: 3, offline: 10, voted: 98 },
};

export const wallScenes: readonly Scene[] = [
  ...screen('rehearsal', '/Rehearsal/:jointId?', [
    ...(['platform', 'operator of running'] as const).map(
      (guest): Part => ({
        guest,
        state: 'start',
        reach: async (stage) => {
          await stage.openAs(guest, '/Rehearsal', 'running');
          await stage.sees('Ver una asamblea en dos minutos');
        },
      }),
    ),
    ...(['arrivals', 'acta'] as const).map(
      (step): Part => ({
        guest: 'operator of running',
        state: step,
        reach: async (stage) => {
          const jointId = stage.world.joint('running');
          await stage.reply(/\/rehearsal$/, { json: { ...played, jointId, step } });
          await stage.openAs('operator of running', `/Rehearsal/${jointId}`, 'running');
          await stage.sees('Llegaron 120 de 206');
        },
      }),
    ),
  ]),
  ...screen('screens', '/Assemblies/Screens', [
    screens('platform', 'ready'),
    ...inTurn(screens('operator of running', 'ready'), {
      ending: async (stage) => {
        await stage.page
          .getByRole('button', { name: /^Terminar la pantalla/ })
          .first()
          .click();
        await stage.sees('Deja de mostrar la asamblea enseguida.');
      },
      code: async (stage) => {
        await stage.dismiss();
        await stage.press('Crear código');
        await stage.sees('Sirve hasta las');
      },
    }),
    screens('operator of running', 'link', async (stage) => {
      await stage.press('Crear enlace');
      await stage.page.getByRole('button', { name: 'Copiar enlace' }).waitFor();
    }),
    {
      guest: 'operator of running',
      state: 'none open',
      reach: async (stage) => {
        await stage.reply(/\/displays$/, { json: [] });
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
    ...waiting(
      'operator of running',
      (stage) => stage.openAs('operator of running', '/Assemblies/Screens'),
      /\/displays$/,
    ),
  ]),
  ...screen('quorum', '/Quorum', [
    ...inTurn(bare('code'), {
      'code too short': async (stage) => {
        await typeCode('12')(stage);
        await stage.page.locator('[aria-invalid="true"]').first().waitFor();
      },
      'code refused': async (stage) => {
        await stage.fail(/\/auth\/display$/, 'displayCodeInvalid');
        await typeCode('123 456')(stage);
        await stage.sees('El código de la pantalla no es válido o ya venció.');
      },
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
    display('sectorial', 'sectors', (stage) => stage.page.getByRole('list', { name: 'Sectores' }).waitFor()),
    display('running', 'stale', async (stage) => {
      await stage.cutNetwork();
      await stage.seesLive('polling');
    }),
    signedIn('platform', 'question open', undefined, 'running'),
    signedIn('admin of running', 'question open'),
    signedIn('owner of running', 'question open'),
    signedIn('code of running', 'question open'),
    ...inTurn(signedIn('operator of running', 'question open'), {
      quorum: chooseConcept(/^REGISTRO/),
      'display link': async (stage) => {
        await stage.press('Enlace para pantalla');
        await stage.page.getByRole('dialog').getByRole('button', { name: 'Copiar enlace' }).waitFor();
      },
      'display code': async (stage) => {
        await stage.press('Crear código');
        await stage.sees('Sirve hasta las');
      },
    }),
    ...inTurn(signedIn('operator of noQuorum', 'no quorum', chooseConcept(/^REGISTRO/)), {
      building: async (stage) => {
        await stage.press('Ver el edificio');
        await stage.page.getByRole('img', { name: /^El edificio/ }).waitFor({ state: 'attached' });
      },
      'building as table': async (stage) => {
        await stage.press('Ver como tabla');
        await stage.page
          .getByRole('table', { name: 'Inmuebles del edificio' })
          .waitFor({ state: 'attached' });
      },
    }),
    ...inTurn(signedIn('operator of electing', 'names open'), {
      'council elected': async (stage) => {
        await chooseConcept(/^VOTACIÓN 1 /)(stage);
        await stage.sees(/^Votos válidos/);
      },
      'lot missing': async (stage) => {
        await chooseConcept(/^VOTACIÓN 2 /)(stage);
        await stage.sees(/^Empatan/);
      },
    }),
    ...inTurn(signedIn('operator of closed', 'outcome no quorum', outcome(1, 'Sin quórum')), {
      'outcome approved': outcome(2, 'Aprobada'),
      'outcome rejected': outcome(3, 'No aprobada'),
      'outcome one vote each': outcome(4, 'Aprobada'),
      'outcome qualified': outcome(5, 'Aprobada'),
      'outcome elected': outcome(6, 'Elegida'),
      'outcome tied': outcome(7, 'Empate'),
      'outcome without votes': outcome(8, 'Sin votos'),
    }),
  ]),
];
