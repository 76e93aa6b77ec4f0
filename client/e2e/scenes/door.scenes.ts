/** Scenes (screens for screenshots) of the registration desk: registration, codes, and undo. */
import type { WaitingArrival } from '../../../shared/assemblies/arrivals.api.ts';
import { codeFromBytes } from '../../../shared/assemblies/code.ts';
import type { SceneContext } from './context.ts';
import type { Place } from './places.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

/**
 * Makes the scene of an operator's page. The scene is complete once the page shows live data.
 * @param path path of the page
 * @param state name of the scene's state
 * @param then further steps on the page
 */
export const run = (
  path: string,
  guest: GuestName,
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
  joint?: Place,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, path, joint);
    await stage.isReady();
    await stage.seesLive('live');
    await then(stage);
  },
});

/** Returns the scenes needed for each page about a joint: no joint, loading, failed, outdated data. */
export function common(path: string, guest: GuestName): Part[] {
  return [
    {
      guest: 'operator of nothing',
      state: 'empty',
      where: 'empty',
      reach: async (stage) => {
        await stage.openAs('operator of nothing', path);
        await stage.sees('No tiene conjuntos residenciales asociados.');
      },
    },
    ...waiting(guest, (stage) => stage.openAs(guest, path)),
    run(path, guest, 'stale', async (stage) => {
      await stage.cutNetwork();
      await stage.seesLive('polling');
    }),
  ];
}

async function count(stage: SceneContext): Promise<void> {
  await stage.page.getByRole('tab', { name: 'Conteo de votos' }).click();
  await stage.page.getByLabel('Papeleta de votación').waitFor();
}

/** Types a code that is no voting badge at the counting table, and waits for the refusal. */
async function countWrongly(stage: SceneContext): Promise<void> {
  await stage.type('Papeleta de votación', 'otra cosa');
  await stage.press('Contar');
  await stage.page.locator('[data-outcome="blocked"]').waitFor();
}

/** Searches people by a part of a name, and waits for the list. */
async function findPeople(stage: SceneContext): Promise<void> {
  await stage.type('Buscar persona', 'mar');
  await stage.page
    .getByRole('region', { name: 'Buscar una persona' })
    .getByRole('listitem')
    .first()
    .waitFor();
}

async function depart(stage: SceneContext): Promise<void> {
  await stage.page.getByRole('tab', { name: 'Salida' }).click();
  await stage.page.getByLabel('Código de quien sale').waitFor();
}

/** Types text that is no code in the mode 'Salida', and waits for the refusal. */
async function departWrongly(stage: SceneContext): Promise<void> {
  await stage.type('Código de quien sale', 'otra cosa');
  await stage.press('Registrar salida');
  await stage.page.locator('[data-outcome="blocked"]').waitFor();
}

/** Presses the button of a code dialog without a code. */
async function promptEmpty(stage: SceneContext, button: string, act: string): Promise<void> {
  await stage.press(button);
  await stage.press(act);
  await stage.sees('Por favor digite un código QR');
}

const unitList = (stage: SceneContext) => stage.page.getByRole('combobox', { name: 'Inmueble', exact: true });

const HIDDEN_BEHIND_LIST =
  'While a list of choices is open, screen readers are given its field and its choices alone, as of a dialog.';

const phone = (number: number, document: string, agrees: boolean | null) => ({
  arrivalId: `telefono-numero${number % 10}`,
  number,
  document,
  agrees,
  at: '2026-11-21T22:41:00.000Z',
});

/** Waiting phones, one in each state. */
const waitingArrivals: readonly WaitingArrival[] = [
  {
    apartmentId: '101',
    isKnown: true,
    owner: 'Ximena Ñáñez de la Peña',
    registered: null,
    hasManyWrong: true,
    phones: [phone(417, '52.123.456', true), phone(902, '1.020.304.050', false)],
  },
  {
    apartmentId: '204',
    isKnown: true,
    owner: 'Inversiones y Construcciones del Valle S.A.S.',
    registered: { at: '2026-11-21T22:30:00.000Z', attendee: 'Julia Mora', byProxy: true, isOwn: false },
    hasManyWrong: false,
    phones: [phone(158, '900123456', null)],
  },
  {
    apartmentId: '1O1',
    isKnown: false,
    owner: null,
    registered: null,
    hasManyWrong: false,
    phones: [phone(633, '79555111', null)],
  },
];

/** Power of attorney by three owners on a single paper, accepted. */
const acceptedPower = {
  powerId: 1,
  granter: { name: 'Ximena Ñáñez de la Peña', document: '52.123.456' },
  holder: { name: 'Marta Lucía Gil', document: null },
  holderUnits: [],
  units: [
    { apartmentId: '101', owner: 'Ximena Ñáñez de la Peña' },
    { apartmentId: '102', owner: 'Inversiones y Construcciones del Valle S.A.S.' },
  ].map((unit) => ({ ...unit, coefficient: 1.2345, end: null, isRegistered: false })),
  coefficient: 2.469,
  origin: 'typed',
  instructions: null,
  pages: [],
  warnings: [],
  enteredAt: '2026-11-20T14:00:00.000Z',
  enteredBy: 'Operador',
  state: 'accepted',
  decidedAt: '2026-11-20T15:00:00.000Z',
  decidedBy: 'Operador',
  reason: null,
};

