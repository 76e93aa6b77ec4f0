import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { coefficient } from '../../../lib/format.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import styles from '../vote.module.css';
import type { Choices, Representation } from './vote-ballot.ts';
import type { AnswerOption } from './vote-confirm.tsx';
import { representationWords, UnitLine } from './vote-for.tsx';

interface Props {
  units: readonly AssemblyApartment[];
  votes: readonly RecordItem[];
  answers: readonly AnswerOption[];
  choices: Choices;
  whose: (owner: string) => Representation;
  /** Nothing at all was answered. */
  fault: string | null;
  onChoose: (apartmentId: string, answerId: number) => void;
}

/** An answer for each unit; who has voted and who has no vote stands among them, and cannot be changed. */
export function VoteEach({ units, votes, answers, choices, whose, fault, onChoose }: Props) {
  const isOpen = (unit: AssemblyApartment) =>
    unit.coefficient > 0 && !votes.some((vote) => vote.apartmentId === unit.apartmentId);
  const first = units.find(isOpen);
  return (
    <ul className={styles.units} aria-label="Inmuebles por los que vota">
      {units.map((unit) => (
        <li key={unit.apartmentId} className={isOpen(unit) ? styles.unit : styles.settled}>
          {isOpen(unit) ? (
            <RadioGroup
              label={`Inmueble ${unit.apartmentId}`}
              description={[
                representationWords(whose(unit.owner)),
                unit.owner,
                `coeficiente ${coefficient(unit.coefficient)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
              items={answers}
              value={choices.each[unit.apartmentId] ?? null}
              onChange={(answerId) => onChoose(unit.apartmentId, answerId)}
              error={unit === first ? fault : null}
              inline
            />
          ) : (
            <UnitLine unit={unit} votes={votes} answers={answers} whose={whose} />
          )}
        </li>
      ))}
    </ul>
  );
}
