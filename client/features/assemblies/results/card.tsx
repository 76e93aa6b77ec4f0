import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { wayWords } from '../../../../shared/assemblies/words.ts';
import { time } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { belowVerdict, conceptName, outcomeWords, verdictWords } from '../common/question-messages.ts';
import { LaterOwnSeat } from '../election/later-own-seat.tsx';
import { ElectionSeats } from '../election/seats.tsx';
import type { QuestionStanding } from '../live/use-standings.ts';
import { isFromElsewhere } from '../my-votes/cast-here.ts';
import { VotesByOthers } from '../my-votes/votes-by-others.tsx';
import { isOwnVote, votedWords } from '../my-votes/voting-history.ts';
import { CheckVoteLink } from './check-vote-link.tsx';
import { Reopenings } from './reopenings.tsx';
import styles from './results.module.css';

interface Props {
  jointId: number;
  of: QuestionStanding;
  /** Name of the joint or sector with the question. Null if the joint has no sectors. */
  place?: string | null;
}

/**
 * Card on an owner's page with the result of a closed question, the votes of the owner's units and the receipts.
 * Announced to screen readers.
 * @param of question with the votes of the person's units
 * @param place name of the joint or sector; null without sectors
 */
export function ResultCard({ jointId, of: { question, standing, votes }, place = null }: Props) {
  const words = outcomeWords(question);
  const verdict = verdictWords(question);
  if (!words || !verdict) return null;
  const name = conceptName(question.conceptId);
  const below = belowVerdict(words);
  return (
    <section
      aria-label={`Resultado de la ${name}${place ? ` de ${place}` : ''}`}
      className={cx('stack-3', styles.card, words.isGood ? styles.good : styles.bad)}
    >
      <p className={`soft strong ${styles.name}`}>
        Resultado de la {name}
        {place && ` · ${place}`}
      </p>
      <div role="status" className="stack-2">
        <p className={styles.verdict}>
          <strong>{verdict.sentence}</strong>
        </p>
        {verdict.sentence !== words.title && <p className="bold">{words.title}</p>}
        {verdict.beside && <p className="tabular">{verdict.beside}</p>}
        {words.half && <p className="bold">{words.half} de lo representado.</p>}
      </div>
      {below && <p className="soft tabular">{below}</p>}
      <p className="anywhere">{question.conceptDescription}</p>
      <ElectionSeats concept={question} />
      <LaterOwnSeat jointId={jointId} question={question} />
      <Reopenings concept={question} />
      <OwnVotes question={question} votes={votes} outOf={standing?.outOf ?? 0} />
    </section>
  );
}

/** Maximum number of receipts shown at once; more receipts are folded. */
const RECEIPTS = 2;

interface OwnVotesProps {
  question: LiveConcept;
  /** Votes of the person's units on the question. Null until loaded. */
  votes: readonly RecordItem[] | null;
  outOf: number;
}

const isSameLine = (one: { words: string; end: string }, other: { words: string; end: string }): boolean =>
  one.words === other.words && one.end === other.end;

/** Votes of the person's units on a question, grouped by answer and device. Votes of others stand in a notice. */
function OwnVotes({ question, votes, outOf }: OwnVotesProps) {
  if (votes === null || outOf === 0) return null;
  if (votes.length === 0) return <p className={styles.own}>Usted no votó esta pregunta.</p>;
  const own = votes.filter(isOwnVote).map((vote) => ({
    apartmentId: vote.apartmentId,
    words: votedWords(question.answers, vote),
    end: isFromElsewhere(vote)
      ? ` desde otro teléfono, ${time(vote.at)}. ¿No fue usted? Avise a la mesa.`
      : vote.way === 'card'
        ? `, ${wayWords.card}.`
        : '.',
  }));
  const lines = own.filter((one, at) => own.findIndex((other) => isSameLine(other, one)) === at);
  const receipts = votes.flatMap(({ jointId, apartmentId, receipt }) =>
    receipt === null ? [] : [{ jointId, apartmentId, receipt }],
  );
  const list = (
    <ul className="stack-1 plain" aria-label="Comprobantes de voto">
      {receipts.map(({ jointId, apartmentId, receipt }) => (
        <li key={apartmentId} className={`between ${styles.slip}`}>
          <span>{apartmentId}</span>
          <span className={styles.receipt}>{receipt}</span>
          {question.seal && <CheckVoteLink jointId={jointId} receipt={receipt} of={apartmentId} />}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={cx('stack-2', styles.own)}>
      <VotesByOthers answers={question.answers} votes={votes} />
      {lines.map((line) => (
        <p key={line.words + line.end} className="anywhere">
          Usted votó <strong>{line.words}</strong> por{' '}
          {own
            .filter((one) => isSameLine(one, line))
            .map(({ apartmentId }) => apartmentId)
            .join(', ')}
          {line.end}
        </p>
      ))}
      {votes.length < outOf && (
        <p>
          Votó por {votes.length} de {outOf} inmuebles.
        </p>
      )}
      {receipts.length > RECEIPTS ? (
        <details>
          <summary className={styles.fold}>Ver comprobantes ({receipts.length})</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </div>
  );
}
