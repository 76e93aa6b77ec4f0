import {
  type Dispatch,
  type FormEvent,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import type { AssemblyApartment, OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.store.ts';
import { later } from '../../../lib/time/later.ts';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { Button, ButtonLink } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { totalCoefficient } from '../properties/own-units.ts';
import { Answers, takesNames, UnitLine, type UnitProps } from './answers.tsx';
import {
  type Choices,
  choicesOf,
  chooseAll,
  chooseSome,
  EACH,
  fillIn,
  type InstructedAnswers,
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

/** Unit that the person may vote for. */
type HeldUnit = AssemblyApartment & Pick<OwnApartment, 'isByPower'>;

interface Props {
  jointId: number;
  concept: Concept;
  /** Units of the person in the joint. `held`: the units that the person may vote for. */
  units: readonly AssemblyApartment[];
  held: readonly HeldUnit[];
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
 * Hook: `asksPowers` as given; `isAwaited` while the voting instructions of powers load, at most `INSTRUCTIONS_WAIT_MS`; `hasInstructions`
 * once loaded instructions are shown; `answers`: answers of the instructions; `onTold` takes the
 * loaded state and fills in the ballot.
 * @param asksPowers true if a power may carry instructions
 * @param open units still able to vote
 */
function usePowers(
  asksPowers: boolean,
  open: readonly AssemblyApartment[],
  setChoices: Dispatch<SetStateAction<Choices>>,
) {
  const [isInstructed, setInstructed] = useState<boolean | null>(null);
  const [answers, setAnswers] = useState<InstructedAnswers>({});
  useEffect(() => later(() => setInstructed((before) => before ?? false), INSTRUCTIONS_WAIT_MS), []);
  // A stable function: the effect of the loaded instructions runs once.
  const openNow = useRef(open);
  openNow.current = open;
  const onTold = useCallback(
    (isShown: boolean, instructed: InstructedAnswers) => {
      setInstructed(isShown);
      setAnswers(instructed);
      setChoices((before) => fillIn(before, openNow.current, instructed));
    },
    [setChoices],
  );
  return {
    asksPowers,
    isAwaited: asksPowers && isInstructed === null,
    hasInstructions: asksPowers && isInstructed === true,
    answers,
    onTold,
  };
}

/**
 * Answers in the form, and the error of a form without an answer. Starts with the answers of a refused attempt to
 * vote for all units together.
 */
function useChoices(refused: Props['refused'], former: Props['former'], onChange: () => void) {
  const { hash } = useLocation();
  const [choices, setChoices] = useState(() =>
    refused?.choice.isTogether
      ? choicesOf(refused.choice.ballots)
      : { ...nothingChosen, isEach: hash === EACH },
  );
  const [fault, setFault] = useState<string | null>(null);
  const change = (next: SetStateAction<Choices>) => {
    setChoices(next);
    setFault(null);
    if (refused || former) onChange();
  };
  return { choices, setChoices, change, fault, setFault };
}

/**
 * Units of the form. `held`: all units, own units first; `able`: units with a coefficient; `open`: units still able to
 * vote. `whose` tells for an owner's name if the units are the user's own or represented.
 */
function useVotingUnits(heldUnits: readonly HeldUnit[], votes: readonly RecordItem[]) {
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
  const { choices, setChoices, change, fault, setFault } = useChoices(refused, former, onChange);
  const form = useRef<HTMLFormElement>(null);
  const { whose, held, able, open } = useVotingUnits(heldUnits, votes);
  const answers = answersToShow(concept);
  const ballots = votesToSend(choices, open);
  const powers = usePowers(!choices.isEach && mayBeByPower(held, whose), open, setChoices);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (ballots.length === 0) {
      setFault(takesNames(concept) ? assemblyTexts.namesMissing : assemblyTexts.answerMissing);
      if (form.current) focusFirstFault(form.current);
      return;
    }
    const instructed = powers.answers;
    if (await isSure({ jointId, conceptId: concept.conceptId, ballots, open, answers, instructed }))
      onVote(ballots, choices.isEach && ballots.length > 1);
  };

  return (
    <AnswersForm
      ref={form}
      onSubmit={submit}
      name={conceptName(concept.conceptId)}
      question={concept.conceptDescription}
      isPinned={!choices.isEach && !powers.hasInstructions && open.length > 0 && isShort(concept)}
      notices={
        <>
          {former && <Former voting={former} />}
          <Refused results={refused?.results ?? []} />
          {votes.length > 0 && <VotedNotice answers={concept.answers} held={able} votes={votes} />}
        </>
      }
    >
      {open.length === 0 ? (
        <NoUnitLeft units={units} held={held} votes={votes} />
      ) : (
        <VoteFields
          jointId={jointId}
          concept={concept}
          votes={votes}
          answers={answers}
          choices={choices}
          whose={whose}
          fault={fault}
          units={held}
          open={open}
          powers={powers}
          onChange={change}
        />
      )}
    </AnswersForm>
  );
}

/** Shown without a unit left to vote: the way back after the votes, else the reason against voting. */
function NoUnitLeft({ units, held, votes }: Pick<Props, 'units' | 'held' | 'votes'>) {
  if (votes.length === 0) return <CannotVote units={units} held={held} />;
  return (
    <div>
      <ButtonLink to="/LaunchPage" size="large">
        Volver a la asamblea
      </ButtonLink>
    </div>
  );
}

/** Maximum number of answers in the bar at the bottom of the screen. More answers scroll with the question. */
const MOST_PINNED = 4;

/** True if the answers of a question fit the bottom of a phone's screen, below a question that scrolls. */
const isShort = (concept: Concept): boolean =>
  concept.answers.length <= MOST_PINNED &&
  !takesNames(concept) &&
  concept.answers.every(({ names }) => names === undefined);

/** Answers of the question for the fields of the form. `detail`: the names of a list. */
const answersToShow = (concept: Concept): AnswerOption[] =>
  concept.answers.map((one) => ({
    id: one.answerId,
    label: one.answerDescription,
    ...defined({ detail: one.names === undefined ? undefined : one.names.join(', ') }),
  }));

interface ChoiceProps extends Omit<SplitVoteProps, 'onChoose'> {
  onChange: (next: SetStateAction<Choices>) => void;
}

interface VoteFieldsProps extends ChoiceProps {
  /** Units still able to vote. */
  open: readonly AssemblyApartment[];
  powers: ReturnType<typeof usePowers>;
}

/** Units in the vote, answers, instructions of powers, and the button 'Votar'. */
function VoteFields({ open, powers, ...rest }: VoteFieldsProps) {
  const { jointId, concept, units: held, choices, onChange } = rest;
  return (
    <>
      <div className={`between ${styles.way}`}>
        {!choices.isEach && <VotingFor {...rest} open={open} held={held} />}
        <VoteWay choices={choices} units={open} onChange={onChange} />
      </div>
      <ChoiceFields {...rest} />
      {powers.asksPowers && (
        <PowerInstructions
          jointId={jointId}
          held={held}
          open={open}
          concept={concept}
          onTold={powers.onTold}
        />
      )}
      <VoteBar isStuck={choices.isEach} isAwaited={powers.isAwaited}>
        {choices.isEach && <VotingWeight open={open} ballots={votesToSend(choices, open)} />}
      </VoteBar>
    </>
  );
}

/** Field for the common answer, or the fields for an answer per unit. */
function ChoiceFields({ onChange, ...rest }: ChoiceProps) {
  const { concept, answers, choices, fault } = rest;
  return choices.isEach ? (
    <SplitVote
      {...rest}
      onChoose={(apartmentIds, chosen) => onChange((before) => chooseSome(before, apartmentIds, chosen))}
    />
  ) : (
    <Answers
      label="Su respuesta"
      isLabelUnseen
      concept={concept}
      items={answers}
      value={choices.all}
      onChange={(chosen) => onChange(chooseAll(choices, chosen))}
      error={fault}
    />
  );
}

// Loaded on demand: not used with a single unit.
const SplitVote = lazyPart(async () => (await import('./split-vote.tsx')).SplitVote, <Loading />);

/**
 * True if a power of the user may carry voting instructions, so the form must ask the server. False for the usual
 * case of a single own unit. A session by code does not know the owner of its units.
 */
const mayBeByPower = (held: readonly HeldUnit[], whose: (owner: string) => Representation): boolean =>
  held.some(
    ({ owner, isByPower }) =>
      isByPower || whose(owner) === 'represented' || (held.length > 1 && whose(owner) === null),
  );

// Loaded on demand: not used with own units alone.
const PowerInstructions = lazyPart(async () => (await import('./power-instructions.tsx')).PowerInstructions);

// Loaded on demand: an owner without votes sees the form first.
const VotedNotice = lazyPart(async () => (await import('../my-votes/voted-notice.tsx')).VotedNotice);

interface VoteWayProps {
  choices: Choices;
  units: readonly AssemblyApartment[];
  onChange: (choices: Choices) => void;
}

/** Quiet button to switch between a common answer for all units and an answer per unit. Absent with a single unit. */
function VoteWay({ choices, units, onChange }: VoteWayProps) {
  const { isEach } = choices;
  if (units.length < 2) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      onPress={() => onChange(isEach ? toAll(choices, units) : toEach(choices, units))}
    >
      {isEach ? 'La misma respuesta para todos' : 'Responder distinto'}
    </Button>
  );
}

/** Maximum number of units named in the line about the vote. More units are counted. */
const MOST_NAMED = 3;

interface VotingForProps extends Omit<UnitProps, 'unit'> {
  /** Units of the user still able to vote. `held`: all units that the user may vote for. */
  open: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
}

/** Line about the units in the vote with the sum of coefficients; unfolds to a list of all units. */
function VotingFor({ open, held, votes, answers, whose }: VotingForProps) {
  const names =
    open.length <= MOST_NAMED
      ? open.map(({ apartmentId }) => apartmentId).join(', ')
      : countUnits(open.length);
  const words = `Vota por ${names} · coeficiente ${coefficient(totalCoefficient(open))}`;
  return (
    <section aria-label="Inmuebles por los que vota" className={`grow ${styles.for}`}>
      {held.length === 1 ? (
        <p>{words}</p>
      ) : (
        <details>
          <summary className={styles.fold}>{words}</summary>
          <ul className={styles.lines}>
            {held.map((unit) => (
              <li key={unit.apartmentId}>
                <UnitLine unit={unit} votes={votes} answers={answers} whose={whose} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Text beside the button 'Votar' of separate answers: number of units with an answer, and the coefficients. */
function VotingWeight({
  open,
  ballots,
}: {
  open: readonly AssemblyApartment[];
  ballots: readonly UnitVote[];
}) {
  const answered = open.filter((unit) => ballots.some((ballot) => ballot.apartmentId === unit.apartmentId));
  return (
    <p className={styles.sum}>
      {answered.length} de {countUnits(open.length)} · coeficiente {coefficient(totalCoefficient(answered))}
    </p>
  );
}
