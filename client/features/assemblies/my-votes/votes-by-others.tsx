import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { time } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';
import { isOwnVote, votedWords } from './voting-history.ts';

interface Props {
  answers: Parameters<typeof votedWords>[0];
  /** Votes of the person's units on the question. */
  votes: readonly RecordItem[];
}

/**
 * Notices on the owner's device about votes cast by the registration desk or by a proxy: the owner is the first to
 * see a vote by mistake (specification, section 18, rule 11b). Renders no element if the person cast all votes.
 * @param answers answers of the question, for the words
 * @param votes votes of the person's units on the question
 */
export function VotesByOthers({ answers, votes }: Props) {
  const groups = new Map<string, RecordItem[]>();
  for (const vote of votes) {
    if (isOwnVote(vote)) continue;
    const title = titleOf(vote);
    groups.set(title, [...(groups.get(title) ?? []), vote]);
  }
  return [...groups].map(([title, theirs]) => (
    <Notice key={title} kind="warning" title={title}>
      {theirs.map((vote) => (
        <p key={vote.apartmentId} className="anywhere">
          {vote.apartmentId}: <strong>{votedWords(answers, vote) || 'Votado'}</strong>, {time(vote.at)}.
        </p>
      ))}
      <p>
        {theirs.some(({ way }) => way === 'desk') ? '¿No fue usted?' : '¿No le dio usted ese poder?'} Avise a
        la mesa.
      </p>
    </Notice>
  ));
}

const titleOf = ({ way, proxy }: RecordItem): string =>
  way === 'desk'
    ? 'La mesa registró en papel su voto.'
    : `${proxy ?? 'Otra persona'} votó por usted, con su poder.`;
