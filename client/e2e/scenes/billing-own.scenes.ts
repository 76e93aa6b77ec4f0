/**
 * Scenes (screens for screenshots) of billing for owners and administrators: statement, bills, receipts, and
 * reasons.
 */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

/** Guest name of an owner in the billed joint, two months behind with payments. */
const OWNER = 'owner of noQuorum';

const shows = (
  guest: GuestName,
  path: string,
  state: string,
  then: (stage: SceneContext) => Promise<void>,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, path);
    await then(stage);
  },
});

/**
 * Scenes of an owner's query page (bills, receipts or statement). Parameter `none`: text for a unit with an empty
 * list.
 */
const query = (path: string, table: string, none: string): Part[] => [
  ...waiting(OWNER, (stage) => stage.openAs(OWNER, path)),
  shows(OWNER, path, 'ready', (stage) => stage.page.getByRole('table', { name: table }).waitFor()),
  shows('owner of preparing', path, 'none', (stage) => stage.sees(none)),
  {
    ...shows('owner of nothing', path, 'empty', (stage) => stage.sees('No tiene inmuebles asignados.')),
    where: 'empty',
  },
  shows('admin of noQuorum', path, 'first of many', async (stage) => {
    await stage.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
    await stage.isReady();
  }),
  shows('platform', path, 'no joint chosen', (stage) => stage.sees('Seleccione una copropiedad')),
];

async function opensBill(stage: SceneContext, guest: GuestName): Promise<void> {
  await stage.openAs(guest, `/Bills/${stage.world.joint('noQuorum')}/${stage.world.bill}`);
  await stage.page.locator('main summary').first().waitFor();
}

const UNKNOWN = '/Bills/999999/1';

export const billingOwnScenes: readonly Scene[] = [
  ...screen('user-home', '/UserHome', [
    shows(OWNER, '/UserHome', 'owes', (stage) => stage.sees(/^Usted debe/)),
    shows('admin of noQuorum', '/UserHome', 'books', async (stage) => {
      await stage.page.locator('.recharts-surface').waitFor();
      await stage.page.getByText('Ver las cifras').click();
    }),
    shows('admin of secondCall', '/UserHome', 'month prepared', (stage) => stage.sees(/^Está cargado/)),
  ]),
  ...screen(
    'statement-owner',
    '/StatementOfAccountOwner',
    query('/StatementOfAccountOwner', 'Movimientos', 'El inmueble no tiene movimientos.'),
  ),
  ...screen('bills', '/Bills', query('/Bills', 'Cuentas de Cobro', 'El inmueble no tiene cuentas de cobro.')),
  ...screen(
    'cash-receipts',
    '/CashReceipts',
    query('/CashReceipts', 'Recibos de Caja', 'El inmueble no tiene recibos de caja.'),
  ),
  ...screen('pay', '/Pay/:jointId', [
    ...waiting(OWNER, (stage) => stage.openAs(OWNER, `/Pay/${stage.world.joint('noQuorum')}`)),
    ...inTurn(
      {
        guest: OWNER,
        state: 'ready',
        reach: async (stage) => {
          await stage.openAs(OWNER, `/Pay/${stage.world.joint('noQuorum')}`);
          await stage.page.getByRole('button', { name: 'Ir a pagar' }).first().waitFor();
        },
      },
      {
        'amount too small': async (stage) => {
          await stage.page.getByLabel('Valor').first().fill('100');
          await stage.page.getByRole('button', { name: 'Ir a pagar' }).first().click();
          await stage.sees(/recibe pagos desde/);
        },
      },
    ),
    {
      ...shows('owner of nothing', '/Pay/1', 'empty', (stage) => stage.sees(/^No tiene cuentas/)),
      where: 'empty',
    },
  ]),
  ...screen('paid', '/Paid/:jointId/:reference', [
    ...(['platform', OWNER] as const).map(
      (guest): Part => ({
        guest,
        state: 'unknown',
        reach: async (stage) => {
          await stage.openAs(guest, `/Paid/${stage.world.joint('noQuorum')}/SCAF-0`);
          await stage.seesFault();
        },
      }),
    ),
    {
      guest: OWNER,
      state: 'confirming',
      reach: async (stage) => {
        await stage.openAs(OWNER, `/Paid/${stage.world.joint('noQuorum')}/${stage.world.reference}`);
        await stage.sees('Estamos confirmando su pago.');
      },
    },
  ]),
  ...screen('bill', '/Bills/:jointId/:bill', [
    ...waiting(OWNER, (stage) => stage.openAs(OWNER, UNKNOWN)),
    shows(OWNER, UNKNOWN, 'unknown', (stage) => stage.seesFault()),
    ...(['admin of noQuorum', 'platform'] as const).map(
      (guest): Part => ({ guest, state: 'ready', reach: (stage) => opensBill(stage, guest) }),
    ),
    ...inTurn(
      { guest: OWNER, state: 'ready', reach: (stage) => opensBill(stage, OWNER) },
      {
        opened: async (stage) => {
          for (const figure of await stage.page.locator('main summary').all()) await figure.click();
          await stage.sees('efectiva anual');
        },
      },
    ),
  ]),
];
