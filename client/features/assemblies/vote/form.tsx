import { type FormEvent, lazy, type SetStateAction, Suspense, useEffect, useRef, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { useSession } from '../../../lib/session.store.ts';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { ButtonLink, Notice } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { isOwnVote, standingOn } from '../my-votes/voting-history.ts';
import { totalCoefficient } from '../properties/own-units.ts';
import { Answers, takesNames, UnitLine, type UnitProps } from './answers.tsx';
import {
  type Choices,
  choicesOf,
  chooseAll,
  chooseSome,
  nothingChosen,
  type Representation,
  toAll,
  toEach,
  type UnitVote,
  votesToSend,
  whoseUnits,
} from './choices.ts';
import { CannotVote } from './closed.tsx';
import { type AnswerOption, isSure } from './confirm.tsx';
import { AnswersForm, VoteBar } from './parts.tsx';
import { Former, Refused } from './refused.tsx';
import type { Voting } from './sending.ts';
import type { SplitVoteProps } from './split-vote.tsx';
import styles from './vote.module.css';

interface Props {
  jointId: number;
  concept: Concept;
  /** Units of the person in the joint. `held`: the units that the person may vote for. */
  units: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
  /** Votes of the units so far. */
  votes: readonly RecordItem[];
  /** Last attempt to vote on the question, if refused. Null otherwise. */
  refused: Extract<Voting, { phase: 'finished' }> | null;
  /** Refused attempt to vote on an earlier question, closed before the vote arrived. Null otherwise. */
  former: Extract<Voting, { phase: 'finished' }> | null;
  onVote: (ballots: readonly UnitVote[], isTogether: boolean) => void;
  onChange: () => void;
}

/**
 * Maximum time in milliseconds to wait for the voting instructions of powers. The instructions stand above the
 * button 'Votar'; late, the instructions would move the button. Without a network the form works without
 * instructions.
 */
const INSTRUCTIONS_WAIT_MS = 5_000;

/**
 * True while the voting instructions of powers load, at most `INSTRUCTIONS_WAIT_MS`. With a function to tell that
 * the instructions are loaded.
 * @param asksPowers true if a power may carry instructions
 */
function useAwaited(asksPowers: boolean) {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), INSTRUCTIONS_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return [asksPowers && !isTold, setTold] as const;
}

/**
 * Answers in the form, and the error of a form without an answer. Starts with the answers of a refused attempt to
 * vote for all units together.
 */
function useChoices(refused: Props['refused'], former: Props['former'], onChange: () => void) {
  const [choices, setChoices] = useState(() =>
    refused?.choice.isTogether ? choicesOf(refused.choice.ballots) : nothingChosen,
  );
  const [fault, setFault] = useState<string | null>(null);
  const change = (next: SetStateAction<Choices>) => {
    setChoices(next);
    setFault(null);
    if (refused || former) onChange();
  };
  return { choices, change, fault, setFault };
}

/**
 * Units of the form. `held`: all units, own units first; `able`: units with a coefficient; `open`: units still able to
 * vote. `whose` tells for an owner's name if the units are the user's own or represented.
 */
function useVotingUnits(heldUnits: readonly AssemblyApartment[], votes: readonly RecordItem[]) {
  const name = useSession((state) => state.user?.name ?? '');
  const whose = whoseUnits(heldUnits, name);
  const held = [...heldUnits].sort(
    (a, b) => Number(whose(a.owner) === 'represented') - Number(whose(b.owner) === 'represented'),
  );
  const hasVoted = new Set(votes.map((vote) => vote.apartmentId));
  const able = held.filter((unit) => unit.coefficient > 0);
  const open = able.filter((unit) => !hasVoted.has(unit.apartmentId));
  return { whose, held, able, open };
}

/**
 * Voting form: full text of the question, answers, units, and the button 'Votar' at the bottom.
 * @param units all units of the person in the joint
 * @param held units with the right to vote
 * @param votes votes of the units so far
 * @param refused last attempt on the question, if refused; null otherwise
 * @param former refused attempt on an earlier question; null otherwise
 * @param onVote sends the votes, in a single request if `isTogether`
 * @param onChange called at each change of the form
 */
