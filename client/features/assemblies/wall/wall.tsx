import type { ReactNode } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { useTitle } from '../../../lib/use-attention.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useIsBare } from '../../../ui/bare-screen.ts';
import { cx } from '../../../ui/cx.ts';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import type { JointOption } from '../../properties/index.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { shortLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { LiveGate } from '../live/gate.tsx';
import { useDwellings } from '../units/use-dwellings.ts';
import { WallAnnouncer } from './announcer.tsx';
import { WallAttendance } from './attendance.tsx';
import wallBarStyles from './bar.module.css';
import { WallBar } from './bar.tsx';
import { WallQuestion } from './question.tsx';
import { WallSectors } from './sectors.tsx';
import { useShown } from './shown.ts';
import styles from './wall.module.css';

interface Props {
  jointId: number;
  jointName: string;
  /** Select for the joint. False if the user has a single joint. */
  picker: ReactNode;
  /** Joint and sectors without the shown sector. Absent without sectors. */
  others?: readonly JointOption[];
}

/**
 * Wall screen: live quorum and results of a joint, projected in a hall or shown to a user.
 * @param picker select for the joint; false if the user has a single joint
 * @param others joint and sectors without the shown sector
 */
export function Wall({ jointId, jointName, picker, others = [] }: Props) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const chosen = useWallChoice((state) => state.concepts[jointId] ?? null);
  const choose = useWallChoice((state) => state.choose);
  const { concept, followed, closed } = useShown(live.joint, chosen);
  useDwellings(jointId, live, concept?.rule === 'perUnit' && concept.active === 1);
  const isBare = useIsBare();
  // A phone has no room for the curve and does not load the code.
  const hasGrowth = useMedia('(min-width: 48rem)');
  useTitle('Quorum · SCAF');
  return (
    <div className={cx('stack full', styles.wall, isBare && styles.bare)}>
      <WallBar live={live} jointId={jointId} jointName={jointName} />
      {!isBare && (
        <WallPickers
          picker={picker}
          concepts={(live.joint?.concepts ?? []).map((one) => ({
            id: one.conceptId,
            label: shortLabel(one),
          }))}
          followed={
            followed && `${followed.active === 1 ? 'En curso' : 'Automático'}: ${shortLabel(followed)}`
          }
          chosen={chosen}
          onChoose={(conceptId) => choose(jointId, conceptId)}
        />
      )}
      <LiveGate jointId={jointId} live={live}>
        {(joint) => (
          <>
            {!concept ? (
              <p className={`faint ${styles.empty}`}>{assemblyTexts.noConcepts}</p>
            ) : concept.conceptId === ATTENDANCE ? (
              <WallAttendance joint={joint} conceptId={concept.conceptId} hasGrowth={hasGrowth} />
            ) : (
              <WallQuestion key={concept.conceptId} joint={joint} concept={concept} former={closed} />
            )}
            <WallAnnouncer joint={joint} />
          </>
        )}
      </LiveGate>
      <WallSectors others={others} />
    </div>
  );
}

interface WallChoice {
  /** Question (or attendance) selected for the wall screen, by joint. Absent: the screen follows the assembly. */
  concepts: Readonly<Record<number, number>>;
  choose: (jointId: number, conceptId: number | null) => void;
}

/** Questions selected for the wall screen, stored over a reload. */
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

/** Value of the select option to follow the assembly. No question has the id 0. */
const FOLLOW = 0;

interface WallPickersProps {
  picker: ReactNode;
  concepts: readonly Option<number>[];
  /** Label of the option to follow the assembly, with the shown question. Null without questions. */
  followed: string | null;
  chosen: number | null;
  onChoose: (conceptId: number | null) => void;
}

function WallPickers({ picker, concepts, followed, chosen, onChoose }: WallPickersProps) {
  const isThere = concepts.some((concept) => concept.id === chosen);
  return (
    <div className={wallBarStyles.pickers}>
      {picker}
      {concepts.length > 0 && (
        <Select
          label="Concepto"
          items={[{ id: FOLLOW, label: followed ?? '' }, ...concepts]}
          value={isThere ? chosen : FOLLOW}
          onChange={(id) => onChoose(id === FOLLOW ? null : id)}
          placeholder="Seleccione un concepto"
        />
      )}
    </div>
  );
}
