import { useEffect, useRef, useState } from 'react';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { conceptName } from '../concept-words.ts';
import { assemblyTexts } from '../texts.ts';
import styles from '../vote.module.css';
import type { VoteResult } from './cast-votes.ts';
import type { Voting } from './use-vote.ts';
import { Thanks } from './vote-parts.tsx';
import { Refused } from './vote-refused.tsx';

/** Long enough to see that it is done and find one's receipt. */
const REDIRECT_MS = 8_000;

/** The place to go back to after a vote, and what it is called. */
export interface WayBack {
  label: string;
  /** That it happens by itself. */
  soon: string;
  go: () => void;
}

interface Props {
  voting: Extract<Voting, { phase: 'finished' }>;
  live: LiveEntry;
  /** The question that opened meanwhile, or waits in another place, which is then named. */
  next: { concept: Concept; place: string | null } | null;
  onNext: () => void;
  /** Where the person waits for the next question. */
  back: WayBack;
}

/** Votes counted: thanks, receipts, and back to where one waits. All voted before: the alert, and back at once. */
export function VoteFinished({ voting, live, next, onNext, back }: Props) {
  const { choice, results } = voting;
  const { go } = back;
  const isTold = useRef(false);
  const voted = results.filter((result) => result.kind === 'voted');
  const hasVoted = voted.length > 0;
  // What was not counted is read in peace.
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
    const timer = setTimeout(go, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [hasVoted, stays, next, go]);

  if (!hasVoted) return null;
  const concept = live.joint?.concepts.find((one) => one.conceptId === choice.conceptId);
  const said = (apartmentId: string) => {
    const answerId = choice.ballots.find((ballot) => ballot.apartmentId === apartmentId)?.answerId;
    return concept?.answers.find((answer) => answer.answerId === answerId)?.answerDescription ?? null;
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
      <Receipts voted={voted} said={said} />
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
    <section aria-label="Comprobantes de voto" className="stack-3">
      <p>{voted.length === 1 ? 'Comprobante de voto:' : 'Comprobantes de voto:'}</p>
      <ul className="stack-3 plain">
        {voted.map(({ apartmentId, receipt }) => (
          <li key={apartmentId} className={`between ${styles.slip}`}>
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

interface NextQuestionProps {
  concept: Concept;
  /** The joint or sector, where it is another one than was voted in. */
  place: string | null;
  onGo: () => void;
}

/** Another question opened, or waits elsewhere, while the thanks for the last one are read. */
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
