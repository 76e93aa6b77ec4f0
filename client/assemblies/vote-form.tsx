import { type FormEvent, useState } from 'react';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import type { Concept } from '../../shared/assemblies/concepts.api.ts';
import { coefficient, units as countUnits } from '../lib/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import styles from './assemblies.module.css';
import type { VoteResult } from './cast-votes.ts';
import { conceptName } from './concept-words.ts';
import { totalCoefficient } from './own-units.ts';
import { texts } from './texts.ts';
import { VotedNotice } from './voted-notice.tsx';

interface Props {
  concept: Concept;
  /** The person's units in this joint, and those of them that they answer for. */
  units: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
  /** What the server refused of the last try. */
  refused: readonly VoteResult[];
  onVote: (answerId: number, apartmentIds: string[]) => void;
  onChange: () => void;
}

/** The question in full, its answers, for whom one votes, and 'Votar'. */
export function VoteForm({ concept, units, held, refused, onVote, onChange }: Props) {
  const [answerId, setAnswerId] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const voting = held.filter((unit) => unit.coefficient > 0);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = concept.answers.find((one) => one.answerId === answerId);
    if (!answer) {
      setFault('Seleccione una respuesta');
      return;
    }
    const isSure = await confirm({
      title: `Seleccionó la opción ${answer.answerDescription}. ¿Está seguro de su respuesta?`,
      body: (
        <p>
          Vota por {countUnits(voting.length)}, con un coeficiente de {coefficient(totalCoefficient(voting))}.
        </p>
      ),
      yes: 'Sí',
    });
    if (isSure) {
      onVote(
        answer.answerId,
        voting.map((unit) => unit.apartmentId),
      );
    }
  };

  const messages = [...new Set(refused.flatMap((one) => (one.kind === 'refused' ? [one.message] : [])))];
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div>
          <h2 className={styles.conceptTitle}>{conceptName(concept.conceptId)}</h2>
          <p className={styles.question} id="pregunta">
            {concept.conceptDescription}
          </p>
        </div>
        <VotedNotice concept={concept} held={held} />
        {messages.map((message) => (
          <Notice key={message} kind="error">
            <p>{message}</p>
          </Notice>
        ))}
        {voting.length === 0 ? (
          <CannotVote units={units} held={held} />
        ) : (
          <>
            <RadioGroup
              label="Su respuesta"
              items={concept.answers.map((one) => ({ id: one.answerId, label: one.answerDescription }))}
              value={answerId}
              onChange={(id) => {
                setAnswerId(id);
                setFault(null);
                if (refused.length > 0) onChange();
              }}
              error={fault}
            />
            <Button type="submit" size="large" wide>
              Votar
            </Button>
            <VotingFor voting={voting} silent={held.filter((unit) => unit.coefficient <= 0)} />
          </>
        )}
      </Stack>
    </form>
  );
}

/** For which units, and with how much, one is about to vote. */
function VotingFor({
  voting,
  silent,
}: {
  voting: readonly AssemblyApartment[];
  silent: readonly AssemblyApartment[];
}) {
  return (
    <section aria-label="Inmuebles por los que vota">
      <p>
        Vota por {countUnits(voting.length)}, con un coeficiente de{' '}
        <strong>{coefficient(totalCoefficient(voting))}</strong>:
      </p>
      <ul className={styles.list}>
        {voting.map((unit) => (
          <li key={unit.apartmentId}>
            {unit.apartmentId} - {unit.owner}: {coefficient(unit.coefficient)}
          </li>
        ))}
        {silent.map((unit) => (
          <li key={unit.apartmentId} className={styles.soft}>
            {unit.apartmentId} - {unit.owner}: coeficiente 0, no vota
          </li>
        ))}
      </ul>
    </section>
  );
}

function CannotVote({ units, held }: Pick<Props, 'units' | 'held'>) {
  if (units.length === 0) {
    return (
      <Notice kind="warning">
        <p>{texts.noOwnUnits}</p>
      </Notice>
    );
  }
  if (held.length > 0) {
    return (
      <Notice kind="warning">
        <p>Sus inmuebles tienen coeficiente 0 y no votan.</p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warning">
        <p>
          Para votar, primero registre la asistencia de sus inmuebles. Si otra persona responde por ellos,
          acérquese a la mesa de registro.
        </p>
      </Notice>
      <div>
        <ButtonLink to="/LaunchPage">Ir a la asamblea</ButtonLink>
      </div>
    </>
  );
}
