/** Scenes (screens for screenshots) of an owner's evening on the phone: waiting page and voting page. */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const LAUNCH = '/LaunchPage/:zoomId?/:zoomPassword?';
const BALLOT = '/Vote/:jointId';
const VOTES = /\/assembly$/;

const launch = (guest: GuestName, state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, '/LaunchPage');
    await stage.isReady();
    await stage.seesLive('live');
    await then?.(stage);
  },
});

const ballotOf = (stage: SceneContext): string => `/Vote/${stage.world.joint('running')}`;

const ballot = (guest: GuestName, state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, ballotOf(stage));
    await stage.seesLive('live');
    await stage.page.getByRole('radiogroup').first().waitFor();
    await then?.(stage);
  },
});

/** Opens the dialog to give a power, after an earlier power. */
async function givesPower(stage: SceneContext): Promise<void> {
  await stage.reply(/\/ownpowers$/, {
    json: {
      obstacle: null,
      until: null,
      sentTo: 'ro***@correo.example',
      owners: [
        { name: 'Rosa Elvira Niño', apartmentIds: ['103', '104'] },
        { name: 'Inversiones Niño S. A. S.', apartmentIds: ['201'] },
      ],
      points: [
        { number: 1, text: 'Verificación del quórum' },
        { number: 2, text: 'Cuota extraordinaria' },
      ],
      powers: [
        {
          powerId: 7,
          holder: 'Marta Ruiz',
          units: [{ apartmentId: '103', end: null }],
          instructions: '2. Cuota extraordinaria: No',
          enteredAt: '2026-03-05T15:00:00.000Z',
          state: 'accepted',
          hasProof: true,
        },
      ],
    },
  });
  await stage.openAs('owner of preparing', '/LaunchPage');
  await stage.isReady();
  await stage.press('Dar poder a otra persona');
  await stage.page.getByRole('dialog').waitFor();
}

/** Selects an answer on the voting page and confirms the dialog. */
async function vote(stage: SceneContext, answer: string): Promise<void> {
  await choose(stage, answer);
  await stage.press('Votar');
  await stage.page.getByRole('alertdialog').getByRole('button', { name: 'Sí', exact: true }).click();
}

async function choose(stage: SceneContext, answer: string): Promise<void> {
  await stage.page.getByRole('radio', { name: answer, exact: true }).first().check({ force: true });
}

async function isThanked(stage: SceneContext): Promise<void> {
  await stage.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
  await stage.press('Quedarme en esta página');
}

const cut = async (stage: SceneContext): Promise<void> => {
  await stage.cutNetwork();
  await stage.seesLive('polling');
};

/** Opens the page that verifies a vote, with a receipt in the address. */
const checked = async (stage: SceneContext): Promise<void> => {
  const { world } = stage;
  await stage.openAs('owner of closed', `/CompruebeSuVoto/${world.joint('closed')}#${world.receipt}`);
  await stage.sees('Su voto está contado.');
  await stage.page.getByRole('img', { name: 'La prueba de su voto, como código QR' }).waitFor();
};

const checkVote = async (stage: SceneContext): Promise<void> => {
  await stage.openAs('nobody', `/CompruebeSuVoto/${stage.world.joint('closed')}`);
  await stage.isReady();
};

const named = (guest: GuestName, state: string): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, `/Vote/${stage.world.joint('electing')}`);
    await stage.seesLive('live');
    await stage.sees('Escoja hasta 3 nombres.');
  },
});

const check = (at: number) => (stage: SceneContext) =>
  stage.page.getByRole('checkbox').nth(at).check({ force: true });

