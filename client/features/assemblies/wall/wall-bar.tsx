import { lazy, Suspense, useState } from 'react';
import { assemblyRunners } from '../../../../shared/api.ts';
import { assemblyName, callNames } from '../../../../shared/assemblies/assembly-words.ts';
import { exactTime } from '../../../lib/format.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useIsBare } from '../../../ui/bare-screen.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { endOf } from '../assembly-over.tsx';
import styles from './wall-bar.module.css';
import { WallControls } from './wall-controls.tsx';

interface Props {
  live: LiveEntry;
  jointId: number;
  jointName: string;
}

/** Whose assembly it is, how fresh the screen is, and the few things to press. */
export function WallBar({ live, jointId, jointName }: Props) {
  const profileId = useSession((state) => state.user?.profileId);
  const isBare = useIsBare();
  const mayLink = assemblyRunners.some((profile) => profile === profileId);
  const assembly = live.joint?.assembly;
  return (
    <header className={styles.bar}>
      <div className={styles.names}>
        <h1 className={styles.joint}>{jointName}</h1>
        <p className={styles.assembly}>
          {assembly &&
            `${assemblyName(assembly)} · ${callNames[assembly.call]} convocatoria${stateOf(assembly)}`}
        </p>
      </div>
      <div className={styles.end}>
        <div className={cx(styles.controls, isBare && styles.withdrawn)}>
          {mayLink && !isBare && <WallLink jointId={jointId} jointName={jointName} />}
          <WallControls />
        </div>
        <WallStatus live={live} />
      </div>
    </header>
  );
}

function stateOf({ openedAt, closedAt }: { openedAt: string | null; closedAt: string | null }): string {
  if (closedAt !== null) return ' · Cerrada';
  return openedAt === null ? ' · En preparación' : '';
}

// Walls and phones that follow the figures never open it.
const WallLinkDialog = lazy(() => import('../screens/wall-link-dialog.tsx'));

/** An operator's way to put the wall on a screen that nobody is signed in on. */
function WallLink({ jointId, jointName }: { jointId: number; jointName: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="quiet" size="small" onPress={open}>
        Enlace para pantalla
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <WallLinkDialog
            jointId={jointId}
            jointName={jointName}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const words: Record<LiveEntry['status'], string> = {
  connecting: 'Conectando',
  live: 'En vivo',
  polling: 'Sin conexión.',
};

/** How fresh the wall is. The time moves with every poll, so only the change of state is announced. */
function WallStatus({ live }: { live: LiveEntry }) {
  if (endOf(live.joint) !== null) {
    return (
      <p className={styles.status} data-status={live.status}>
        <span role="status">Asamblea terminada</span>
      </p>
    );
  }
  const since = live.freshAt === null ? null : exactTime(new Date(live.freshAt).toISOString());
  return (
    <p className={cx(styles.status, styles[live.status])} data-status={live.status}>
      <span className={styles.dot} aria-hidden="true" />
      <span role="status">{words[live.status]}</span>
      {live.status === 'polling' && since !== null && <span>Datos de las {since}</span>}
    </p>
  );
}
