import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useIsBare } from '../../../ui/bare-screen.ts';
import { cx } from '../../../ui/cx.ts';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import { shortLabel } from '../concept-words.ts';
import { LiveGate } from '../live-gate.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import styles from './wall.module.css';
import { WallAnnouncer } from './wall-announcer.tsx';
import { WallAttendance } from './wall-attendance.tsx';
import wallBarStyles from './wall-bar.module.css';
import { WallBar } from './wall-bar.tsx';
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
  const { concept, followed, closed } = useShown(live.joint, chosen);
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
              <WallQuestion key={concept.conceptId} joint={joint} concept={concept} former={closed} />
            )}
            <WallAnnouncer joint={joint} />
          </>
        )}
      </LiveGate>
    </div>
  );
}

interface WallChoice {
  /** What was picked to stay on the wall, by joint; none: it follows the assembly. */
  concepts: Readonly<Record<number, number>>;
  choose: (jointId: number, conceptId: number | null) => void;
}

/** Which concept each joint's wall shows, also after a reload. */
const useWallChoice = create<WallChoice>()(
  persist(
    (set) => ({
      concepts: {},
      choose: (jointId, conceptId) =>
        set(({ concepts }) => {
          const { [jointId]: _before, ...others } = concepts;
          return { concepts: conceptId === null ? others : { ...others, [jointId]: conceptId } };
        }),
    }),
    { name: 'scaf.wall', storage: createJSONStorage(() => sessionStorage) },
  ),
);

onSessionEnd(() => useWallChoice.setState({ concepts: {} }));

/** The entry that gives the wall back to the assembly; no concept has this number. */
const FOLLOW = 0;

interface WallPickersProps {
  picker: ReactNode;
  concepts: readonly Option<number>[];
  /** What is going on, and would be shown if nothing were picked. */
  followed: string | null;
  chosen: number | null;
  onChoose: (conceptId: number | null) => void;
}

/** What the wall shows: the joint, and a concept that stays, or whatever is going on. */
function WallPickers({ picker, concepts, followed, chosen, onChoose }: WallPickersProps) {
  const isThere = concepts.some((concept) => concept.id === chosen);
  return (
    <div className={wallBarStyles.pickers}>
      {picker}
      {concepts.length > 0 && (
        <Select
          label="Concepto"
          items={[{ id: FOLLOW, label: `En curso: ${followed}` }, ...concepts]}
          value={isThere ? chosen : FOLLOW}
          onChange={(id) => onChoose(id === FOLLOW ? null : id)}
          placeholder="Seleccione un concepto"
        />
      )}
    </div>
  );
}