export const ownerScenes: readonly Scene[] = [
  ...screen('linked-assembly', '/Asamblea', [
    {
      guest: 'nobody',
      state: 'unknown',
      reach: async (stage) => {
        await stage.openAs('nobody', '/Asamblea#enlace-desconocido');
        await stage.page.getByText('Ese enlace no existe.').waitFor();
      },
    },
  ]),
  ...screen(
    'check-clearance',
    '/Verificar',
    inTurn(
      {
        guest: 'nobody',
        state: 'ready',
        reach: async (stage) => {
          await stage.openAs('nobody', '/Verificar');
          await stage.isReady();
        },
      },
      {
        'unknown code': async (stage) => {
          await stage.type('Código de verificación', 'ABCDE-12345');
          await stage.press('Verificar');
          await stage.sees('No. Este código no es de un paz y salvo expedido aquí.');
        },
      },
    ),
  ),
  ...screen('check-vote', '/CompruebeSuVoto/:jointId', [
    ...inTurn(
      { guest: 'nobody', state: 'ready', reach: checkVote },
      {
        'empty field': async (stage) => {
          await stage.press('Comprobar');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
        'unknown receipt': async (stage) => {
          await stage.type('Comprobante de voto', 'AAAA-1111');
          await stage.press('Comprobar');
          await stage.page.getByRole('status').filter({ hasText: 'comprobante' }).waitFor();
        },
      },
    ),
    { guest: 'owner of closed', state: 'counted', reach: checked },
  ]),
  ...screen('launch', LAUNCH, [
    ...waiting('owner of running', (stage) => stage.openAs('owner of running', '/LaunchPage')),
    {
      guest: 'owner of nothing',
      state: 'empty',
      where: 'empty',
      reach: async (stage) => {
        await stage.openAs('owner of nothing', '/LaunchPage');
        await stage.sees('No tiene inmuebles asignados.');
      },
    },
    launch('owner of running', 'question open'),
    launch('owner who has many units', 'many units'),
    launch('owner who voted', 'voted'),
    launch('owner who comes late', 'not registered'),
    launch('owner who is replaced', 'held by another'),
    launch('owner of preparing', 'preparing'),
    ...inTurn(
      { guest: 'owner of preparing', state: 'giving a power', reach: givesPower },
      {
        'holder missing': async (stage) => {
          await stage.page.getByText(/^Suplente, si esa persona no llega/).click();
          await stage.type('Nombre del suplente', 'Luis Paz');
          await stage.press('Pedir el código');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
        'signing a power': async (stage) => {
          const text =
            'Yo, Rosa Elvira Niño, doy poder a Luis Gil para que me represente, con voz y voto por: 103.';
          await stage.reply(/\/ownpowers\/code$/, {
            json: { text, sentTo: 'ro***@correo.example' },
            status: 201,
          });
          await stage.type('Inmueble de ese propietario', '101');
          await stage.type('Documento del suplente', '79.1');
          await stage.press('Pedir el código');
          await stage.sees('Código del correo');
        },
      },
    ),
    launch('owner of noQuorum', 'no quorum'),
    launch('owner of closed', 'closed'),
    launch('owner of closed', 'notice papers', async (stage) => {
      const debtors = [
        { units: ['301', 'PARQ 12'], owner: 'Inversiones Cañaveral del Sur S.A.S.', owed: 1_234_567.89 },
        { units: ['402'], owner: 'María Fernanda Muñoz Zuluaga', owed: 98_000 },
      ];
      await stage.reply(/\/noticedebtors$/, { json: { asOf: '2026-11-20', debtors } });
      await stage.page.getByText('Orden del día y documentos').click();
      await stage.page.getByRole('table', { name: 'Propietarios en mora' }).waitFor();
    }),
    launch('owner of checking', 'quorum check'),
    launch('owner of electing', 'election'),
    launch('code of running', 'question open'),
    launch('owner of running', 'stale', cut),
  ]),
  ...screen('vote', BALLOT, [
    ...waiting('owner of running', (stage) => stage.openAs('owner of running', ballotOf(stage))),
    {
      guest: 'owner of preparing',
      state: 'no question',
      reach: async (stage) => {
        await stage.openAs('owner of preparing', `/Vote/${stage.world.joint('preparing')}`);
        await stage.sees('La votación no se encuentra activa.');
      },
    },
    ...inTurn(ballot('owner of running', 'open'), {
      'answer missing': (stage) => stage.press('Votar'),
      chosen: (stage) => choose(stage, 'Si'),
      asking: async (stage) => {
        await choose(stage, 'No');
        await stage.press('Votar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
      'slow network': async (stage) => {
        await stage.dismiss();
        await stage.lose(VOTES);
        await vote(stage, 'Si');
        await stage.sees('La conexión está lenta.');
      },
    }),
    ...inTurn(ballot('owner who has many units', 'many units'), {
      'different answers': async (stage) => {
        await stage.press('Responder distinto');
        await choose(stage, 'No');
        for (const at of [0, 2]) await check(at)(stage);
      },
      'asking for some': async (stage) => {
        await stage.press('Votar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    {
      guest: 'owner who voted',
      state: 'already voted',
      reach: async (stage) => {
        await stage.openAs('owner who voted', ballotOf(stage));
        await stage.sees('La mesa registró en papel su voto.');
      },
    },
    ballot('code of running', 'open'),
    ...inTurn(named('owner of electing', 'names'), {
      'names missing': (stage) => stage.press('Votar'),
      'all names': async (stage) => {
        for (const at of [0, 2, 3]) await check(at)(stage);
        await stage.sees('Ha escogido 3 de 3.');
      },
      'asking for names': async (stage) => {
        await stage.press('Votar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
      'blank vote': async (stage) => {
        await stage.dismiss();
        await check(6)(stage);
        await stage.sees('Voto en blanco: sin nombres.');
      },
    }),
    {
      guest: 'owner who comes late',
      state: 'not registered',
      reach: async (stage) => {
        await stage.openAs('owner who comes late', ballotOf(stage));
        await stage.sees('Para votar, primero registre');
      },
    },
    // A held request may arrive after the page closes: the owner has no other scene.
    ballot('owner who sends', 'sending', async (stage) => {
      await stage.hold(VOTES);
      await vote(stage, 'Si');
      await stage.sees(/^Enviando su/);
    }),
    {
      guest: 'owner of running',
      state: 'stuck',
      reach: async (stage) => {
        // Simulates a minute and a half of waiting.
        await stage.page.clock.install();
        await stage.openAs('owner of running', ballotOf(stage));
        await stage.page.getByRole('radiogroup').first().waitFor();
        await stage.lose(VOTES);
        await vote(stage, 'Si');
        await stage.sees('La conexión está lenta.');
        await stage.page.clock.fastForward(100_000);
        await stage.page.getByRole('button', { name: 'Reintentar' }).waitFor();
      },
      // The fake clock belongs to the browser context; the next scene has another context.
      isAlone: true,
    },
    ballot('owner who votes', 'thanks', async (stage) => {
      await vote(stage, 'Si');
      await isThanked(stage);
    }),
    ballot('owner who votes for many', 'thanks for many', async (stage) => {
      await vote(stage, 'No');
      await isThanked(stage);
    }),
    ballot('owner of running', 'stale', cut),
  ]),
];