export function VoteForm({
  jointId,
  concept,
  units,
  held: heldUnits,
  votes,
  refused,
  former,
  onVote,
  onChange,
}: Props) {
  const { choices, change, fault, setFault } = useChoices(refused, former, onChange);
  const form = useRef<HTMLFormElement>(null);
  const { whose, held, able, open } = useVotingUnits(heldUnits, votes);
  const answers = answersToShow(concept);
  const ballots = votesToSend(choices, open);
  const asksPowers = !choices.isEach && mayBeByPower(held, whose);
  const [isAwaited, setTold] = useAwaited(asksPowers);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (ballots.length === 0) {
      setFault(takesNames(concept) ? assemblyTexts.namesMissing : assemblyTexts.answerMissing);
      if (form.current) focusFirstFault(form.current);
      return;
    }
    if (await isSure({ jointId, conceptId: concept.conceptId, ballots, open, answers }))
      onVote(ballots, choices.isEach && ballots.length > 1);
  };

  return (
    <AnswersForm
      ref={form}
      onSubmit={submit}
      name={conceptName(concept.conceptId)}
      question={concept.conceptDescription}
    >
      {former && <Former voting={former} />}
      <Refused results={refused?.results ?? []} />
      <VotedNotice concept={concept} able={able} votes={votes} />
      {open.length === 0 ? (
        votes.length === 0 && <CannotVote units={units} held={held} />
      ) : (
        <>
          {open.length > 1 && <VoteWays choices={choices} units={open} onChange={change} />}
          <ChoiceFields
            jointId={jointId}
            concept={concept}
            votes={votes}
            answers={answers}
            choices={choices}
            whose={whose}
            fault={fault}
            units={held}
            onChange={change}
          />
          {asksPowers && (
            <Suspense fallback={null}>
              <PowerInstructions jointId={jointId} held={held} open={open} onTold={setTold} />
            </Suspense>
          )}
          <VoteBar isStuck={choices.isEach} isAwaited={isAwaited}>
            <VotingWeight open={open} ballots={ballots} isEach={choices.isEach} />
          </VoteBar>
          {!choices.isEach && !isAwaited && (
            <VotingFor open={open} held={held} votes={votes} answers={answers} whose={whose} />
          )}
        </>
      )}
    </AnswersForm>
  );
}

/** Answers of the question for the fields of the form. `detail`: the names of a list. */
const answersToShow = (concept: Concept): AnswerOption[] =>
  concept.answers.map((one) => ({
    id: one.answerId,
    label: one.answerDescription,
    ...defined({ detail: one.names === undefined ? undefined : one.names.join(', ') }),
  }));

/** Field for the common answer, or the fields for an answer per unit. */
function ChoiceFields({
  onChange,
  ...rest
}: Omit<SplitVoteProps, 'onChoose'> & { onChange: (next: SetStateAction<Choices>) => void }) {
  const { concept, answers, choices, fault } = rest;
  return choices.isEach ? (
    <Suspense fallback={<Loading />}>
      <SplitVote
        {...rest}
        onChoose={(apartmentIds, chosen) => onChange((before) => chooseSome(before, apartmentIds, chosen))}
      />
    </Suspense>
  ) : (
    <Answers
      label="Su respuesta"
      concept={concept}
      items={answers}
      value={choices.all}
      onChange={(chosen) => onChange(chooseAll(choices, chosen))}
      error={fault}
    />
  );
}

// Loaded on demand: not used with a single unit.
const SplitVote = lazy(patientCode(async () => ({ default: (await import('./split-vote.tsx')).SplitVote })));

/**
 * True if a power of the user may carry voting instructions, so the form must ask the server. False for the usual
 * case of a single unit. A session by code does not know the owner of its units.
 */
const mayBeByPower = (
  held: readonly AssemblyApartment[],
  whose: (owner: string) => Representation,
): boolean =>
  held.some(({ owner }) => whose(owner) === 'represented' || (held.length > 1 && whose(owner) === null));

// Loaded on demand: not used with own units alone.
const PowerInstructions = lazy(
  patientCode(async () => ({ default: (await import('./power-instructions.tsx')).PowerInstructions })),
);

