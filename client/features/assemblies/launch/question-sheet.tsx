import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { getActiveConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { useCalled } from '../../../lib/use-attention.ts';
import { Button, ButtonLink } from '../../../ui/page.tsx';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { activeQuestion, conceptName, isClosed } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { Countdown } from '../live/countdown.tsx';
import { useFollowedQuestion } from '../live/followed.ts';
import type { QuestionStanding } from '../live/use-standings.ts';
import { VotedNotice } from '../my-votes/voted-notice.tsx';
import { ResultCard } from '../results/card.tsx';
import { LaterMissed } from '../results/later-missed.tsx';
import { Reopenings } from '../results/reopenings.tsx';
import { EACH } from '../vote/choices.ts';
import { isSure } from '../vote/confirm.tsx';
import { useVote } from '../vote/use-vote.ts';
import styles from './question-sheet.module.css';

/**
 * Returns the open question of a joint with the person's part: `isCalling` while units have no vote, `canVote` with a
 * registered unit with a coefficient, and the `hint` else.
 * @param held units of the person
 * @param standings questions of the joint with the votes of the person's units
 */
export function callOf(
  joint: LiveJoint,
  held: readonly AssemblyApartment[],
  standings: readonly QuestionStanding[],
) {
  const open = activeQuestion(joint.concepts);
  const openStanding = standings.find(({ question }) => question.conceptId === open?.conceptId);
  const now = openStanding?.standing;
  const canVote = held.some((unit) => unit.coefficient > 0);
  const isDone = now != null && now.voted > 0 && now.voted >= now.outOf;
  return {
    open,
    openStanding,
    isCalling: open !== null && !isDone,
    canVote,
    /** Reason against voting. Null if the person can vote. */
    hint: canVote
      ? null
      : held.length > 0
        ? 'Sus inmuebles tienen coeficiente 0 y no votan.'
        : 'Para votar, primero registre la asistencia de sus inmuebles.',
  };
}

/** Maximum number of answers shown on the waiting page. Questions with more answers open the voting page. */
const MOST_ANSWERS = 4;

/**
 * True if a question can be answered on the waiting page by a button per answer. Candidate lists, elections by names
 * and long lists of answers need the voting page.
 */
export const hasAnswerButtons = (question: LiveConcept | null): boolean =>
  question !== null && question.seats === undefined && question.answers.length <= MOST_ANSWERS;

interface Props {
  joint: LiveJoint;
  held: readonly AssemblyApartment[];
  /** Own units without a registration. */
  free: readonly AssemblyApartment[];
  standings: readonly QuestionStanding[];
  place: string | null;
}

/**
 * Open question at the bottom of a waiting page, over the page and near the thumb, with the answers or the person's
 * votes; after the closing the result, until read. The text of the question scrolls; the answers stay. Renders no
 * element without an open question, a new result or missed questions. Openings and closings so move no control of the page.
 * @param held units that the person may vote for
 * @param free own units without a registration
 * @param standings questions of the joint with the votes of the person's units
 * @param place name of the joint or sector; null without sectors
 */
export function QuestionSheet({ joint, held, free, standings, place }: Props) {
  const { open, openStanding, isCalling, canVote, hint } = callOf(joint, held, standings);
  const headingId = useId();
  const now = openStanding?.standing;
  useCalled(isCalling && canVote && now != null ? (open?.conceptId ?? null) : null, assemblyTexts.callToVote);
  const { freshId, read } = useFollowedQuestion(joint.jointId, joint.concepts);
  const fresh = standings.find(({ question }) => question.conceptId === freshId && isClosed(question));
  if (fresh) {
    return (
      <div className={styles.sheet}>
        <div className={styles.text}>
          <ResultCard jointId={joint.jointId} of={fresh} place={place} />
        </div>
        <Button variant="secondary" wide onPress={read}>
          Entendido
        </Button>
      </div>
    );
  }
  const votes = openStanding?.votes ?? [];
  const missed = { jointId: joint.jointId, held, standings };
  if (!open) return <LaterMissed {...missed} className={styles.sheet} />;
  if (held.length + free.length + votes.length === 0) return null;
  const voted = <VotedNotice answers={open.answers} held={held} votes={votes} />;
  return (
    <section aria-labelledby={headingId} className={styles.sheet}>
      <div className={`stack-2 ${styles.text}`}>
        <h3 id={headingId} className={styles.name}>
          {conceptName(open.conceptId)}
          {place && ` · ${place}`}
        </h3>
        <p className={styles.question}>{open.conceptDescription}</p>
        <Reopenings concept={open} />
        <Countdown concept={open} />
        {hint && isCalling && <p>{hint}</p>}
        {isCalling && voted}
        {isCalling && canVote && <LaterMissed {...missed} isBesideQuestion />}
      </div>
      {!isCalling && voted}
      {canVote && openStanding && isCalling && (
        <LaunchAnswers jointId={joint.jointId} held={held} standing={openStanding} />
      )}
    </section>
  );
}

interface AnswersProps {
  jointId: number;
  held: readonly AssemblyApartment[];
  /** Open question and the votes of the person's units, null until loaded. */
  standing: QuestionStanding;
}

/**
 * Buttons to answer the open question directly on the waiting page. A press asks for confirmation and sends the vote.
 * A question with many answers has the link to the voting page instead.
 */
function LaunchAnswers({ jointId, held, standing: { question, votes } }: AnswersProps) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const { voting, vote } = useVote(jointId, live);
  const navigate = useNavigate();
  // The live state has no answer texts while results are hidden.
  const concept = useQuery({
    queryKey: ['active-concept', jointId, question.conceptId],
    queryFn: ({ signal }) => call(getActiveConcept, { params: { jointId }, signal }),
    staleTime: LAUNCH_POLL_MS,
    enabled: question.hidden === true,
  });
  const { conceptId } = question;
  const hiddenAnswers = concept.data?.conceptId === conceptId ? concept.data.answers : [];
  const answers = (question.hidden ? hiddenAnswers : question.answers).map((one) => ({
    id: one.answerId,
    label: one.answerDescription,
  }));
  const open = held.filter(
    (unit) => unit.coefficient > 0 && !votes?.some(({ apartmentId }) => apartmentId === unit.apartmentId),
  );
  const to = `/Vote/${jointId}`;
  if (!hasAnswerButtons(question) || answers.length > MOST_ANSWERS) {
    return (
      <ButtonLink to={to} size="large" wide>
        Votar
      </ButtonLink>
    );
  }
  const choose = async (answerId: number) => {
    const ballots = open.map(({ apartmentId }) => ({ apartmentId, answerId }));
    if (!(await isSure({ jointId, conceptId, ballots, open, answers }))) return;
    const assembly = { id: live.joint?.assembly?.assemblyId ?? null, isSure: live.status === 'live' };
    vote({ jointId, assembly, conceptId, ballots });
    void navigate(to);
  };
  return (
    <div className={styles.act}>
      <ul className={`plain ${styles.answers}`} aria-label="Respuestas">
        {answers.map(({ id, label }) => (
          <li key={id}>
            <Button
              size="large"
              variant="secondary"
              wide
              // Disabled, but with the space reserved, until the votes are loaded: the sheet must not jump.
              isDisabled={votes === null || voting.phase === 'sending'}
              onPress={() => void choose(id)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <ButtonLink to={to + EACH} variant="quiet" size="small">
          Responder distinto
        </ButtonLink>
      )}
    </div>
  );
}
