/** Scenes (screens for screenshots) of pages opened by an address: practice, vote with a code, mailed link. */

import type { SceneContext } from './context.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen } from './scene.ts';
import type { GuestName } from './world.ts';

const practice = (state: string): Part => ({
  guest: 'nobody',
  state,
  reach: async (stage) => {
    await stage.openAs('nobody', '/PruebaQR');
    await stage.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
  },
});

async function answer(stage: SceneContext): Promise<void> {
  await stage.page.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
  await stage.press('Votar');
  await stage.page.getByRole('alertdialog').waitFor();
}

const CODE = '/VoteQR/000000000000';
const EXCHANGE = /\/auth\/qr$/;

const withCode = (guest: GuestName, state: string, then: (stage: SceneContext) => Promise<void>): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, '/VoteQR');
    await stage.seesLive('live');
    await then(stage);
  },
});

const LINK = '/Register/1/alguien/un-enlace-de-prueba/Edificio';

const welcome = (guest: GuestName, state: string, place: Place, words: string): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, `/Register/${stage.world.joint(place)}`);
    await stage.seesLive('live');
    await stage.sees(words);
  },
});

const JOIN = '/Join/ABCD2345';
const ANNOUNCE = /\/joints\/ABCD2345\/arrivals$/;
const CLAIM = /\/auth\/arrival$/;

/** Scene of a phone with a request to enter, in a state decided by the desk. `sees`: text of the page. */
const announced = (state: 'waiting' | 'unsure' | 'refused' | 'replaced' | 'over', sees: string): Part => ({
  guest: 'nobody',
  state,
  jumps: 'What the desk answers stands above what was typed, at whose end the page is',
  reach: async (stage) => {
    await stage.reply(ANNOUNCE, { status: 202, json: null });
    await stage.reply(CLAIM, { json: { state, jwt: null } });
    await stage.openAs('nobody', JOIN);
    await stage.type('Inmueble', 'T2-504');
    await stage.type('Documento del propietario', '52123456');
    await stage.press('Avisar a la mesa');
    await stage.sees(sees);
  },
});

export const entryScenes: readonly Scene[] = [
  ...screen('join', '/Join/:code?', [
    {
      guest: 'nobody',
      state: 'no code',
      reach: async (stage) => {
        await stage.openAs('nobody', '/Join');
        await stage.sees('Escanee con la cámara de su teléfono');
      },
    },
    ...inTurn(
      {
        guest: 'nobody',
        state: 'ready',
        reach: async (stage) => {
          await stage.openAs('nobody', JOIN);
          await stage.page.getByLabel('Documento del propietario').waitFor();
        },
      },
      {
        'fields missing': async (stage) => {
          await stage.press('Ingresar');
          await stage.press('Avisar a la mesa');
          await stage.sees('Escriba el inmueble.');
        },
      },
    ),
    ...inTurn(announced('waiting', 'La mesa está revisando sus datos'), {
      'no network': async (stage) => {
        await stage.lose(CLAIM);
        await stage.sees('Sin conexión.');
      },
    }),
    announced('unsure', 'no es seguro que la mesa tenga el suyo'),
    announced('refused', 'La mesa no pudo confirmar sus datos.'),
    announced('replaced', 'La mesa confirmó otro teléfono para este inmueble.'),
    announced('over', 'Este aviso ya no está vigente.'),
    {
      guest: 'owner of running',
      state: 'somebody else',
      reach: async (stage) => {
        await stage.openAs('owner of running', JOIN);
        await stage.sees('En este navegador está abierta');
      },
    },
    {
      guest: 'code of secondCall',
      state: 'in already',
      reach: async (stage) => {
        await stage.openAs('code of secondCall', JOIN);
        await stage.sees('En este teléfono ya hay un ingreso a la votación.');
      },
    },
  ]),
  ...screen('practice', '/PruebaQR', [
    ...inTurn(practice('ready'), {
      'answer missing': (stage) => stage.press('Votar'),
      asking: answer,
      thanks: async (stage) => {
        await stage.page.getByRole('alertdialog').getByRole('button', { name: 'Sí', exact: true }).click();
        await stage.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
      },
    }),
  ]),
  ...screen('vote-qr', '/VoteQR/:username?', [
    ...inTurn(
      {
        guest: 'nobody',
        state: 'loading',
        reach: async (stage) => {
          await stage.hold();
          await stage.openAs('nobody', CODE);
          await stage.isLoading();
        },
      },
      {
        'no network': async (stage) => {
          await stage.lose(EXCHANGE);
          await stage.sees('Sin conexión.');
        },
      },
    ),
    {
      guest: 'nobody',
      state: 'not enabled',
      reach: async (stage) => {
        await stage.fail(EXCHANGE, 'codeNotEnabled');
        await stage.openAs('nobody', CODE);
        await stage.seesFault();
      },
    },
    {
      guest: 'nobody',
      state: 'without code',
      reach: async (stage) => {
        await stage.openAs('nobody', '/VoteQR');
        await stage.sees('Para votar, escanee');
      },
    },
    {
      guest: 'owner of running',
      state: 'somebody else',
      reach: async (stage) => {
        await stage.openAs('owner of running', CODE);
        await stage.sees('En este navegador está abierta');
      },
    },
    withCode('code of running', 'open', (stage) => stage.page.getByRole('radiogroup').waitFor()),
    withCode('code of secondCall', 'waiting', (stage) => stage.sees('no hay una votación activa')),
    withCode('code with a power', 'power with instructions', (stage) =>
      stage.sees('Los poderes de 2 inmuebles traen instrucciones de voto'),
    ),
    withCode('code of noQuorum', 'voted', async (stage) => {
      await stage.sees('La mesa registró en papel su voto.');
      await stage.page.getByText('Ver mis respuestas y comprobantes').click();
      await stage.page.getByRole('list', { name: /^Comprobantes/ }).waitFor();
    }),
    {
      guest: 'code of secondCall',
      state: 'no units',
      reach: async (stage) => {
        await stage.reply(/\/users\/me\/assemblyapartments$/, { json: [] });
        await stage.openAs('code of secondCall', '/VoteQR');
        await stage.sees('No se encontraron inmuebles asociados al código QR.');
      },
    },
  ]),
  ...screen('register', '/Register/:jointId/:user?/:password?/:jointName?/:zoomId?/:zoomPassword?', [
    {
      guest: 'nobody',
      state: 'no network',
      reach: async (stage) => {
        await stage.lose(/\/auth$/);
        await stage.openAs('nobody', LINK);
        await stage.sees('Sin conexión.');
      },
    },
    {
      guest: 'nobody',
      state: 'refused',
      reach: async (stage) => {
        await stage.fail(/\/auth$/, 'invalidCredentials');
        await stage.openAs('nobody', LINK);
        await stage.seesFault();
      },
    },
    {
      guest: 'nobody',
      state: 'without session',
      reach: async (stage) => {
        await stage.openAs('nobody', '/Register/1');
        await stage.seesFault();
      },
    },
    {
      guest: 'owner of running',
      state: 'somebody else',
      reach: async (stage) => {
        await stage.openAs('owner of running', LINK);
        await stage.sees('En este navegador está abierta');
      },
    },
    welcome('owner who comes late', 'active', 'running', 'Registrar Asistencia'),
    welcome('owner of preparing', 'inactive', 'preparing', 'Ver tutoriales'),
    welcome('owner of closed', 'closed', 'closed', 'La asamblea terminó el'),
  ]),
];
