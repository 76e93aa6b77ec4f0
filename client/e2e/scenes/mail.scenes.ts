/**
 * Scenes (screens for screenshots) of the preparation of an assembly, invitations, and the outbox. The scenes have
 * no mail server.
 */
import type { BackupsState } from '../../../shared/backups.api.ts';
import type { IdentityQuestion } from '../../../shared/properties/identities.api.ts';
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const PREPARE = '/Assemblies/Prepare';
const INVITATIONS = '/Assemblies/Invitations';

/** Scene of a page for a guest, complete once the page is loaded. */
function shows(
  guest: GuestName,
  path: string,
  state: string,
  then: (stage: SceneContext) => Promise<void> = (stage) => stage.isReady(),
): Part {
  return {
    guest,
    state,
    reach: async (stage) => {
      await stage.openAs(guest, path);
      await then(stage);
    },
  };
}

const states = (guest: GuestName, path: string): Part[] =>
  waiting(guest, (stage) => stage.openAs(guest, path));

/**
 * Answer of the backups endpoint for a complete backup folder after a restore. No server of the scenes has a backup
 * folder.
 */
const copied: BackupsState = {
  configured: true,
  folder: '/srv/scaf/copias',
  onDataDisk: true,
  problem: null,
  copies: [
    { name: 'scaf-3.bak', at: '2026-11-21T23:41:00.000Z', bytes: 41_234_567, problem: null },
    { name: 'scaf-2.bak', at: '2026-11-21T23:40:00.000Z', bytes: 41_198_000, problem: null },
    { name: 'scaf-1.bak', at: '2026-11-20T05:00:00.000Z', bytes: 987_654, problem: null },
  ],
  anyInstantSince: '2026-11-19T23:41:00.000Z',
  drill: { at: '2026-11-21T08:00:00.000Z', copiedAt: '2026-11-21T07:59:00.000Z', seconds: 4, problem: null },
  epoch: {
    number: 2,
    beganAt: '2026-11-20T05:10:00.000Z',
    copiedAt: '2026-11-20T05:00:00.000Z',
    reason: 'Se dañó el disco del servidor',
  },
};

const owned = (apartmentId: string, owner: string, ownerDocument: string | null) => ({
  apartmentId,
  owner,
  ownerDocument,
});
/** Questions about owners with similar names, one of each kind. */
const identities: IdentityQuestion[] = [
  {
    question: 'documents:ANA PEREZ',
    kind: 'documents',
    answer: null,
    units: [owned('101', 'ANA PÉREZ', '52.111.222'), owned('T2-504', 'PEREZ ANA', null)],
  },
  {
    question: 'names:900123456',
    kind: 'names',
    answer: 'same',
    units: [
      owned('LOCAL 5', 'INVERSIONES EL ROBLE S.A.S. EN LIQUIDACIÓN', '900.123.456-8'),
      owned('PARQ 18 - 19', 'El Roble', 'NIT 900123456'),
    ],
  },
  {
    question: 'cell:ORTEGA',
    kind: 'cell',
    answer: null,
    units: [owned('102', 'ORTEGA Y GASSET JOSÉ', null)],
  },
  {
    question: 'placeholder:PENDIENTE',
    kind: 'placeholder',
    answer: null,
    units: [owned('103', 'LUIS PAZ', 'pendiente')],
  },
];

const address = { kind: 'mail', proof: 'Formato firmado, carpeta 3', enteredAt: '2026-01-12T15:00:00.000Z' };
const addresses = [
  { ...address, addressId: 2, value: 'mf.munoz@correo.example', since: '2026-01-12' },
  { ...address, addressId: 1, kind: 'letter', value: 'Carrera 15 # 88-21, apto 402', since: '2024-03-01' },
];

export const mailScenes: readonly Scene[] = [
  ...screen('prepare', PREPARE, [
    ...inTurn(
      shows('operator of preparing', PREPARE, 'ready', (stage) => stage.sees('Fecha, hora y lugar')),
      {
        incomplete: async (stage) => {
          await stage.press('Cambiar');
          await stage.page.getByLabel('Lugar', { exact: true }).fill('');
          await stage.press('Guardar');
          await stage.sees('Escriba el lugar.');
        },
        'late asked': async (stage) => {
          await stage.type('Fecha', '2031-08-20');
          await stage.type('Lugar', 'Salón comunal');
          await stage.press('Guardar');
          await stage.sees(/^El plazo de la asamblea ordinaria termina el/);
        },
      },
    ),
    {
      guest: 'operator of preparing',
      state: 'identities',
      reach: async (stage) => {
        await stage.reply(/\/identities$/, { json: identities });
        await stage.openAs('operator of preparing', PREPARE);
        await stage.sees('Identidades');
        await stage.page.getByText('Ver 4', { exact: true }).click();
        await stage.sees('Son varias personas');
      },
    },
    shows('operator of running', PREPARE, 'running', (stage) => stage.sees('Registrar asistencia')),
    shows('operator of closed', PREPARE, 'closed', (stage) => stage.sees('La asamblea está cerrada')),
    shows('platform', PREPARE, 'ready', (stage) => stage.isReady()),
    ...states('operator of preparing', PREPARE),
  ]),
  ...screen('invitations', INVITATIONS, [
    ...inTurn(
      shows('operator of running', INVITATIONS, 'ready', (stage) => stage.sees('Enviar invitaciones')),
      {
        asked: async (stage) => {
          await stage.page.getByRole('button', { name: 'Enviar invitaciones' }).click();
          await stage.sees('¿Enviar la invitación por correo');
        },
        'address missed': async (stage) => {
          await stage.dismiss();
          await stage.reply(/\/notice-addresses$/, { json: { owner: 'María Muñoz', addresses } });
          await stage.page
            .getByRole('button', { name: /^Dirección/ })
            .first()
            .click();
          await stage.press('Registrar');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
      },
    ),
    shows('operator of closed', INVITATIONS, 'closed', (stage) => stage.sees('La asamblea está cerrada')),
    shows('operator of noQuorum', INVITATIONS, 'nobody', (stage) => stage.isReady()),
    shows('platform', INVITATIONS, 'ready', (stage) => stage.isReady()),
    ...states('operator of running', INVITATIONS),
  ]),
  ...screen('mailbox', '/Mailbox', [
    ...inTurn(
      shows('platform', '/Mailbox', 'ready', (stage) => stage.sees('Bandeja de salida')),
      { none: (stage) => stage.choose('Estado', 'Falló') },
    ),
    ...states('platform', '/Mailbox'),
  ]),
  ...screen('backups', '/Backups', [
    shows('platform', '/Backups', 'none configured', (stage) => stage.sees('No se están haciendo copias')),
    ...states('platform', '/Backups'),
    {
      guest: 'platform',
      state: 'copies',
      after: 'error',
      reach: async (stage) => {
        // The page polls.
        await stage.reply(/\/backups$/, { json: copied });
        await stage.page.getByRole('table', { name: /^Copias en/ }).waitFor();
      },
    },
  ]),
];
