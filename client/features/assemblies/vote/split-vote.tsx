import { type ReactNode, useId, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import { matches } from '../../../ui/fields/search.ts';
import { Button, Notice } from '../../../ui/page.tsx';
import { Answers, representationWords, UnitLine } from './answers.tsx';
import {
  answersOfVote,
  type Choices,
  idsOfChosen,
  type Picked,
  type Representation,
  votesToSend,
} from './choices.ts';
import { type AnswerOption, chosenIn } from './confirm.tsx';
import own from './split-vote.module.css';
import { useInstructions } from './use-instructions.ts';
import styles from './vote.module.css';

/** Question, units, votes and choices of the form to vote differently for each unit. */
export interface SplitVoteProps {
  jointId: number;
  concept: Concept;
  units: readonly AssemblyApartment[];
  votes: readonly RecordItem[];
  answers: readonly AnswerOption[];
  choices: Choices;
  whose: (owner: string) => Representation;
  /** Error text if no unit has an answer. Null otherwise. */
  fault: string | null;
  /** Sets the answer of some units. Null removes the answer. */
  onChoose: (apartmentIds: readonly string[], chosen: Picked | null) => void;
}

/** Maximum number of units with a list of answers each. More units are checked in groups. */
const MOST_SINGLE_UNITS = 6;

/**
 * Form to vote differently for each of the user's units, with the voting instructions of powers of attorney.
 * @param rest question, units, votes and choices of the form
 */
export function SplitVote({ jointId, ...rest }: SplitVoteProps) {
  const { units, votes, answers, whose } = rest;
  const instructions = useInstructions(jointId, units);
  const instructionOf = new Map(instructions.data?.map((one) => [one.apartmentId, one]));
  const isOpen = (unit: AssemblyApartment) =>
    unit.coefficient > 0 && !votes.some((vote) => vote.apartmentId === unit.apartmentId);
  const open = units.filter(isOpen);
  const settled = units.filter((unit) => !isOpen(unit));
  const Parts = open.length > MOST_SINGLE_UNITS ? ByGroups : ByUnit;
  const instructionsOf = (unit: AssemblyApartment): ReactNode => {
    const one = instructionOf.get(unit.apartmentId);
    return (
      one && (
        <span className={own.said}>
          Instrucciones de {one.granter}: <strong>{one.instructions}</strong>
        </span>
      )
    );
  };
  return (
    <>
      {instructions.isError && (
        <Notice kind="warning">
          <p>No se pudieron consultar las instrucciones de los poderes.</p>
        </Notice>
      )}
      <Parts {...rest} open={open} instructionsOf={instructionsOf} />
      {settled.length > 0 && (
        <ul className="stack-4 plain" aria-label="Inmuebles que no votan ahora">
          {settled.map((unit) => (
            <li key={unit.apartmentId} className={styles.settled}>
              <UnitLine unit={unit} votes={votes} answers={answers} whose={whose} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface PartsProps extends Omit<SplitVoteProps, 'jointId'> {
  open: readonly AssemblyApartment[];
  instructionsOf: (unit: AssemblyApartment) => ReactNode;
}

/** Part of the form for few units: a list of answers for each unit. */
function ByUnit({ concept, open, answers, choices, whose, fault, instructionsOf, onChoose }: PartsProps) {
  return (
    <ul className="stack-4 plain" aria-label="Inmuebles por los que vota">
      {open.map((unit, at) => (
        <li key={unit.apartmentId} className={`stack-2 ${styles.unit}`}>
          <Answers
            concept={concept}
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
            onChange={(chosen) => onChoose([unit.apartmentId], chosen)}
            error={at === 0 ? fault : null}
            inline={answers.every(({ detail }) => detail === undefined)}
          />
          {instructionsOf(unit)}
        </li>
      ))}
    </ul>
  );
}

/** Minimum number of units for a search field. */
const SEARCHED_FROM = 12;

const unitText = ({ apartmentId, owner }: AssemblyApartment) => `${apartmentId} - ${owner}`;

/** Text of a unit's answer, for comparisons. Empty without an answer. */
const answerKeyOf = (picked: Picked | null | undefined): string => idsOfChosen(picked ?? null).join();

/** Words of a chosen answer. Empty without an answer. */
function pickedWords(answers: readonly AnswerOption[], picked: Picked | null | undefined): string {
  const ids = idsOfChosen(picked ?? null);
  return answers
    .filter((answer) => ids.includes(answer.id))
    .map(({ label }) => label)
    .join(' · ');
}

/**
 * Ids of the shown units with and without the answer to mark, and a function to mark other units.
 * @param marking answer to mark; null before a choice
 */
function marksOf(
  shown: readonly AssemblyApartment[],
  choices: Choices,
  marking: Picked | null,
  onChoose: SplitVoteProps['onChoose'],
) {
  const answerKey = answerKeyOf(marking);
  const isMarked = (unit: AssemblyApartment) =>
    answerKey !== '' && answerKeyOf(choices.each[unit.apartmentId]) === answerKey;
  const marked = shown.filter(isMarked).map((unit) => unit.apartmentId);
  const unmarked = shown.filter((unit) => !isMarked(unit)).map((unit) => unit.apartmentId);
  // An unchecked unit gets the common answer back, if different from the marked answer.
  const other = choices.all !== null && answerKeyOf(choices.all) !== answerKey ? choices.all : null;
  const choose = (ids: readonly string[]) => {
    const added = ids.filter((one) => !marked.includes(one));
    const removed = marked.filter((one) => !ids.includes(one));
    if (added.length > 0) onChoose(added, marking);
    if (removed.length > 0) onChoose(removed, other);
  };
  return { marked, unmarked, choose };
}

/** Field to search the units by id or owner. */
function UnitSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId();
  return (
    <div className="stack-2">
      <label htmlFor={id} className="strong">
        Buscar
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        className={own.search}
        placeholder="Inmueble o nombre"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

/**
 * Part of the form for many units: select an answer, then check the units with the answer. For 30 of 100 units
 * about 30 presses.
 */
function ByGroups({ concept, open, answers, choices, whose, fault, instructionsOf, onChoose }: PartsProps) {
  const [marking, setMarking] = useState<Picked | null>(null);
  const [typed, setTyped] = useState('');
  const shown = open.filter((unit) => matches(unitText(unit), typed));
  const { marked, unmarked, choose } = marksOf(shown, choices, marking, onChoose);
  const words = pickedWords(answers, marking);
  return (
    <>
      <Answers
        concept={concept}
        label="1. Escoja una respuesta"
        description="Después puede escoger otra y marcar los inmuebles que la dan."
        items={answers}
        value={marking}
        onChange={(chosen) => setMarking(idsOfChosen(chosen).length > 0 ? chosen : null)}
        error={fault}
        inline={answers.every(({ detail }) => detail === undefined)}
      />
      {open.length >= SEARCHED_FROM && <UnitSearch typed={typed} onType={setTyped} />}
      <CheckGroup
        label={words === '' ? '2. Marque los inmuebles' : `2. Marque los inmuebles que responden «${words}»`}
        status={sharesOf(open, choices, answers)}
        items={shown.map((unit) => ({
          id: unit.apartmentId,
          label: unitText(unit),
          detail: (
            <>
              {[representationWords(whose(unit.owner)), `coeficiente ${coefficient(unit.coefficient)}`]
                .filter(Boolean)
                .join(' · ')}
              {' · '}
              <strong>{pickedWords(answers, choices.each[unit.apartmentId]) || 'Sin respuesta'}</strong>
              {instructionsOf(unit)}
            </>
          ),
        }))}
        value={marked}
        onChange={choose}
        most={marking === null ? 0 : Number.POSITIVE_INFINITY}
      />
      {shown.length === 0 && <p className="soft">Ningún inmueble coincide con la búsqueda.</p>}
      {marking !== null && unmarked.length > 1 && (
        <div>
          <Button variant="secondary" onPress={() => onChoose(unmarked, marking)}>
            {typed.trim() === '' ? 'Marcar todos' : `Marcar ${countUnits(unmarked.length)}`}
          </Button>
        </div>
      )}
    </>
  );
}

/** Text with the number of units per answer: 'Si: 70 · No: 30 · Sin respuesta: 2'. */
function sharesOf(
  open: readonly AssemblyApartment[],
  choices: Choices,
  answers: readonly AnswerOption[],
): string {
  const ballots = votesToSend(choices, open);
  const counts = chosenIn(ballots, answers).map(({ key, labels }) => {
    const many = ballots.filter((ballot) => answersOfVote(ballot).join() === key).length;
    return `${labels.join(' · ')}: ${many}`;
  });
  if (ballots.length < open.length) counts.push(`Sin respuesta: ${open.length - ballots.length}`);
  return counts.join(' · ');
}
