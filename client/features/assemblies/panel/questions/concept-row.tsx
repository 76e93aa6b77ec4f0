import type { ReactNode } from 'react';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { cx } from '../../../../ui/cx.ts';
import choice from '../../common/choice.module.css';
import { ChoiceBody } from '../../common/choice.tsx';
import { conceptName } from '../../common/question-messages.ts';
import styles from './concept-list.module.css';
import { questionState, stateWord } from './words.ts';

interface Props {
  concept: LiveConcept;
  isChosen?: boolean;
  /** False to hide the state, if the heading of the list already shows the state. */
  hasState?: boolean;
  /** Called to show the details of the question. Absent if there are no more details. */
  onChoose?: () => void;
  /** Button shown beside the row. */
  action?: ReactNode;
  /** Content shown below the question text. */
  children?: ReactNode;
}

/**
 * Row about a question in the operator's lists of questions: name, start of the text, and state.
 * @param hasState false to hide the state, if the heading of the list already shows the state
 * @param onChoose called to show the details; absent: no details
 * @param action button beside the row
 * @param children content below the text
 */
export function ConceptRow({
  concept,
  isChosen = false,
  hasState = true,
  onChoose,
  action,
  children,
}: Props) {
  const words = (
    <>
      <span className={`between ${choice.line}`}>
        <span className={`strong breaks ${choice.name}`}>{conceptName(concept.conceptId)}</span>
        {hasState && (
          <span className={cx('soft breaks', styles.state, styles[questionState(concept)])}>
            {stateWord(concept)}
          </span>
        )}
      </span>
      <span className={`soft breaks ${styles.text}`}>{concept.conceptDescription}</span>
      {children}
    </>
  );
  return (
    <li className={cx('box', 'wrap-2 middle', styles.row, isChosen && choice.chosen)}>
      <ChoiceBody isChosen={isChosen} onChoose={onChoose}>
        {words}
      </ChoiceBody>
      {action}
    </li>
  );
}
