import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Select } from '../ui/select.tsx';
import { FixedChoice } from './fixed-choice.tsx';
import { texts } from './texts.ts';
import { type JointOption, useJointChoice } from './use-assembly-joints.ts';

interface Props {
  withSectors?: boolean;
  /** What the screen shows for the picked joint. Made anew for each joint, so that nothing typed strays. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

const LABEL = 'Copropiedad Horizontal';

/** Picks a joint, where there is more than one, and shows the rest of the screen for it. */
export function JointPicker({ withSectors = false, children }: Props) {
  const { query, options, picked, choose } = useJointChoice({ withSectors });
  if (query.isPending) return <Loading page />;
  if (query.isError && !query.data) {
    return <ErrorState message={texts.noInformation} onRetry={() => void query.refetch()} />;
  }
  if (options.length === 0) return <EmptyState message={texts.noJoints} />;
  const picker =
    options.length === 1 && picked ? (
      <FixedChoice label={LABEL} value={picked.label} />
    ) : (
      <Select
        label={LABEL}
        items={options}
        value={picked?.id ?? null}
        onChange={choose}
        placeholder="Seleccione una copropiedad"
      />
    );
  return picked ? children(picked, picker) : picker;
}
