import { useState } from 'react';
import { noteAcceptance, noteLot } from '../../../../shared/assemblies/elections/elections.api.ts';
import { acceptanceWords } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, RowButton } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import styles from './election.module.css';

interface Props {
  jointId: number;
  concept: LiveConcept;
  /** False while the WebSocket connection is down: the component then refetches after a change. */
  isLive: boolean;
  /** True if the lot is the next step of the meeting: the first form then has the full button. */
  isLotNext: boolean;
}

/**
 * Part of the operator's panel after the closing of an election of several seats: enter the result of lots, and
 * seats accepted or declined.
 */
export function PanelElection({ jointId, concept, isLive, isLotNext }: Props) {
  const election = concept.outcome?.election;
  if (!election) return null;
  const settled = () => {
    if (!isLive) refreshJoint(jointId);
  };
  return (
    <>
      {election.ties.map(({ answerIds, seats }, at) => (
        <NoteLot
          key={answerIds.join()}
          jointId={jointId}
          concept={concept}
          answerIds={answerIds}
          seats={seats}
          variant={isLotNext && at === 0 ? 'primary' : 'secondary'}
          onSettled={settled}
        />
      ))}
      <Acceptances jointId={jointId} concept={concept} onSettled={settled} />
    </>
  );
}

interface LotProps {
  jointId: number;
  concept: LiveConcept;
  answerIds: readonly number[];
  seats: number;
  variant: 'primary' | 'secondary';
  onSettled: () => void;
}

/** Form to enter a public draw of lots: the drawn order of the tied candidates, and the procedure. */
function NoteLot({ jointId, concept, answerIds, seats, variant, onSettled }: LotProps) {
  const [order, setOrder] = useState<readonly (number | null)[]>(() => answerIds.map(() => null));
  const [how, setHow] = useState('');
  const [isChecked, setChecked] = useState(false);
  const nameOf = (id: number) =>
    concept.answers.find(({ answerId }) => answerId === id)?.answerDescription ?? '';
  const drawn = order.flatMap((id) => (id === null ? [] : [id]));
  const isWhole = new Set(drawn).size === answerIds.length;
  const noting = useRequest(
    () =>
      call(noteLot, {
        params: { jointId, conceptId: concept.conceptId },
        body: { order: drawn, how: how.trim() },
      }),
    {
      done: 'El sorteo quedó anotado.',
      failed: 'No se pudo anotar el sorteo. Intente nuevamente.',
      onSettled,
    },
  );
  const note = async () => {
    setChecked(true);
    if (!isWhole || how.trim() === '') return;
    const isSure = await confirm({
      title: '¿El sorteo salió en este orden?',
      body: (
        <ol>
          {drawn.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ol>
      ),
      yes: 'Anotar el sorteo',
    });
    if (isSure) noting.mutate();
  };
  return (
    <section className={`stack-3 ${styles.act}`} aria-label="Anotar el sorteo">
      <h3 className="strong">
        {seats > 0 ? `Sorteo por ${counted(seats, 'puesto')}` : 'Sorteo del orden de los suplentes'}
      </h3>
      <p>Haga el sorteo ante todos y anote el orden en que salieron.</p>
      {order.map((id, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the order is its number
          key={at}
          label={`Salió en el puesto ${at + 1}${at < seats ? ' (elegido)' : ''}`}
          items={answerIds.map((one) => ({ id: one, label: nameOf(one) }))}
          value={id}
          onChange={(one) => setOrder(order.map((was, i) => (i === at ? one : was === one ? null : was)))}
          placeholder="Seleccione"
        />
      ))}
      {isChecked && !isWhole && <p className="wrong">Indique el orden de todos los que empataron.</p>}
      <TextField
        label="Cómo se hizo el sorteo"
        description="Por ejemplo: papeles doblados en una bolsa; los sacó un propietario."
        value={how}
        onChange={setHow}
        maxLength={300}
        error={isChecked && how.trim() === '' ? 'Escriba cómo se hizo el sorteo' : null}
        isRequired
      />
      <div>
        <Button variant={variant} onPress={() => void note()} isPending={noting.isPending}>
          Anotar el sorteo
        </Button>
      </div>
    </section>
  );
}

/** Buttons to note if each elected person accepts the seat. A refused seat goes to the next alternate. */
function Acceptances({ jointId, concept, onSettled }: Omit<LotProps, 'answerIds' | 'seats' | 'variant'>) {
  const noting = useRequest(
    (body: { answerId: number; place: number; acceptance: 'accepted' | 'declined' }) =>
      call(noteAcceptance, { params: { jointId, conceptId: concept.conceptId }, body }),
    { failed: 'No se pudo anotar. Intente nuevamente.', onSettled },
  );
  const { elected = [], declined = [] } = concept.outcome?.election ?? {};
  if (elected.length + declined.length === 0) return null;
  const decline = async (person: { answerId: number; place: number; name: string }) => {
    const isSure = await confirm({
      title: `¿${person.name} no acepta?`,
      body: <p>Su puesto pasa al suplente que sigue, si lo hay.</p>,
      yes: 'No acepta',
      danger: true,
    });
    if (isSure) noting.mutate({ answerId: person.answerId, place: person.place, acceptance: 'declined' });
  };
  return (
    <section className={`stack-3 ${styles.act}`} aria-label="Aceptación de los elegidos">
      <h3 className="strong">Aceptación de los elegidos</h3>
      <ul className="stack-2 plain">
        {elected.map((person) => (
          <li key={person.seat} className={`between middle ${styles.person}`}>
            <span className="anywhere">
              {person.name} · <strong>{acceptanceWords(person)}</strong>
            </span>
            <span className="wrap-3">
              {person.acceptance !== 'accepted' && (
                <RowButton
                  variant="secondary"
                  act="Acepta"
                  of={person.name}
                  isDisabled={noting.isPending}
                  onPress={() =>
                    noting.mutate({ answerId: person.answerId, place: person.place, acceptance: 'accepted' })
                  }
                />
              )}
              <RowButton
                variant="quiet"
                act="No acepta"
                of={person.name}
                isDisabled={noting.isPending}
                onPress={() => void decline(person)}
              />
            </span>
          </li>
        ))}
        {declined.map((person) => (
          <li key={`${person.answerId}:${person.place}`} className={`between middle ${styles.person}`}>
            <span className="anywhere">
              {person.name} <strong>· No aceptó{person.ownAnswer && ', desde su sesión'}</strong>
            </span>
            <RowButton
              variant="quiet"
              act="Corregir: acepta"
              of={person.name}
              isDisabled={noting.isPending}
              onPress={() =>
                noting.mutate({ answerId: person.answerId, place: person.place, acceptance: 'accepted' })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
