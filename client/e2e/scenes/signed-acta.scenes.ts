/** Scenes (screens for screenshots) of the signed acta: publication by the operator, and the owners' view. */
import type { ActaDeliveries } from '../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import type { SignedActa } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const PAGE = '/ActaFirmada/:jointId';
const LISTED = /\/signedactas$/;

const file = (fileId: number, fileName: string, mediaType = 'application/pdf') => ({
  fileId,
  fileName,
  mediaType,
  size: 482_113,
  keptAt: '2026-03-12T20:10:00.000Z',
  sha256: 'c0ffee17a3b94d5e8f6021c7d4e9ab35f1027c6d88e4b9a05d3c71f2e6a84b90',
});

const first = {
  publishedAt: '2026-03-12T20:15:00.000Z',
  reason: null,
  place: 'Oficina de la administración, torre 1',
  files: [file(1, 'Acta 41 firmada.pdf')],
};
const second = {
  publishedAt: '2026-03-16T14:02:00.000Z',
  reason: 'Faltaba la firma de la secretaria en la última hoja.',
  place: 'Oficina de la administración, torre 1',
  files: [file(2, 'Acta 41 hoja 1.jpg', 'image/jpeg'), file(3, 'Acta 41 hoja 2.jpg', 'image/jpeg')],
};

const delivery = { at: second.publishedAt, stateAt: null, formerActa: null };
const opened = { stateAt: '2026-03-17T13:40:00.000Z' };
const receiver = { canSign: false, isReached: false };
/** Deliveries in every state: mail, letter and replaced acta; the last owner without a delivery. */
const deliveries: ActaDeliveries = {
  receivers: [
    {
      ...receiver,
      owner: 'María Fernanda Muñoz Echeverri',
      apartmentIds: ['101', 'P-12', 'D-4'],
      deliveries: [
        { ...delivery, ...opened, channel: 'mail', state: 'Abrió', formerActa: first.publishedAt },
        { ...delivery, channel: 'mail', state: 'Entregado al servidor' },
      ],
      isReached: true,
    },
    {
      ...receiver,
      owner: 'Luis Paz',
      apartmentIds: ['102'],
      deliveries: [
        { ...delivery, ...opened, channel: 'mail', state: 'Rebotó' },
        { ...delivery, ...opened, channel: 'letter', state: 'Firmó' },
      ],
      isReached: true,
    },
    {
      ...receiver,
      owner: 'Eva Sol',
      apartmentIds: ['103'],
      deliveries: [{ ...delivery, channel: 'letter', state: 'Carta impresa, sin firma' }],
      canSign: true,
    },
    { ...receiver, owner: null, apartmentIds: ['104'], deliveries: [] },
  ],
};

/** Changes the signed acta in the server's answer, because scenes neither upload files nor wait for days. */
const changeSignedActa = (stage: SceneContext, acta: Partial<SignedActa>) =>
  stage.reply(LISTED, async ({ url, headers }) => {
    const response = await fetch(url.replace(LISTED, '/assemblies'), { headers });
    const [assembly] = response.ok ? ((await response.json()) as Assembly[]) : [];
    const { assemblyId = 1, title, closedAt: endedAt } = assembly ?? {};
    const minimalActa = { assemblyId, title: title ?? 'Asamblea ordinaria', endedAt: endedAt ?? null };
    return { json: [{ ...minimalActa, publications: [], unpublished: [], ...acta }] };
  });

const read = (guest: GuestName, state: string, acta: Partial<SignedActa> | null): Part => ({
  guest,
  state,
  reach: async (stage) => {
    if (acta !== null) await changeSignedActa(stage, acta);
    await stage.openAs(guest, `/ActaFirmada/${stage.world.joint('closed')}`);
    await stage.sees(acta === null ? 'Todavía no se ha publicado un acta firmada.' : 'Huella SHA-256');
  },
});

/** Scene of the card 'Después de la asamblea' for operators, with a signed acta. */
const desk = (state: string, acta: Partial<SignedActa>): Part => ({
  guest: 'operator of closed',
  state: `acta ${state}`,
  reach: async (stage) => {
    await changeSignedActa(stage, acta);
    await stage.reply(/\/actadeliveries/, { json: deliveries });
    await stage.openAs('operator of closed', '/Assemblies');
    await stage.sees('Huella SHA-256');
    if (acta.publications) await stage.sees('2 de 4 propietarios tienen constancia de entrega.');
  },
});

export const signedActaScenes: readonly Scene[] = [
  ...screen('signed-acta', PAGE, [
    read('owner of closed', 'none', null),
    read('owner of closed', 'published', { publications: [first] }),
    read('owner of closed', 'replaced', { publications: [first, second] }),
    read('admin of closed', 'published', { publications: [first] }),
    read('operator of closed', 'published', { publications: [first] }),
    read('platform', 'published', { publications: [first] }),
    ...waiting(
      'owner of closed',
      (stage) => stage.openAs('owner of closed', `/ActaFirmada/${stage.world.joint('closed')}`),
      LISTED,
    ),
  ]),
  ...screen('assemblies', '/Assemblies', [
    desk('uploaded', { unpublished: [file(1, 'Acta 41 firmada.pdf')] }),
    ...inTurn(desk('published', { publications: [first], unpublished: second.files }), {
      'acta replacing': async (stage) => {
        await stage.press('Publicar y avisar');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
  ]),
  ...screen('user-home', '/UserHome', [
    {
      guest: 'owner of closed',
      state: 'acta signed',
      reach: async (stage) => {
        await changeSignedActa(stage, { publications: [first] });
        await stage.openAs('owner of closed', '/UserHome');
        await stage.sees('Acta firmada:');
      },
    },
  ]),
];
