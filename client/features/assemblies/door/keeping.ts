import { Profile } from '../../../../shared/profiles.ts';
import { counted } from '../../../lib/format.ts';
import { onLeave } from '../../../lib/leaving.ts';
import { useSession } from '../../../lib/session.store.ts';
import { confirm } from '../../../ui/confirm.tsx';

/**
 * Name of the IndexedDB database in `kept/door-db.ts`. Repeated here, so that other pages do not load the code of
 * the registration desk.
 */
const STORE = 'scaf-door';
const DOOR = '/RegisterQR';
/** Paths that restore the stored session of a registration desk. */
const DOORS = ['/', DOOR];

/** True for the profiles of a desk: administrators by a right. */
function mayHaveDoor(): boolean {
  const profile = useSession.getState().user?.profileId;
  return profile === Profile.full || profile === Profile.admin || profile === Profile.operator;
}

/**
 * Prepares unsent registrations of the desk before the first render: resumes the session of a desk closed with
 * unsent registrations, and sends the registrations from any page. Called once.
 */
export async function startDoor(): Promise<void> {
  onLeave(mayLeaveDoor);
  await takeUpSession();
  keepDoorOpen();
  useSession.subscribe(keepDoorOpen);
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

function keepDoorOpen(): void {
  if (!mayHaveDoor()) return;
  import('./keeper.ts').then(({ keepDoor }) => keepDoor()).catch(() => undefined);
}

/**
 * Returns false if unsent registrations forbid a sign-out, after a dialog that offers to open the registration
 * page.
 */
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
