import { type ReactNode, useEffect, useRef, useState } from 'react';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { later } from '../../../lib/time/later.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { pointWords } from '../agenda/point-words.ts';
import { assemblyTexts } from '../common/texts.ts';
import { Countdown } from '../live/countdown.tsx';
import { useFollowedQuestion } from '../live/followed.ts';
import { PresenceCard } from '../live/presence-card.tsx';
import { useQuestion } from '../live/use-question.ts';
import { votedWords } from '../my-votes/voting-history.ts';
import { LaterResults } from '../results/later-results.tsx';
import { answersOfVote } from './choices.ts';
import { VoteForm } from './form.tsx';
import { Thanks } from './parts.tsx';
import { Refused } from './refused.tsx';
import type { VoteResult, Voting } from './sending.ts';
import { isRefused, useForgetRead, useVote } from './use-vote.ts';
import styles from './vote.module.css';

type Finished = Extract<Voting, { phase: 'finished' }>;

interface Props {
  jointId: number;
  live: LiveEntry;
  back: WayBack;
  /** Open question in another joint or sector, not answered yet, with the name of the joint or sector. */
  elsewhere?: { concept: Concept; place: string } | null;
  /**
   * Renders the content while no question is open. Receives the refused vote, if a vote came too late. Null if the
   * page shows other content then and tells about the vote itself.
   */
  closed: ((refused: Finished | null) => ReactNode) | null;
}

/**
 * Voting form for a joint's open question and the user's units; after sending, the results. The page must also call
 * `useVotingPlace`.
 * @param back page to wait on for the next question
 * @param elsewhere open question in another joint or sector, not answered yet; null without any
 * @param closed renders the content while no question is open; null if the page shows other content
 */
export function VoteSection({ jointId, live, back, elsewhere = null, closed }: Props) {
  const { voting, vote, retry, reset } = useVote(jointId, live);
  useForgetRead(jointId, closed !== null);
  const current = useQuestion(jointId, live);
  useFollowedQuestion(jointId, live.joint?.concepts ?? []);

  // A confirmed vote is followed to its end, even if the question closes meanwhile.
  if (voting.phase === 'sending') return <VoteSending voting={voting} />;
  if (voting.phase === 'stuck') return <VoteStuck voting={voting} onRetry={retry} />;
  if (voting.phase === 'finished' && !isRefused(voting)) {
    const { question } = current;
    const isNext = question !== null && question.conceptId !== voting.choice.conceptId;
    return (
      <VoteFinished
        voting={voting}
        live={live}
        next={isNext ? { concept: question, place: null } : elsewhere}
        onNext={reset}
        back={back}
      />
    );
  }
  const refused = voting.phase === 'finished' ? voting : null;
  return (
    <>
      <p role="status" className="unseen">
        {current.question && `Votación activa: ${current.question.conceptDescription}`}
      </p>
      <Asking
        jointId={jointId}
        live={live}
        current={current}
        refused={refused}
        closed={closed}
        onVote={vote}
        onChange={reset}
      />
    </>
  );
}

interface AskingProps extends Pick<Props, 'jointId' | 'live' | 'closed'> {
  current: ReturnType<typeof useQuestion>;
  refused: Finished | null;
  onVote: ReturnType<typeof useVote>['vote'];
  onChange: () => void;
}

