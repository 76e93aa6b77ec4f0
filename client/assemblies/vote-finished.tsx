import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Concept } from '../../shared/assemblies/concepts.api.ts';
import type { LiveEntry } from '../lib/live-store.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import type { VoteResult } from './cast-votes.ts';
import { conceptName } from './concept-words.ts';
import { NextQuestion } from './next-question.tsx';
import { texts } from './texts.ts';
import type { Voting } from './use-vote.ts';
import styles from './vote.module.css';
import { Refused } from './vote-refused.tsx';

/** Long enough to see that it is done and find one's receipt. */
const REDIRECT_MS = 8_000;

interface Props {
  voting: Extract<Voting, { phase: 'finished' }>;
  live: LiveEntry;
  /** The question that opened meanwhile. */
  next: Concept | null;
  onNext: () => void;
}

/** Votes counted: thanks, receipts, and back to the assembly. All voted before: the alert, and back at once. */
export function VoteFinished({ voting, live, next, onNext }: Props) {
  const { choice, results } = voting;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const isTold = useRef(false);
  const voted = results.filter((result) => result.kind === 'voted');
  const hasVoted = voted.length > 0;
  // What was not counted is read in peace.
  const [stays, setStays] = useState(voted.length < results.length);
  const goBack = () => void navigate('/LaunchPage', { replace: true });

  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    if (!hasVoted) {
      toast.error(texts.voteOnce);
      void navigate('/LaunchPage', { replace: true });
      return;
    }
    toast.success(texts.voted);
    // The button that was pressed is gone, and the focus with it.
    heading.current?.focus();
  }, [hasVoted, navigate]);
  useEffect(() => {
    if (!hasVoted || stays || next) return;
    const timer = setTimeout(() => void navigate('/LaunchPage', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [hasVoted, stays, next, navigate]);

  if (!hasVoted) return null;
  const concept = live.joint?.concepts.find((one) => one.conceptId === choice.conceptId);
  const said = (apartmentId: string) => {
    const answerId = choice.ballots.find((ballot) => ballot.apartmentId === apartmentId)?.answerId;
    return concept?.answers.find((answer) => answer.answerId === answerId)?.answerDescription ?? null;
  };
  return (
    <div className={styles.done}>
      <h2 ref={heading} tabIndex={-1} className={styles.thanks}>
        {texts.thanks}
      </h2>
      {voted.length < results.length && (
        <p>
          Se contaron {voted.length} de {results.length} votos de la {conceptName(choice.conceptId)}.
        </p>
      )}
      <Refused results={results} />
      {next && <NextQuestion concept={next} onGo={onNext} />}
      <Receipts voted={voted} said={said} />
      {!stays && !next && <p className={styles.soft}>En unos segundos volverá a la página de la asamblea.</p>}
      <Stack row>
        <Button onPress={goBack} variant={next ? 'secondary' : 'primary'} size="large">
          Volver a la asamblea
        </Button>
        {!stays && !next && (
          <Button variant="secondary" size="large" onPress={() => setStays(true)}>
            Quedarme en esta página
          </Button>
        )}
      </Stack>
    </div>
  );
}

interface ReceiptsProps {
  voted: readonly Extract<VoteResult, { kind: 'voted' }>[];
  said: (apartmentId: string) => string | null;
}

/** Large enough to be read out or copied by hand. */
function Receipts({ voted, said }: ReceiptsProps) {
  return (
    <section aria-label="Comprobantes de voto" className={styles.receipts}>
      <p>{voted.length === 1 ? 'Comprobante de voto:' : 'Comprobantes de voto:'}</p>
      <ul className={styles.slips}>
        {voted.map(({ apartmentId, receipt }) => (
          <li key={apartmentId} className={styles.slip}>
            <span>
              {apartmentId}
              {said(apartmentId) !== null && `: ${said(apartmentId)}`}
            </span>
            <span className={styles.receipt}>{receipt}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
