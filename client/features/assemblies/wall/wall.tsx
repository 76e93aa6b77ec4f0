import { type ReactNode, useEffect } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { useIsBare } from '../../../ui/bare-screen.ts';
import { cx } from '../../../ui/cx.ts';
import { shortLabel } from '../concept-words.ts';
import { LiveGate } from '../live-gate.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import styles from './wall.module.css';
import { WallAnnouncer } from './wall-announcer.tsx';
import { WallAttendance } from './wall-attendance.tsx';
import { WallBar } from './wall-bar.tsx';
import { useWallChoice } from './wall-choice.store.ts';
import { useMedia } from './wall-media.ts';
import { WallPickers } from './wall-pickers.tsx';
import { WallQuestion } from './wall-question.tsx';
import { useShown } from './wall-shown.ts';

interface Props {
  jointId: number;
  jointName: string;
  /** The list of joints, where there is a choice. */
  picker: ReactNode;
}

/** Live quorum and tallies of a joint, for the wall of a hall or anybody who may see them. */
export function Wall({ jointId, jointName, picker }: Props) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const chosen = useWallChoice((state) => state.concepts[jointId] ?? null);
  const choose = useWallChoice((state) => state.choose);
  const { concept, followed } = useShown(live.joint, chosen);
  useDwellings(jointId, live, concept?.rule === 'perUnit' && concept.active === 1);
  const isBare = useIsBare();
  // On a phone there is no room for the curve, and its code is not fetched.
  const hasGrowth = useMedia('(min-width: 48rem)');
  useEffect(() => {
    document.title = 'Quorum · SCAF';
  }, []);
  return (
    <div className={cx(styles.wall, isBare && styles.bare)}>
      <WallBar live={live} jointId={jointId} jointName={jointName} />
      {!isBare && (
        <WallPickers
          picker={picker}
          concepts={(live.joint?.concepts ?? []).map((one) => ({
            id: one.conceptId,
            label: shortLabel(one),
          }))}
          followed={followed && shortLabel(followed)}
          chosen={chosen}
          onChoose={(conceptId) => choose(jointId, conceptId)}
        />
      )}
      <LiveGate jointId={jointId} live={live}>
        {(joint) => (
          <>
            {!concept ? (
              <p className={styles.empty}>{assemblyTexts.noConcepts}</p>
            ) : concept.conceptId === ATTENDANCE ? (
              <WallAttendance joint={joint} conceptId={concept.conceptId} hasGrowth={hasGrowth} />
            ) : (
              <WallQuestion key={concept.conceptId} joint={joint} concept={concept} />
            )}
            <WallAnnouncer joint={joint} />
          </>
        )}
      </LiveGate>
    </div>
  );
}