/** Shows the voting form, or the result of `closed` if no question is open. */
function Asking({ jointId, live, current, refused, closed, onVote, onChange }: AskingProps) {
  const { question, units, held, votes } = current;
  if (current.isOnItsWay) return <Loading page />;
  const point = pointWords(live.joint?.assembly);
  if (current.isClosed) {
    return (
      <>
        {point && <p className="soft anywhere">{point}</p>}
        {closed?.(refused)}
        <PresenceCard jointId={jointId} live={live} isBanner />
      </>
    );
  }
  if (!question) return <ErrorState message={assemblyTexts.voteFailed} onRetry={current.again} />;
  const shown = live.joint?.concepts.find(({ conceptId }) => conceptId === question.conceptId);
  return (
    <>
      {point && <p className="soft anywhere">{point}</p>}
      <PresenceCard jointId={jointId} live={live} isBanner />
      {shown && <Countdown concept={shown} />}
      <VoteForm
        key={question.conceptId}
        concept={question}
        units={units}
        held={held}
        votes={votes}
        jointId={jointId}
        refused={refused?.choice.conceptId === question.conceptId ? refused : null}
        former={refused && refused.choice.conceptId !== question.conceptId ? refused : null}
        onVote={(ballots, isTogether) =>
          onVote({
            jointId,
            assembly: { id: live.joint?.assembly?.assemblyId ?? null, isSure: live.status === 'live' },
            conceptId: question.conceptId,
            ballots,
            isTogether,
          })
        }
        onChange={onChange}
      />
    </>
  );
}

type Phase<P> = Extract<Voting, { phase: P }>;

/**
 * Milliseconds without an answer for a further vote before a notice appears. A request on a dead network reports an
 * error only after 30 s.
 */
const LATE_MS = 5_000;

/** Progress bar while votes are sent. On a slow network also a calm notice. */
function VoteSending({ voting: { choice, results, isRetrying } }: { voting: Phase<'sending'> }) {
  const total = choice.ballots.length;
  const done = results.length;
  const isLate = useLate(done);
  return (
    <Stack>
      <Progress
        label={total > 1 ? 'Enviando sus votos' : 'Enviando su voto'}
        share={total > 1 ? done / total : undefined}
        valueLabel={total > 1 ? `${done} de ${total} confirmados` : ''}
      />
      {(isRetrying || isLate) && (
        <Notice title="La conexión está lenta.">
          <p>
            Seguimos enviando su voto; no necesita hacer nada. Cada voto se cuenta una sola vez, y lo que ya
            se confirmó no se pierde.
          </p>
          <p>Si esta página se recarga, continúa sola.</p>
        </Notice>
      )}
    </Stack>
  );
}

/** True if the number of answered votes has not changed for LATE_MS. */
function useLate(done: number): boolean {
  const [lateAt, setLateAt] = useState<number | null>(null);
  useEffect(() => later(() => setLateAt(done), LATE_MS), [done]);
  return lateAt === done;
}

/** Error after GIVE_UP_MS without an answer to the vote, with a button to retry. */
function VoteStuck({ voting, onRetry }: { voting: Phase<'stuck'>; onRetry: () => void }) {
  const answered = new Set(voting.results.map(({ apartmentId }) => apartmentId));
  const all = voting.choice.ballots.map(({ apartmentId }) => apartmentId);
  const lost = all.filter((id) => !answered.has(id));
  return (
    <Stack>
      <Notice kind="error" title={assemblyTexts.voteFailed}>
        <p>
          {answered.size > 0
            ? `Se confirmaron ${answered.size} de ${all.length} votos. Sin respuesta todavía: ${lost.join(', ')}.`
            : 'El servidor todavía no ha confirmado su voto.'}
        </p>
        <p>
          Revise que su teléfono esté conectado a la red. Al reintentar, un voto que ya hubiera llegado no se
          cuenta dos veces.
        </p>
      </Notice>
      <Button onPress={onRetry} size="large" wide autoFocus>
        Reintentar
      </Button>
    </Stack>
  );
}

/** Milliseconds until the page goes back after a vote: time to see the thanks and the receipt. */
const REDIRECT_MS = 8_000;

/** Page to open after a vote, with its texts and function. */
interface WayBack {
  label: string;
  /** Text about the automatic return to the page. */
  soon: string;
  go: () => void;
}

interface VoteFinishedProps {
  voting: Extract<Voting, { phase: 'finished' }>;
  live: LiveEntry;
  /**
   * Question opened meanwhile, or not answered in another joint or sector. `place`: name of the joint or sector.
   * Null without any.
   */
  next: { concept: Concept; place: string | null } | null;
  onNext: () => void;
  /** Page to wait on for the next question. */
  back: WayBack;
}

