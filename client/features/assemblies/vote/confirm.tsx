import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { activeQuestion } from '../../../../shared/assemblies/concept-names.ts';
import { sentence } from '../../../../shared/format.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { useLiveStore } from '../../../lib/live/store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { totalCoefficient } from '../properties/own-units.ts';
import { answersOfVote, type InstructedAnswers, type UnitVote } from './choices.ts';
import styles from './vote.module.css';

/** Answer of a question, as an option of the voting form. */
export interface AnswerOption {
  /** Number of the answer. */
  id: number;
  /** Text of the answer. */
  label: string;
  /** Text with the candidates of a list, in the order of the list. Absent for other answers. */
  detail?: string;
}

interface Confirmation {
  jointId: number;
  conceptId: number;
  ballots: readonly UnitVote[];
  /** Units with a right to vote on the question. */
  open: readonly AssemblyApartment[];
  answers: readonly AnswerOption[];
  /** Answers of the powers' instructions, by unit. Absent without powers. */
  instructed?: InstructedAnswers;
}

/**
 * Returns the Spanish text of the dialog before a vote is sent (specification): 'Seleccionó la opción Si. ¿Está
 * seguro de su respuesta?'
 * @param what chosen answer in words: 'la opción Si', or 'respuestas diferentes'
 */
export const sureWords = (what: string): string =>
  `${sentence(`Seleccionó ${what}`)} ¿Está seguro de su respuesta?`;

const idsOf = (units: readonly AssemblyApartment[]): string =>
  units.map(({ apartmentId }) => apartmentId).join(', ');

/**
 * Asks the person for confirmation before votes are sent. Resolves to true if confirmed. If the question
 * closes meanwhile, the dialog says so, and the promise resolves to false.
 */
export async function isSure(confirmation: Confirmation): Promise<boolean> {
  const { jointId, conceptId } = confirmation;
  const unsubscribe = useLiveStore.subscribe(({ joints }) => {
    const joint = joints[jointId]?.joint;
    if (!joint || activeQuestion(joint.concepts)?.conceptId === conceptId) return;
    unsubscribe();
    // The second dialog answers the first with no.
    void confirm({
      title: 'La votación se cerró.',
      body: <p>Su respuesta no se envió.</p>,
      yes: 'Entendido',
      no: null,
    });
  });
  try {
    return await confirmVote(confirmation);
  } finally {
    unsubscribe();
  }
}

/**
 * Asks for confirmation before votes are sent. If units have no answer, first asks about the units by name.
 * Resolves to true if confirmed.
 */
async function confirmVote(confirmation: Confirmation): Promise<boolean> {
  const { ballots, open, answers, instructed = {} } = confirmation;
  const answerOf = new Map(ballots.map((ballot) => [ballot.apartmentId, answersOfVote(ballot).join()]));
  const without = open.filter((unit) => !answerOf.has(unit.apartmentId));
  if (without.length > 0) {
    const goesOn = await confirm({
      title: `Sin respuesta: ${idsOf(without)}. ¿Desea votar sin ${without.length === 1 ? 'este inmueble' : 'estos inmuebles'}?`,
      body: (
        <p>
          {without.length === 1 ? 'Este inmueble no vota' : 'Estos inmuebles no votan'} por ahora. Puede
          responder después, mientras la votación siga activa.
        </p>
      ),
      yes: 'Continuar',
      no: 'Volver',
      danger: true,
    });
    if (!goesOn) return false;
  }
  const voting = open.filter((unit) => answerOf.has(unit.apartmentId));
  const chosen = chosenIn(ballots, answers);
  const [only] = chosen;
  const one =
    only && only.labels.length > 1 ? `${only.labels.length} nombres` : `la opción ${only?.labels[0]}`;
  const what = chosen.length === 1 && only ? one : 'respuestas diferentes';
  const names = chosen.length === 1 && only && (only.labels.length > 1 || only.detail) ? only : null;
  return confirm({
    title: sureWords(what),
    body: (
      <>
        <p>
          Vota por {countUnits(voting.length)}, con un coeficiente de {coefficient(totalCoefficient(voting))}.
        </p>
        {names && (
          <ul className={styles.lines} aria-label="Su voto">
            {names.labels.map((label) => (
              <li key={label} className={styles.line}>
                <strong>{label}</strong>
                {names.detail && <>: {names.detail}</>}
              </li>
            ))}
          </ul>
        )}
        {open.length > 1 && (
          <ul className={styles.lines}>
            {chosen.map(({ key, labels }) => (
              <li key={key} className={styles.line}>
                <strong>{labels.join(' · ')}</strong>:{' '}
                {idsOf(voting.filter((unit) => answerOf.get(unit.apartmentId) === key))}
              </li>
            ))}
            {without.length > 0 && (
              <li className={styles.line}>
                <strong>Sin votar</strong>: {idsOf(without)}
              </li>
            )}
          </ul>
        )}
        <Instructed voting={voting} answers={answers} instructed={instructed} answerOf={answerOf} />
      </>
    ),
    yes: 'Sí',
  });
}

interface InstructedProps extends Required<Pick<Confirmation, 'answers' | 'instructed'>> {
  /** Units in the vote. `answerOf`: ids of the chosen answers, by unit. */
  voting: readonly AssemblyApartment[];
  answerOf: ReadonlyMap<string, string>;
}

/** Repeats the instructions of the powers for the units in the vote, and names the units with another answer. */
function Instructed({ voting, answers, instructed, answerOf }: InstructedProps) {
  const instructions = voting.flatMap(({ apartmentId }) => {
    const answerId = instructed[apartmentId];
    const label = answers.find(({ id }) => id === answerId)?.label;
    return label === undefined
      ? []
      : [{ apartmentId, label, isOther: answerOf.get(apartmentId) !== String(answerId) }];
  });
  return (
    instructions.length > 0 && (
      <ul className={styles.lines} aria-label="Instrucciones de los poderes">
        {instructions.map(({ apartmentId, label, isOther }) => (
          <li key={apartmentId} className={isOther ? `wrong ${styles.line}` : styles.line}>
            El poder de {apartmentId} ordena: <strong>{label}</strong>
            {isOther && '. Su respuesta es otra.'}
          </li>
        ))}
      </ul>
    )
  );
}

/**
 * Returns the different answers chosen in some votes, in the order of the question, with label and candidates. The
 * dialog before sending lists the answers.
 * @param ballots votes, a vote per unit
 * @param answers answers of the question, in order
 */
export function chosenIn(ballots: readonly UnitVote[], answers: readonly AnswerOption[]) {
  const keys = new Map(ballots.map((ballot) => [answersOfVote(ballot).join(), answersOfVote(ballot)]));
  const placeOf = (id: number | undefined) => answers.findIndex((answer) => answer.id === id);
  return [...keys]
    .map(([key, ids]) => {
      const chosenAnswers = answers.filter(({ id }) => ids.includes(id));
      return {
        key,
        place: placeOf(chosenAnswers[0]?.id),
        labels: chosenAnswers.map(({ label }) => label),
        detail: chosenAnswers[0]?.detail,
      };
    })
    .sort((a, b) => a.place - b.place);
}
