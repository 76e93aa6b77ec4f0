import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { time } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';
import { votedWords } from './voting-history.ts';

interface Props {
  answers: Parameters<typeof votedWords>[0];
  /** Votes of the person's units on the question. */
  votes: readonly RecordItem[];
}

/**
 * Notice on an owner's page about votes cast by the desk for the owner's units, so the owner notices a vote by
 * mistake (specification, section 18, rule 11b). Renders no element without a vote of the desk.
 * @param answers answers of the question, for the words
 * @param votes votes of the person's units on the question
 */
export function DeskVotes({ answers, votes }: Props) {
  const byDesk = votes.filter(({ way }) => way === 'desk');
  if (byDesk.length === 0) return null;
  return (
    <Notice kind="warning" title="La mesa registró en papel su voto.">
      {byDesk.map((vote) => (
        <p key={vote.apartmentId} className="anywhere">
          {vote.apartmentId}: <strong>{votedWords(answers, vote) || 'Votado'}</strong>, {time(vote.at)}.
        </p>
      ))}
      <p>¿No fue usted? Avise a la mesa.</p>
    </Notice>
  );
}
