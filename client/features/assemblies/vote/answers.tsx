import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { coefficient } from '../../../lib/format.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { votedWords } from '../my-votes/voting-history.ts';
import { idsOfChosen, type Picked, type Representation } from './choices.ts';
import type { AnswerOption } from './confirm.tsx';
import styles from './vote.module.css';

// Loaded on demand: a phone that votes 'Si' or 'No' does not fetch the code.
const NamesChoice = lazyPart(async () => (await import('./names-choice.tsx')).NamesChoice, <Loading page />);

/**
 * True if a vote on the question may select several names: an election of several seats with the method `nominal`.
 */
export const takesNames = ({ method }: Concept): boolean => method === 'nominal';

interface AnswersProps {
  concept: Concept;
  label: string;
  /** True to give the label of few answers to screen readers only. */
  isLabelUnseen?: boolean;
  description?: string;
  items: readonly AnswerOption[];
  value: Picked | null;
  onChange: (chosen: Picked) => void;
  error: string | null;
  inline?: boolean;
}

/**
 * Field of the voting form to choose the answer: radio buttons or, in an election of several seats, checkboxes for
 * names.
 * @param items answers to choose from
 * @param value chosen answer; null before a choice
 * @param inline true to put the answers side by side if the width allows
 */
export function Answers({
  concept,
  label,
  isLabelUnseen = false,
  description,
  items,
  value,
  onChange,
  error,
  inline = false,
}: AnswersProps) {
  const { seats = 1, blankAnswerId } = concept;
  if (takesNames(concept)) {
    return (
      <NamesChoice
        label={label}
        description={description}
        seats={seats}
        blankAnswerId={blankAnswerId}
        error={error}
        onChange={onChange}
        answers={items}
        value={idsOfChosen(value)}
      />
    );
  }
  return (
    <RadioGroup
      label={label}
      isLabelUnseen={isLabelUnseen}
      items={items}
      error={error}
      inline={inline}
      onChange={onChange}
      {...(description === undefined ? {} : { description })}
      value={typeof value === 'number' ? value : null}
    />
  );
}

/**
 * Returns 'Propio' for a unit of the voter, 'Representado' for a unit of another owner, as shown beside the unit on
 * the voting page; null if unknown.
 */
export function representationWords(standing: Representation): string | null {
  if (standing === null) return null;
  return standing === 'own' ? 'Propio' : 'Representado';
}

/** Props of the line about a unit of the voter on the voting page. */
export interface UnitProps {
  unit: AssemblyApartment;
  /** Votes of the person's units on the question. */
  votes: readonly RecordItem[];
  /** Answers of the question. */
  answers: readonly AnswerOption[];
  /** Returns the relation of the voter to a unit, by the owner's name. From `whoseUnits`. */
  whose: (owner: string) => Representation;
}

/** Line about a unit on the voting page: name, owner, representation, and the vote or coefficient. */
export function UnitLine({ unit, votes, answers, whose }: UnitProps) {
  const vote = votes.find((one) => one.apartmentId === unit.apartmentId);
  const standing = representationWords(whose(unit.owner));
  const texts = answers.map(({ id, label }) => ({ answerId: id, answerDescription: label }));
  const answerText = vote && votedWords(texts, vote);
  return (
    <div className={`between ${styles.line}`}>
      <span className={styles.who}>
        <strong>{unit.apartmentId}</strong>
        {unit.owner && ` - ${unit.owner}`}
        {standing && <span className={styles.tag}>{standing}</span>}
      </span>
      <span className="tabular">
        {vote
          ? `Ya votó${answerText ? `: ${answerText}` : ''}`
          : unit.coefficient > 0
            ? coefficient(unit.coefficient)
            : 'Coeficiente 0, no vota'}
      </span>
    </div>
  );
}
