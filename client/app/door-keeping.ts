import { useEffect } from 'react';
import { runners } from '../../shared/api.ts';
import type { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
import { confirm } from '../ui/confirm.tsx';

/** As `assemblies/door/door-db.ts` names its store. Asked for by name, so that nobody else loads its code. */
const STORE = 'scaf-door';
/** Where a session that was kept for a door is taken up. */
const DOORS = ['/', '/RegisterQR'];

const mayHaveDoor = (profile: Profile | undefined): boolean => runners.some((one) => one === profile);

/** Before anything is drawn: a door that was closed with registrations pending goes on in the same session. */
export async function takeUpDoor(): Promise<void> {
  if (useSession.getState().token !== null || !DOORS.includes(window.location.pathname)) return;
  try {
    const stores = await indexedDB.databases();
    if (!stores.some((store) => store.name === STORE)) return;
    const { restoreSession } = await import('../features/assemblies/door/kept-session.ts');
    await restoreSession();
  } catch {
    // Whoever comes signs in; what is pending waits for them.
  }
}

/** What is pending at a door is sent on whatever page its operator is. */
export function useDoorKeeping(): void {
  const mayKeep = useSession((state) => mayHaveDoor(state.user?.profileId));
  useEffect(() => {
    if (!mayKeep) return;
    import('../features/assemblies/door/keeper.ts').then(({ keepDoor }) => keepDoor()).catch(() => undefined);
  }, [mayKeep]);
}

/** Nobody leaves while something of theirs is pending; where they want to see it, `show` leads there. */
export async function mayLeave(show: () => void): Promise<boolean> {
  if (!mayHaveDoor(useSession.getState().user?.profileId)) return true;
  const pending = await import('../features/assemblies/door/keeper.ts').then(
    ({ countPending }) => countPending(),
    () => 0,
  );
  if (pending === 0) return true;
  const wantsToSee = await confirm({
    title: pending === 1 ? 'Hay 1 registro por enviar.' : `Hay ${pending} registros por enviar.`,
    body: 'No se puede cerrar la sesión hasta que se envíen. Se envían solos cuando hay conexión con el servidor.',
    yes: 'Ir al registro',
    no: 'Cancelar',
  });
  if (wantsToSee) show();
  return false;
}
