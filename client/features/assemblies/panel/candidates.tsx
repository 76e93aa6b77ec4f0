import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Concept,
  getConcept,
  type SeenCandidates,
  setCandidates,
} from '../../../../shared/assemblies/concepts.api.ts';
import { MOST_SEATS } from '../../../../shared/assemblies/elections/election.ts';
import { listCandidates } from '../../../../shared/assemblies/elections/elections.api.ts';
import { evenSeatsWords, hasEvenSeats } from '../../../../shared/assemblies/law/warnings.ts';
import { defined } from '../../../../shared/defined.ts';
import { call, failureText } from '../../../lib/api.ts';
import { freshOf, queryOf } from '../../../lib/query.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { draftOfElection, faultOf, optionsOfDraft } from '../election/draft.ts';
import { ElectionFields } from '../election/fields.tsx';

interface Props {
  jointId: number;
  conceptId: number;
}

const candidatesKey = ({ jointId, conceptId }: Props) => ['candidates', jointId, conceptId];

/** Card to edit the candidates or lists of an election of several seats, until the question opens. */
export function PanelCandidates(props: Props) {
  const { jointId, conceptId } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <QueryView query={queryOf(candidatesKey(props), getConcept, { params: { jointId, conceptId } })}>
      {(concept) =>
        isEditing ? (
          <CandidatesForm concept={concept} onDone={() => setEditing(false)} />
        ) : (
          <Stack>
            <StoredCandidates concept={concept} />
            <div>
              <Button variant="secondary" size="small" onPress={() => setEditing(true)}>
                Cambiar candidatos y puestos
              </Button>
            </div>
          </Stack>
        )
      }
    </QueryView>
  );
}

/** Candidates as stored; for the council with the names of neither owners nor delegates. */
function StoredCandidates({ concept }: { concept: Concept }) {
  const { jointId, conceptId, answers } = concept;
  const params = { jointId, conceptId };
  const ballot = answers.map(({ answerDescription, names }) => names ?? answerDescription);
  const compared = useQuery(
    queryOf(['candidate-standings', jointId, conceptId, ballot], listCandidates, { params }),
  );
  const strangers = (compared.data ?? []).filter(({ standing }) => standing === 'unknown');
  return (
    <>
      <CandidateNames concept={concept} />
      {strangers.length > 0 && (
        <Notice
          kind="warning"
          title={`No figuran como propietarios ni delegados: ${strangers.map(({ name }) => name).join(', ')}.`}
        >
          <p>
            El consejo se integra por propietarios o sus delegados (Ley 675 de 2001, art. 53). Compruebe cada
            nombre y anexe la delegación.
          </p>
        </Notice>
      )}
    </>
  );
}

const CandidateNames = ({ concept }: { concept: Concept }) => (
  <ol className="stack-2">
    {concept.answers.map(({ answerId, answerDescription, names }) => (
      <li key={answerId} className="anywhere">
        <strong>{answerDescription}</strong>
        {names && `: ${names.join(', ')}`}
      </li>
    ))}
  </ol>
);

const seenOf = ({ answers, seats }: Concept): SeenCandidates => ({
  answers: answers.map(({ answerDescription, names }) => ({ answerDescription, ...defined({ names }) })),
  seats: seats ?? 1,
});

function CandidatesForm({ concept, onDone }: { concept: Concept; onDone: () => void }) {
  const { jointId, conceptId } = concept;
  const [draft, setDraft] = useState(() => draftOfElection(concept));
  const [seats, setSeats] = useState(concept.seats ?? 2);
  const [isChecked, setChecked] = useState(false);
  // A refetch in the background must not count as seen.
  const [shown, setShown] = useState(concept);
  const client = useQueryClient();
  const fault = faultOf(draft);
  const saving = useMutation({
    mutationFn: () =>
      call(setCandidates, {
        params: { jointId, conceptId },
        body: { seats, ...optionsOfDraft(draft), seen: seenOf(shown) },
      }),
    onSuccess: (changed) => {
      client.setQueryData(candidatesKey({ jointId, conceptId }), changed);
      toast.success('Los candidatos quedaron guardados.');
      onDone();
    },
    onError: (error) => {
      toast.error(failureText(error, 'No se pudieron guardar los candidatos. Intente nuevamente.'));
      // The stored candidates appear below the form, and the next save replaces these.
      const stored = freshOf(candidatesKey(concept), getConcept, { params: { jointId, conceptId } });
      void client.fetchQuery(stored).then(setShown, () => undefined);
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (fault === null && !saving.isPending) saving.mutate();
      }}
    >
      <Stack>
        <NumberField
          label="Puestos por elegir"
          value={seats}
          onChange={setSeats}
          minValue={2}
          maxValue={MOST_SEATS}
        />
        {hasEvenSeats({ question: concept.conceptDescription, seats }) && (
          <Notice kind="warning" title={evenSeatsWords.question}>
            <p>{evenSeatsWords.law}</p>
          </Notice>
        )}
        <ElectionFields draft={draft} onChange={setDraft} seats={seats} fault={isChecked ? fault : null} />
        {saving.isError && (
          <div className="stack-2">
            <p className="bold">Candidatos guardados ahora</p>
            <StoredCandidates concept={shown} />
          </div>
        )}
        <div className="wrap-3">
          <Button type="submit" variant="secondary" isPending={saving.isPending}>
            Guardar los candidatos
          </Button>
          <Button variant="quiet" onPress={onDone}>
            Cancelar
          </Button>
        </div>
      </Stack>
    </form>
  );
}
