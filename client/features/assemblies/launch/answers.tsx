import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { getActiveConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { call } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/page.tsx';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import type { QuestionStanding } from '../live/use-standings.ts';
import { isSure } from '../vote/confirm.tsx';
import { useVote } from '../vote/use-vote.ts';
import styles from './launch.module.css';

interface Props {
  jointId: number;
  held: readonly AssemblyApartment[];
  /** Open question and the votes of the person's units, null until loaded. */
  standing: QuestionStanding;
}

/** Maximum number of answers shown on the waiting page. Questions with more answers open the voting page. */
const MOST_ANSWERS = 4;

/**
 * Buttons to answer the open question directly on an owner's waiting page. A press asks for confirmation and sends
 * the vote.
 * @param held units of the person
 * @param standing open question, and the votes of the units; votes are null until loaded
 */
export function LaunchAnswers({ jointId, held, standing: { question, votes } }: Props) {
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
  const answerCounts = question.hidden
    ? concept.data?.conceptId === conceptId
      ? concept.data.answers
      : []
    : question.answers;
  const open = held.filter(
    (unit) => unit.coefficient > 0 && !votes?.some(({ apartmentId }) => apartmentId === unit.apartmentId),
  );
  // Candidate lists and elections by names need the voting page.
  const isShort =
    answerCounts.length > 0 && answerCounts.length <= MOST_ANSWERS && question.seats === undefined;
  if (open.length === 0 || !isShort) return null;
  const answers = answerCounts.map((one) => ({ id: one.answerId, label: one.answerDescription }));
  const choose = async (answerId: number) => {
    const ballots = open.map(({ apartmentId }) => ({ apartmentId, answerId }));
    if (!(await isSure({ jointId, conceptId, ballots, open, answers }))) return;
    const assembly = { id: live.joint?.assembly?.assemblyId ?? null, isSure: live.status === 'live' };
    vote({ jointId, assembly, conceptId, ballots });
    void navigate(`/Vote/${jointId}`);
  };
  return (
    <ul className={`stack-2 plain ${styles.answers}`} aria-label="Respuestas">
      {answers.map(({ id, label }) => (
        <li key={id}>
          <Button
            size="large"
            variant="secondary"
            wide
            // Disabled, but with the space reserved, until the votes are loaded: 'Votar' below must not jump.
            isDisabled={votes === null || voting.phase === 'sending'}
            onPress={() => void choose(id)}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
