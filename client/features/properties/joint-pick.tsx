import type { ReactNode } from 'react';
import { FixedChoice } from '../../ui/fields/fixed-choice.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState, QueryView, type ViewedQuery } from '../../ui/query-view.tsx';

/** A joint or sector that can be picked. */
export interface JointOption {
  id: number;
  label: string;
}

/** The joints there are to pick from, and the picked one. */
interface JointChoice {
  query: ViewedQuery<unknown>;
  options: readonly JointOption[];
  picked: JointOption | null;
  choose: (jointId: number) => void;
}

interface Props {
  choice: JointChoice;
  /** What to say to whoever has none. */
  none?: string;
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

const LABEL = 'Copropiedad Horizontal';
const NO_JOINTS =
  'No tiene conjuntos residenciales asociados. Comunicarse con el administrador de la plataforma.';
const FAILED = 'No se encuentra disponible la información. Intente nuevamente.';

/** Picks a joint, where there is more than one, and shows the rest of the screen for it. */
export function JointPick({ choice: { query, options, picked, choose }, none = NO_JOINTS, children }: Props) {
  return (
    <QueryView query={query} page failed={FAILED}>
      {() => {
        if (options.length === 0) return <EmptyState message={none} />;
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
      }}
    </QueryView>
  );
}
