import { assemblyRunners } from '../../../../shared/api.ts';
import { counted } from '../../../lib/format.ts';
import { onLeave } from '../../../lib/leaving.ts';
import { useSession } from '../../../lib/session.store.ts';
import { confirm } from '../../../ui/confirm.tsx';

/** As `kept/door-db.ts` names its store. Asked for by name, so that nobody else loads its code. */
const STORE = 'scaf-door';
const DOOR = '/RegisterQR';
/** Where a session that was kept for a door is taken up. */
const DOORS = ['/', DOOR];

function mayHaveDoor(): boolean {
  const profile = useSession.getState().user?.profileId;
  return assemblyRunners.some((one) => one === profile);
}

/**
 * Registers the door with the session. Called once, before anything is drawn: a door that was closed with
 * registrations pending goes on in the same session, and what is pending is sent on every page of its operator.
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
    // Whoever comes signs in; what is pending waits for them.
  }
}

function keep(): void {
  if (!mayHaveDoor()) return;
  import('./keeper.ts').then(({ keepDoor }) => keepDoor()).catch(() => undefined);
}

/** Nobody signs out while a registration of theirs is pending. */
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
