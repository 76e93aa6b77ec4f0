import { assemblyRunners } from '../../../../shared/api.ts';
import { counted } from '../../../lib/format.ts';
import { onLeave } from '../../../lib/leaving.ts';
import { useSession } from '../../../lib/session.store.ts';
import { confirm } from '../../../ui/confirm.tsx';

/** Name of the store in `kept/door-db.ts`. Repeated here, so that other pages do not load the code of the door. */
const STORE = 'scaf-door';
const DOOR = '/RegisterQR';
/** Paths that restore a stored door session. */
const DOORS = ['/', DOOR];

function mayHaveDoor(): boolean {
  const profile = useSession.getState().user?.profileId;
  return assemblyRunners.some((one) => one === profile);
}

/**
 * Connects the door with the session. Called once, before the first render: a door closed with pending registrations
 * resumes the session, and pending scans are sent from any page of the operator.
 */
export async function startDoor(): Promise<void> {
  onLeave(mayLeaveDoor);
  await takeUpSession();
  keep();
  useSession.subscribe(keep);
}

async function takeUpSession(): Promise<void> {
  if (useSession.getState().token !== null || !DOORS.includes(window.location.pathname)) return;
  try {
    const stores = await indexedDB.databases();
    if (!stores.some((store) => store.name === STORE)) return;
    const { restoreSession } = await import('./kept-session.ts');
    await restoreSession();
  } catch {
    // Without a restored session the operator signs in; the pending scans stay stored.
  }
}

function keep(): void {
  if (!mayHaveDoor()) return;
  import('./keeper.ts').then(({ keepDoor }) => keepDoor()).catch(() => undefined);
}

/** Blocks signing out while the user has pending registrations. */
async function mayLeaveDoor(goTo: (path: string) => void): Promise<boolean> {
  if (!mayHaveDoor()) return true;
  const pending = await import('./keeper.ts').then(
    ({ countPending }) => countPending(),
    () => 0,
  );
  if (pending === 0) return true;
  const wantsToSee = await confirm({
    title: `Hay ${counted(pending, 'registro')} por enviar.`,
    body: 'No se puede cerrar la sesión hasta que se envíen. Se envían solos cuando hay conexión con el servidor.',
    yes: 'Ir al registro',
    no: 'Cancelar',
  });
  if (wantsToSee) goTo(DOOR);
  return false;
}
