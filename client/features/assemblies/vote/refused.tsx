import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import { Notice } from '../../../ui/page.tsx';
import { assemblyTexts } from '../common/texts.ts';
import type { VoteResult, Voting } from './sending.ts';

function byReason(results: readonly VoteResult[]): [reason: string, apartmentIds: string[]][] {
  const reasons = new Map<string, string[]>();
  for (const result of results) {
    if (result.kind === 'voted') continue;
    const reason = result.kind === 'refused' ? refusalReason(result) : assemblyTexts.voteOnce;
    reasons.set(reason, [...(reasons.get(reason) ?? []), result.apartmentId]);
  }
  return [...reasons];
}

/** Text of a refusal. The server's text for a closed question asks to try again: a late vote cannot succeed. */
const refusalReason = ({ code, message }: Extract<VoteResult, { kind: 'refused' }>): string =>
  code === 'voteNotActive' ? assemblyTexts.voteCameLate : message;

/**
 * Notice to a voter about refused votes, by reason, for example a closed question. Renders no element if all votes
 * count.
 * @param results results by unit
 */
export function Refused({ results, title }: { results: readonly VoteResult[]; title?: string }) {
  const reasons = byReason(results);
  if (reasons.length === 0) return null;
  const isAll = results.every((result) => result.kind === 'refused');
  const isTogether = results.some((result) => result.kind === 'refused' && result.isTogether);
  const lost = isTogether ? 'No se contó ningún voto: van juntos.' : 'Su voto no se contó.';
  return (
    <Notice kind={isAll ? 'error' : 'warning'} title={title ?? (isAll ? lost : 'Sin voto nuevo')}>
      {reasons.map(([reason, apartmentIds]) => (
        <p key={reason}>
          {apartmentIds.length === 1 ? 'Inmueble' : 'Inmuebles'} {apartmentIds.join(', ')}: {reason}
        </p>
      ))}
      {isTogether && !title && <p>Sus respuestas siguen aquí. Revíselas y vote de nuevo.</p>}
    </Notice>
  );
}

/**
 * Notice above the voting form of the next question: the vote on the earlier question came too late.
 * @param voting finished attempt to vote on an earlier question
 */
export function Former({ voting }: { voting: Extract<Voting, { phase: 'finished' }> }) {
  const { choice, results } = voting;
  return <Refused results={results} title={`Su voto en la ${conceptName(choice.conceptId)} no se contó.`} />;
}
