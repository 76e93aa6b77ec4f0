import { runners } from '../../../../shared/api.ts';
import { assemblyName, callNames } from '../../../../shared/assemblies/assembly-words.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useIsBare } from '../../../ui/bare-screen.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './wall-bar.module.css';
import { WallControls } from './wall-controls.tsx';
import { WallLink } from './wall-link.tsx';
import { WallStatus } from './wall-status.tsx';

interface Props {
  live: LiveEntry;
  jointId: number;
  jointName: string;
}

/** Whose assembly it is, how fresh the screen is, and the few things to press. */
export function WallBar({ live, jointId, jointName }: Props) {
  const profileId = useSession((state) => state.user?.profileId);
  const isBare = useIsBare();
  const mayLink = runners.some((profile) => profile === profileId);
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