// Loaded on demand: other people seldom vote for an owner with a phone.
const VotesByOthers = lazy(
  patientCode(async () => ({ default: (await import('../my-votes/votes-by-others.tsx')).VotesByOthers })),
);

interface VotedNoticeProps {
  concept: Concept;
  able: readonly AssemblyApartment[];
  votes: readonly RecordItem[];
}

/** Notice about units with a vote, all or some. An empty form would look like a lost vote. */
function VotedNotice({ concept, able, votes }: VotedNoticeProps) {
  if (votes.length === 0) return null;
  const { voted, outOf, words } = standingOn(concept.answers, able, votes);
  const isWhole = voted >= outOf;
  return (
    <>
      {!votes.every(isOwnVote) && (
        <Suspense fallback={null}>
          <VotesByOthers answers={concept.answers} votes={votes} />
        </Suspense>
      )}
      {votes.some(isOwnVote) && (
        <Notice
          kind="success"
          title={isWhole ? 'Usted ya votó esta pregunta.' : `Ya votó por ${voted} de ${outOf} inmuebles.`}
        >
          <p>{words}</p>
          {isWhole && <p>Su comprobante está en la página de la asamblea.</p>}
        </Notice>
      )}
      {isWhole && (
        <div>
          <ButtonLink to="/LaunchPage" size="large">
            Volver a la asamblea
          </ButtonLink>
        </div>
      )}
    </>
  );
}

const WAYS = [
  { isEach: false, label: 'La misma respuesta para todos' },
  { isEach: true, label: 'Respuestas diferentes' },
];

interface VoteWaysProps {
  choices: Choices;
  units: readonly AssemblyApartment[];
  onChange: (choices: Choices) => void;
}

/** Buttons to switch between a common answer for all units and an answer per unit. */
function VoteWays({ choices, units, onChange }: VoteWaysProps) {
  return (
    <fieldset className={styles.ways} aria-label="Cómo votar por sus inmuebles">
      {WAYS.map(({ isEach, label }) => (
        <button
          key={label}
          type="button"
          className={styles.way}
          aria-pressed={choices.isEach === isEach}
          onClick={() => {
            if (choices.isEach !== isEach) onChange(isEach ? toEach(choices, units) : toAll(choices, units));
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Minimum number of units to fold the list of units, to keep the answers in view. */
const FOLDED_FROM = 4;

interface VotingForProps extends Omit<UnitProps, 'unit'> {
  /** Units of the user still able to vote. `held`: all units that the user may vote for. */
  open: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
}

/** List of the units in the vote, with the sum of coefficients. */
function VotingFor({ open, held, ...rest }: VotingForProps) {
  const list = (
    <ul className={styles.lines}>
      {held.map((unit) => (
        <li key={unit.apartmentId}>
          <UnitLine unit={unit} {...rest} />
        </li>
      ))}
    </ul>
  );
  const words = (
    <>
      Vota por {countUnits(open.length)}, con un coeficiente de{' '}
      <strong>{coefficient(totalCoefficient(open))}</strong>
    </>
  );
  return (
    <section aria-label="Inmuebles por los que vota" className={styles.for}>
      {held.length < FOLDED_FROM ? (
        <>
          <p>{words}:</p>
          {list}
        </>
      ) : (
        <details>
          <summary className={styles.fold}>{words}. Ver inmuebles</summary>
          {list}
        </details>
      )}
    </section>
  );
}

/** Text beside the button 'Votar': number of units and coefficients in the vote. */
function VotingWeight({
  open,
  ballots,
  isEach,
}: {
  open: readonly AssemblyApartment[];
  ballots: readonly UnitVote[];
  isEach: boolean;
}) {
  const answered = open.filter((unit) => ballots.some((ballot) => ballot.apartmentId === unit.apartmentId));
  const voting = isEach ? answered : open;
  const part = isEach ? `${answered.length} de ${countUnits(open.length)}` : countUnits(open.length);
  return (
    <p className={styles.sum}>
      {part} · coeficiente {coefficient(totalCoefficient(voting))}
    </p>
  );
}