/**
 * Shown after sending. If votes count: thanks, receipts, then back to the waiting page. If all units had voted
 * before: an alert, and back at once.
 */
function VoteFinished({ voting, live, next, onNext, back }: VoteFinishedProps) {
  const { choice, results } = voting;
  const { go } = back;
  const isTold = useRef(false);
  const voted = results.filter((result) => result.kind === 'voted');
  const hasVoted = voted.length > 0;
  // With refused votes the page stays: no automatic return.
  const [stays, setStays] = useState(voted.length < results.length);

  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    if (!hasVoted) {
      toast.error(assemblyTexts.voteOnce);
      go();
      return;
    }
    toast.success(assemblyTexts.voted);
  }, [hasVoted, go]);
  useEffect(() => {
    if (!hasVoted || stays || next) return;
    return later(go, REDIRECT_MS);
  }, [hasVoted, stays, next, go]);

  if (!hasVoted) return null;
  const isLong = voted.length > FEW_RECEIPTS;
  const concept = live.joint?.concepts.find((one) => one.conceptId === choice.conceptId);
  const answerOf = (apartmentId: string) => {
    const ballot = choice.ballots.find((one) => one.apartmentId === apartmentId);
    if (!ballot || !concept) return null;
    return votedWords(concept.answers, { voteId: ballot.answerId, voteIds: answersOfVote(ballot) }) || null;
  };
  return (
    <div className="stack-5">
      <Thanks />
      {voted.length < results.length && (
        <p>
          Se contaron {voted.length} de {results.length} votos de la {conceptName(choice.conceptId)}.
        </p>
      )}
      <Refused results={results} />
      {next && <NextQuestion {...next} onGo={onNext} />}
      {!isLong && <Receipts voted={voted} answerOf={answerOf} />}
      {!stays && !next && <p className="soft">{back.soon}</p>}
      <Stack row>
        <Button onPress={go} variant={next ? 'secondary' : 'primary'} size="large">
          {back.label}
        </Button>
        {!stays && !next && (
          <Button variant="secondary" size="large" onPress={() => setStays(true)}>
            Quedarme en esta página
          </Button>
        )}
      </Stack>
      {isLong && <Receipts voted={voted} answerOf={answerOf} />}
      {concept?.active === 0 && <LaterResults jointId={choice.jointId} />}
    </div>
  );
}

/** Maximum number of receipts above the buttons. More receipts go below, so the automatic return stays in view. */
const FEW_RECEIPTS = 3;

interface ReceiptsProps {
  voted: readonly Extract<VoteResult, { kind: 'voted' }>[];
  answerOf: (apartmentId: string) => string | null;
}

/** Receipts of the votes, large enough to read aloud or copy by hand. */
function Receipts({ voted, answerOf }: ReceiptsProps) {
  return (
    <section aria-label="Comprobantes de voto" className="stack-3">
      <p>{voted.length === 1 ? 'Comprobante de voto:' : 'Comprobantes de voto:'}</p>
      <ul className="stack-3 plain">
        {voted.map(({ apartmentId, receipt }) => (
          <li key={apartmentId} className={`between ${styles.slip}`}>
            <span>
              {apartmentId}
              {answerOf(apartmentId) !== null && `: ${answerOf(apartmentId)}`}
            </span>
            <span className={styles.receipt}>{receipt}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NextQuestionProps {
  concept: Concept;
  /** Name of the joint or sector with the next question. Null if equal to the present. */
  place: string | null;
  onGo: () => void;
}

/** Notice beside the thanks about another open question. */
function NextQuestion({ concept, place, onGo }: NextQuestionProps) {
  const name = conceptName(concept.conceptId);
  return (
    <Notice title={place === null ? `Se abrió la ${name}.` : `Falta otra pregunta: ${name} de ${place}.`}>
      <p>{concept.conceptDescription}</p>
      <Button onPress={onGo} size="large" wide>
        Responder
      </Button>
    </Notice>
  );
}
