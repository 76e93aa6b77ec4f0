import { useQueryClient } from '@tanstack/react-query';
import {
  answerIdentity,
  type IdentityAnswer,
  type IdentityQuestion,
  identityWords,
  listIdentities,
} from '../../../../shared/properties/identities.api.ts';
import { call } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { Button, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { assemblyTexts } from '../common/texts.ts';

/** Options for `useQuery`: the questions to the operator if owners with similar names are the same person. */
export const identitiesQuery = (jointId: number) =>
  freshOf(['identities', jointId], listIdentities, { params: { jointId } });

const onePerson: readonly IdentityAnswer[] = ['same', 'different'];
const answersTo: Record<IdentityQuestion['kind'], readonly IdentityAnswer[]> = {
  documents: onePerson,
  names: onePerson,
  cell: ['onePerson', 'several'],
  placeholder: ['noted'],
  nameless: ['unnamed'],
};
/** Maximum number of units named in a question. */
const MOST_NAMES = 8;

/** Text of a question about identical people, with units, names and documents. */
function identityText({ kind, units }: IdentityQuestion): string {
  const [first] = units;
  const owner = `«${first?.owner}»`;
  const listed = (textOf: (unit: IdentityQuestion['units'][number]) => string) =>
    units.slice(0, MOST_NAMES).map(textOf).join('; ') +
    (units.length > MOST_NAMES ? ` y ${count(units.length - MOST_NAMES)} más` : '');
  if (kind === 'documents') {
    const isOneName = units.every((unit) => unit.owner === first?.owner);
    const ways = listed((unit) => {
      const name = isOneName ? '' : `${unit.owner}, `;
      return `${unit.apartmentId}, ${name}${unit.ownerDocument ?? 'sin documento'}`;
    });
    return isOneName
      ? `${owner} no tiene siempre el mismo documento: ${ways}.`
      : `Estos nombres se parecen y el documento no decide: ${ways}.`;
  }
  if (kind === 'names') {
    return `El documento ${first?.ownerDocument} tiene varios nombres: ${listed((unit) => `${unit.apartmentId}, ${unit.owner}`)}.`;
  }
  const ids = listed(({ apartmentId }) => apartmentId);
  if (kind === 'cell') return `${owner} (${ids}): ¿es una persona o son varias?`;
  if (kind === 'nameless') {
    return `${owner} (${ids}) no es un nombre: cada inmueble cuenta como de otro propietario. Corríjalo si lo conoce.`;
  }
  return `«${first?.ownerDocument}» (${ids}) no es un documento: cuenta el nombre.`;
}

/**
 * List on the operator's page of questions about owners with similar names: same person or not? Open questions
 * first, with a button for each answer.
 */
export function Identities({
  jointId,
  questions,
}: {
  jointId: number;
  questions: readonly IdentityQuestion[];
}) {
  const client = useQueryClient();
  const answering = useRequest(
    (body: { question: string; answer: IdentityAnswer }) =>
      call(answerIdentity, { params: { jointId }, body }),
    {
      next: (all) => client.setQueryData(identitiesQuery(jointId).queryKey, all),
      failed: assemblyTexts.noInformation,
    },
  );
  const inOrder = [...questions].sort((a, b) => Number(a.answer !== null) - Number(b.answer !== null));
  return (
    <details>
      <summary>{`Ver ${count(questions.length)}`}</summary>
      <ul className="plain stack-3">
        {inOrder.map((one) => (
          <li key={one.question} className="stack-2">
            <p>{identityText(one)}</p>
            <Stack row>
              {answersTo[one.kind].map((answer) => (
                <Button
                  key={answer}
                  size="small"
                  variant={one.answer === answer ? 'primary' : 'secondary'}
                  aria-pressed={one.answer === answer}
                  isPending={answering.isPending && answering.variables.question === one.question}
                  onPress={() => answering.mutate({ question: one.question, answer })}
                >
                  {identityWords[answer]}
                </Button>
              ))}
            </Stack>
          </li>
        ))}
      </ul>
    </details>
  );
}
