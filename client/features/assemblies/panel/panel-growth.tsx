import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Card } from '../../../ui/card.tsx';
import { WallGrowth } from '../wall/wall-growth.tsx';
import styles from './panel-growth.module.css';

/** The wall's curve of the quorum, with the questions marked, where the assembly is run. */
export function PanelGrowth({ joint }: { joint: LiveJoint }) {
  return (
    <Card>
      <div className={styles.frame}>
        <WallGrowth joint={joint} />
      </div>
    </Card>
  );
}
