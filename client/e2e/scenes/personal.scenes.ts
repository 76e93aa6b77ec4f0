/** Scenes (screens for screenshots) of the register of personal data: public policy, staff's register, owner's own page. */
import type { SceneContext } from './context.ts';
import { inTurn, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const policy = {
  version: 2,
  responsible: 'Conjunto Residencial Los Arrayanes P. H., NIT 900.123.456-7, carrera 15 # 88-21, Bogotá',
  contact: 'Adriana Castaño Vélez, administradora, datos@arrayanes.example, 601 555 01 23',
  text: '1. Responsable. La copropiedad es responsable del tratamiento de los datos.\n\n2. Finalidades. Llevar el registro de propietarios, convocar asambleas, facturar y cobrar las expensas.\n\n3. Sus derechos. Conocer, actualizar, rectificar y suprimir sus datos, y revocar la autorización.',
  publishedAt: '2026-02-10T15:00:00.000Z',
};
const versions = [
  { version: 2, publishedAt: policy.publishedAt },
  { version: 1, publishedAt: '2025-01-20T15:00:00.000Z' },
];
const person = { person: 'María Fernanda Muñoz Zuluaga', document: '1900000001' };
const claim = {
  ...person,
  claimId: 3,
  kind: 'claim',
  reach: 'mf.munoz@correo.example',
  channel: 'mail',
  text: 'Mi celular cambió. Corrijan el número en el registro de propietarios.',
  receivedOn: '2026-02-02',
  dueOn: '2026-02-23',
  extension: null,
  answer: null,
};
const claims = [
  claim,
  {
    ...claim,
    claimId: 4,
    kind: 'query',
    reach: null,
    channel: 'page',
    text: '¿Qué datos míos tienen?',
    dueOn: '2099-03-19',
    extension: {
      at: '2026-03-02T15:00:00.000Z',
      reason: 'Se pidió el archivo a la administración anterior.',
    },
  },
  {
    ...claim,
    claimId: 1,
    dueOn: '2026-01-30',
    answer: {
      at: '2026-01-28T15:00:00.000Z',
      text: 'Se corrigió el correo. Le enviamos la copia de sus datos.',
    },
  },
];
const authorisation = {
  ...person,
  authorisationId: 1,
  purpose: 'policy' as const,
  version: 1,
  channel: 'page',
  givenAt: '2025-02-01T15:00:00.000Z',
  proof: 'Sesión con usuario y contraseña',
  withdrawn: null,
};
const authorisations = [
  authorisation,
  {
    ...authorisation,
    authorisationId: 2,
    person: 'Héctor Fabio Peña',
    document: null,
    channel: 'paper',
    proof: 'Formato firmado, carpeta 3',
    withdrawn: { at: '2026-01-15T15:00:00.000Z', reason: 'Carta del 14 de enero' },
  },
];

const to = (path: string) => (stage: SceneContext) => `${path}/${stage.world.joint('running')}`;
const opened = async (stage: SceneContext, guest: GuestName, path: (stage: SceneContext) => string) => {
  await stage.openAs(guest, path(stage));
  await stage.isReady();
};
const policyPage = to('/PoliticaDeDatos');
const registerPage = to('/DataRegister');
const ownPage = to('/MyData');

/** Scenes of the register for a profile: empty, filled, and the dialogs. */
const registerOf = (guest: GuestName) => [
  { guest, state: 'empty', reach: (stage: SceneContext) => opened(stage, guest, registerPage) },
  ...inTurn(
    {
      guest,
      state: 'ready',
      reach: async (stage) => {
        const contract = { version: 1, person: person.person, acceptedAt: '2026-02-10T15:00:00.000Z' };
        const json = { policy, contract, claims, authorisations, more: false };
        await stage.reply(/\/data-register$/, { json });
        const held = [{ jointId: stage.world.joint('running'), rights: ['assemblies'] }];
        await stage.reply(/\/users\/me\/rights$/, { json: held });
        await opened(stage, guest, registerPage);
      },
    },
    {
      missed: async (stage) => {
        await stage.page.getByText('Anotar una consulta o un reclamo').click();
        await stage.press('Anotar');
        await stage.page.locator('[aria-invalid="true"]').first().waitFor();
      },
      'next policy': (stage) => stage.page.getByText('Publicar otra versión').click(),
      'answer asked': (stage) => stage.press('Responder 3'),
      contract: async (stage) => {
        await stage.dismiss();
        await stage.page.getByRole('link', { name: 'Leer e imprimir el contrato' }).click();
        await stage.page.getByRole('button', { name: 'Imprimir' }).waitFor();
      },
    },
  ),
];

export const personalScenes: readonly Scene[] = [
  ...screen('policy', '/PoliticaDeDatos/:jointId?', [
    {
      guest: 'nobody',
      state: 'any joint',
      reach: (stage) => opened(stage, 'nobody', () => '/PoliticaDeDatos'),
    },
    {
      guest: 'nobody',
      state: 'none published',
      reach: async (stage) => {
        await opened(stage, 'nobody', policyPage);
        await stage.sees('no ha publicado su política');
      },
    },
    {
      guest: 'nobody',
      state: 'ready',
      reach: async (stage) => {
        const json = { jointName: 'Conjunto Residencial Los Arrayanes', policy, versions };
        await stage.reply(/\/data-policy$/, { json });
        await opened(stage, 'nobody', policyPage);
      },
    },
  ]),
  ...screen('data-register', '/DataRegister/:jointId', [
    ...registerOf('platform'),
    ...registerOf('admin of running'),
    ...waiting('admin of running', (stage) => stage.openAs('admin of running', registerPage(stage))),
  ]),
  ...screen('own-data', '/MyData/:jointId', [
    {
      guest: 'owner of running',
      state: 'empty',
      reach: (stage) => opened(stage, 'owner of running', ownPage),
    },
    ...inTurn(
      {
        guest: 'owner of running',
        state: 'ready',
        reach: async (stage) => {
          await stage.reply(/\/own-data$/, {
            json: { policy, claims: claims.slice(1), authorisations: [authorisation] },
          });
          await opened(stage, 'owner of running', ownPage);
        },
      },
      { 'withdrawal asked': (stage) => stage.press('Retirar la autorización') },
    ),
    ...waiting('owner of running', (stage) => stage.openAs('owner of running', ownPage(stage))),
  ]),
];
