import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { getActiveConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { call } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/page.tsx';
import { LAUNCH_POLL_MS } from '../poll-times.ts';
import type { QuestionStanding } from '../use-standings.ts';
import { useVote } from '../vote/use-vote.ts';
import { isSure } from '../vote/vote-confirm.tsx';
import styles from './launch.module.css';

interface Props {
  jointId: number;
  held: readonly AssemblyApartment[];
  /** The open question, as far as it is known what one's units have voted. */
  asked: QuestionStanding;
}

/** More answers than this are read on the ballot. */
const FEW = 4;

/** The answers where one waits for the question: a press asks whether one is sure, and the vote goes out. */
export function LaunchAnswers({ jointId, held, asked: { question, votes } }: Props) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const { voting, vote } = useVote(jointId, live);
  const navigate = useNavigate();
  // The feed has no texts of answers whose count is hidden.
  const concept = useQuery({
    queryKey: ['active-concept', jointId, question.conceptId],
    queryFn: ({ signal }) => call(getActiveConcept, { params: { jointId }, signal }),
    staleTime: LAUNCH_POLL_MS,
    enabled: question.hidden === true,
  });
  const { conceptId } = question;
  const given = question.hidden
    ? concept.data?.conceptId === conceptId
      ? concept.data.answers
      : []
    : question.answers;
  const open = held.filter(
    (unit) => unit.coefficient > 0 && !votes?.some(({ apartmentId }) => apartmentId === unit.apartmentId),
  );
  // Lists and several names are read, and chosen, on the ballot.
  const isShort = given.length > 0 && given.length <= FEW && question.seats === undefined;
  if (open.length === 0 || !isShort) return null;
  const answers = given.map((one) => ({ id: one.answerId, label: one.answerDescription }));
  const choose = async (answerId: number) => {
    const ballots = open.map(({ apartmentId }) => ({ apartmentId, answerId }));
    if (!(await isSure({ ballots, open, answers }))) return;
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
            // Until it is known what has voted they have their place: 'Votar' below does not jump.
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
