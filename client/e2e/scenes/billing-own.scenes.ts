/** What owners ask of their units, and administrators of theirs: statement, bills, receipts, and why. */
import { type Part, type Scene, screen } from './scene.ts';
import type { Stage } from './stage.ts';
import type { GuestName } from './world.ts';

const OWNER = 'owner of running';

const shows = (
  guest: GuestName,
  path: string,
  state: string,
  then: (stage: Stage) => Promise<void>,
  before: (stage: Stage) => Promise<void> = async () => undefined,
): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await before(stage);
    await stage.openAs(guest, path);
    await then(stage);
  },
});

const waiting = (path: string): Part[] => [
  shows(
    OWNER,
    path,
    'loading',
    (stage) => stage.isLoading(),
    (stage) => stage.hold(),
  ),
  shows(
    OWNER,
    path,
    'error',
    (stage) => stage.seesFault(),
    (stage) => stage.fail(),
  ),
];

/** What each of the three queries has; `none`: what it says of a unit without any of what it lists. */
const query = (path: string, none: string): Part[] => [
  ...waiting(path),
  shows('owner of preparing', path, 'none', (stage) => stage.sees(none)),
  {
    ...shows('owner of nothing', path, 'empty', (stage) => stage.sees('No tiene inmuebles asignados.')),
    where: 'empty',
  },
  shows('admin of preparing', path, 'no unit chosen', (stage) => stage.sees('Seleccione un inmueble')),
  shows('platform', path, 'no joint chosen', (stage) => stage.sees('Seleccione una copropiedad')),
];

const UNKNOWN = '/Bills/999999/1';

export const billingOwnScenes: readonly Scene[] = [
  ...screen(
    'statement-owner',
    '/StatementOfAccountOwner',
    query('/StatementOfAccountOwner', 'El inmueble no tiene movimientos.'),
  ),
  ...screen('bills', '/Bills', query('/Bills', 'El inmueble no tiene cuentas de cobro.')),
  ...screen(
    'cash-receipts',
    '/CashReceipts',
    query('/CashReceipts', 'El inmueble no tiene recibos de caja.'),
  ),
  ...screen('bill', '/Bills/:jointId/:bill', [
    ...waiting(UNKNOWN),
    ...([OWNER, 'admin of running', 'platform'] as const).map((guest) =>
      shows(guest, UNKNOWN, 'unknown', (stage) => stage.seesFault()),
    ),
  ]),
];
