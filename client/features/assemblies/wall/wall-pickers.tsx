import type { ReactNode } from 'react';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import styles from './wall-bar.module.css';

/** The entry that gives the wall back to the assembly; no concept has this number. */
const FOLLOW = 0;

interface Props {
  picker: ReactNode;
  concepts: readonly Option<number>[];
  /** What is going on, and would be shown if nothing were picked. */
  followed: string | null;
  chosen: number | null;
  onChoose: (conceptId: number | null) => void;
}

/** What the wall shows: the joint, and a concept that stays, or whatever is going on. */
export function WallPickers({ picker, concepts, followed, chosen, onChoose }: Props) {
  const isThere = concepts.some((concept) => concept.id === chosen);
  return (
    <div className={styles.pickers}>
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
