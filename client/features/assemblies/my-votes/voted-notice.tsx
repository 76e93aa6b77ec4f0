import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { time } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';
import { isFromElsewhere } from './cast-here.ts';
import styles from './my-votes.module.css';
import { VotesByOthers } from './votes-by-others.tsx';
import { isOwnVote, standingOn, votedWords } from './voting-history.ts';

interface Props {
  /** Answers of the question, for the words. Empty while results are hidden. */
  answers: Parameters<typeof standingOn>[0];
  /** Units that the person may vote for. */
  held: Parameters<typeof standingOn>[1];
  /** Votes of the person's units on the question. */
  votes: readonly RecordItem[];
}

/**
 * Notices about the votes of a person's units on an open question, on every page of every kind of phone: votes of the
 * person with the receipts, votes from another phone, votes of the desk and of proxies (specification, section 18, rule
 * 11b). Renders no element without votes.
 * @param answers answers of the question; empty while results are hidden
 * @param held units that the person may vote for
 * @param votes votes of the person's units on the question
 */
export function VotedNotice({ answers, held, votes }: Props) {
  const own = votes.filter(isOwnVote);
  const { voted, outOf, words } = standingOn(answers, held, votes);
  const isWhole = voted >= outOf;
  const elsewhere = own.filter(isFromElsewhere);
  return (
    <>
      <VotesByOthers answers={answers} votes={votes} />
      {own.length > 0 && (
        <Notice
          kind="success"
          title={isWhole ? 'Usted ya votó esta pregunta.' : `Ya votó por ${voted} de ${outOf} inmuebles.`}
        >
          <p>{words}</p>
          {elsewhere.map((vote) => (
            <p key={vote.apartmentId} className="anywhere">
              Usted votó <strong>{votedWords(answers, vote)}</strong> por {vote.apartmentId} desde otro
              teléfono, {time(vote.at)}.
            </p>
          ))}
          {elsewhere.length > 0 && <p>¿No fue usted? Avise a la mesa.</p>}
          {own.length <= MOST_RECEIPTS && (
            <p>
              {own.length === 1 ? 'Comprobante' : 'Comprobantes'}:{' '}
              <span className={styles.receipt}>{own.map(({ receipt }) => receipt ?? '').join(' · ')}</span>
            </p>
          )}
          {isWhole && <p>Espere la siguiente pregunta.</p>}
        </Notice>
      )}
    </>
  );
}

/** Maximum number of receipts in the notice. The page of the assembly lists all receipts. */
const MOST_RECEIPTS = 3;
