import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { RowButton } from '../../../../ui/page.tsx';
import { conceptName } from '../../common/question-messages.ts';
import { ConceptRow } from './concept-row.tsx';
import type { Toggling } from './use-toggle.ts';

interface Props {
  concepts: readonly LiveConcept[];
  toggling: Toggling;
  /** True after the end of the assembly: no question can be opened. */
  isOver: boolean;
  chosenId?: number | null;
  onChoose?: (conceptId: number) => void;
}

/**
 * List of prepared questions, each with a button to open.
 * @param toggling functions to open and close questions, from `useToggle`
 * @param isOver true after the end of the assembly: no question can be opened
 * @param chosenId id of the question shown elsewhere; null without any
 */
export function PreparedList({ concepts, toggling, isOver, chosenId = null, onChoose }: Props) {
  return (
    <ul className="stack-2 plain">
      {concepts.map((concept) => (
        <ConceptRow
          key={concept.conceptId}
          concept={concept}
          hasState={false}
          isChosen={chosenId === concept.conceptId}
          onChoose={onChoose && (() => onChoose(concept.conceptId))}
          action={
            !isOver &&
            chosenId !== concept.conceptId && (
              <RowButton
                act="Activar"
                of={conceptName(concept.conceptId)}
                isPending={toggling.pending === concept.conceptId}
                isDisabled={toggling.pending !== null && toggling.pending !== concept.conceptId}
                onPress={() => void toggling.toggle(concept, 1)}
              />
            )
          }
        />
      ))}
    </ul>
  );
}
