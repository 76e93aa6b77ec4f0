import type { ReactNode } from 'react';
import { FixedChoice } from '../../ui/fields/fixed-choice.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState, QueryView, type ViewedQuery } from '../../ui/query-view.tsx';

/** Joint or sector offered in a select: id, and the text to show. */
export interface JointOption {
  id: number;
  /** Name of the joint (co-owned property) or sector. */
  label: string;
}

/** State of a joint picker: offered joints, picked joint and function to pick. */
interface JointChoice {
  query: ViewedQuery<unknown>;
  options: readonly JointOption[];
  picked: JointOption | null;
  choose: (jointId: number) => void;
}

interface Props {
  choice: JointChoice;
  /** Message for a person without joints. Default: the message of the specification. */
  none?: string;
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

const LABEL = 'Copropiedad Horizontal';
const NO_JOINTS =
  'No tiene conjuntos residenciales asociados. Comunicarse con el administrador de la plataforma.';
const JOINTS_FAILED = 'No se encuentra disponible la información. Intente nuevamente.';

/**
 * Picker of a joint at the top of a page, if the user has several joints, with the content of the page for
 * the picked joint.
 * @param choice options and picked joint, from `useJointChoice` or the billing picker
 * @param none message for a person without joints
 * @param children renders the screen for the picked joint, with the picker to place
 */
export function JointPick({ choice: { query, options, picked, choose }, none = NO_JOINTS, children }: Props) {
  return (
    <QueryView query={query} page failed={JOINTS_FAILED}>
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