export const doorScenes: readonly Scene[] = [
  ...screen('register-qr', '/RegisterQR', [
    ...common('/RegisterQR', 'operator of running'),
    run('/RegisterQR', 'platform', 'running', undefined, 'running'),
    ...inTurn(run('/RegisterQR', 'operator of running', 'running'), {
      'by proxy': async (stage) => {
        await stage.page.getByText('Por poder', { exact: true }).click();
        await stage.page.getByLabel('Nombre del asistente').waitFor();
      },
      'from home': async (stage) => {
        await stage.page.getByText('Desde casa', { exact: true }).click();
        await stage.sees('Persona que responde desde casa');
      },
    }),
    run('/RegisterQR', 'operator of sectorial', 'who comes', async (stage) => {
      const box = unitList(stage);
      await stage.openList(box);
      await box.fill('S.A.S.');
      await stage.page.getByRole('option').first().click();
      await stage.page.keyboard.press('Escape');
      await stage.sees(/¿quién asiste\?/);
    }),
    ...inTurn(run('/RegisterQR', 'operator of preparing', 'preparing'), { 'counting nothing': count }),
    run('/RegisterQR', 'operator of closed', 'closed'),
    ...inTurn(
      {
        guest: 'operator of secondCall',
        state: 'phones wait',
        reach: async (stage) => {
          await stage.reply(/\/waitingarrivals$/, { json: waitingArrivals });
          await stage.reply(/\/powers$/, { json: [acceptedPower] });
          await stage.openAs('operator of secondCall', '/RegisterQR');
          await stage.seesLive('live');
          await stage.sees('El documento coincide con el listado.');
        },
      },
      {
        'powers come along': async (stage) => {
          await stage.page.getByText('Por poder', { exact: true }).click();
          await stage.type('Nombre del asistente', acceptedPower.holder.name);
          await stage.sees(/^Con los poderes de/);
        },
      },
    ),
    {
      ...run('/RegisterQR', 'operator of running', 'list open', async (stage) => {
        await stage.openList(unitList(stage));
        await stage.page.getByRole('option').first().waitFor();
      }),
      excused: {
        'page-has-heading-one': HIDDEN_BEHIND_LIST,
        region: HIDDEN_BEHIND_LIST,
        'aria-hidden-focus': 'The key that would move the focus there closes the list first.',
      },
    },
    ...inTurn(run('/RegisterQR', 'operator of running', 'counting', count), {
      'counting refused': countWrongly,
    }),
    ...inTurn(run('/RegisterQR', 'operator of running', 'people found', findPeople), {
      departing: depart,
      'departure refused': departWrongly,
    }),
    ...inTurn(
      run('/RegisterQR', 'operator of running', 'consulting', (stage) =>
        promptEmpty(stage, 'Consultar Coeficiente', 'Consultar'),
      ),
      {
        exchanging: async (stage) => {
          await stage.dismiss();
          await promptEmpty(stage, 'Cambiar QR', 'Cambiar');
        },
        'fields missing': async (stage) => {
          await stage.dismiss();
          await stage.press('Registrar');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
      },
    ),
    run('/RegisterQR', 'operator of running', 'no camera', async (stage) => {
      await stage.press('Usar la cámara');
      await stage.page.getByRole('button', { name: 'Reintentar', exact: true }).waitFor();
    }),
    {
      ...run('/RegisterQR', 'operator of running', 'to be sent', async (stage) => {
        await stage.lose(/\/registrations$/);
        await stage.scan(codeFromBytes(new Uint8Array(11).fill(9)));
        await stage.sees('1 por enviar');
        await stage.sees(/^Sin conexión con el servidor/);
      }),
      isAlone: true,
      jumps: 'That the network is gone is said above what goes on all the same',
    },
    {
      guest: 'platform',
      state: 'no joint chosen',
      reach: async (stage) => {
        await stage.openAs('platform', '/RegisterQR');
        await stage.isReady();
        await stage.sees('Seleccione una copropiedad');
      },
    },
  ]),
  ...screen('reverse-register', '/ReverseRegister', [
    ...common('/ReverseRegister', 'operator of running'),
    run('/ReverseRegister', 'platform', 'running', undefined, 'running'),
    ...inTurn(run('/ReverseRegister', 'operator of running', 'running'), {
      asking: async (stage) => {
        await unitList(stage).click();
        await stage.page.getByRole('option').nth(2).click();
        await stage.page.keyboard.press('Escape');
        await stage.press('Reversar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    run('/ReverseRegister', 'operator of preparing', 'preparing'),
    run('/ReverseRegister', 'operator of closed', 'closed'),
  ]),
];
