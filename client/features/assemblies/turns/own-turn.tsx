import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askTurn, withdrawOwnTurn } from '../../../../shared/assemblies/turns/turns.api.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { later } from '../../../lib/time/later.ts';
import { Button } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { Speaking, TurnTimer } from './speaking.tsx';
import styles from './turns.module.css';
import { ownTurnQuery, phoneWait } from './turns.queries.ts';

const TURN_FAILED = 'No se puede pedir ni retirar la palabra en este momento. Intente nuevamente.';

interface Props {
  jointId: number;
  assembly: Pick<Assembly, 'assemblyId' | 'turns'>;
  /** Registered units of the person. */
  held: readonly { apartmentId: string }[];
}

/** Turn to speak on a phone: the timer of the running turn, and the own request with the place in the queue. */
export function OwnTurn({ jointId, assembly, held }: Props) {
  const canAsk = held.length > 0;
  const query = useQuery({ ...ownTurnQuery(jointId, assembly, canAsk), placeholderData: keepPreviousData });
  const own = query.data;
  const { speaking = null, waiting = [] } = assembly.turns ?? {};
  const turnId = own?.turnId ?? null;
  const isListed = turnId !== null && (speaking?.turnId === turnId || waiting.includes(turnId));
  // The secretary ended or removed the own request, or the person left.
  const isGone = turnId !== null && !isListed;
  // Perhaps the desk asked for the person.
  const isOurs =
    speaking !== null &&
    speaking.turnId !== turnId &&
    held.some(({ apartmentId }) => speaking.units.includes(apartmentId));
  const { refetch } = query;
  useEffect(() => {
    if (!isGone && !isOurs) return;
    return later(() => void refetch(), phoneWait());
  }, [isGone, isOurs, refetch]);
  if (own === undefined) return null;
  const isMine = speaking !== null && speaking.turnId === own.turnId;
  if (!isMine && speaking === null && own.turnId === null && !canAsk) return null;
  return (
    <section className="stack-2" aria-label="Turno para hablar">
      {isMine && (
        <>
          <p className="strong">Usted tiene la palabra</p>
          <p className={styles.mine}>
            <TurnTimer endsAt={speaking.endsAt} />
          </p>
        </>
      )}
      {!isMine && speaking !== null && <Speaking turn={speaking} />}
      {!isMine && (canAsk || own.turnId !== null) && (
        <Request jointId={jointId} turnId={own.turnId} waiting={waiting} />
      )}
    </section>
  );
}

/** Button to ask for a turn; with a request, the place in the queue and the button to withdraw. */
function Request({
  jointId,
  turnId,
  waiting,
}: {
  jointId: number;
  turnId: number | null;
  waiting: readonly number[];
}) {
  const client = useQueryClient();
  const sending = useRequest(
    async (asks: boolean) => {
      if (asks) await call(askTurn, { params: { jointId } });
      else await call(withdrawOwnTurn, { params: { jointId } });
    },
    {
      failed: TURN_FAILED,
      onSettled: () => {
        refreshJoint(jointId);
        return client.invalidateQueries({ queryKey: ['own-turn', jointId] });
      },
    },
  );
  if (turnId === null) {
    return (
      <>
        <Button variant="secondary" wide isPending={sending.isPending} onPress={() => sending.mutate(true)}>
          Pedir la palabra
        </Button>
        {waiting.length > 0 && (
          <p className="soft">{counted(waiting.length, 'persona espera', 'personas esperan')} la palabra.</p>
        )}
      </>
    );
  }
  const place = waiting.indexOf(turnId) + 1;
  return (
    <div className="between">
      <p role="status">
        {place === 0 ? 'Pidió la palabra.' : `Pidió la palabra: es el número ${place} en la lista.`}
      </p>
      <Button
        variant="secondary"
        size="small"
        isPending={sending.isPending}
        onPress={() => sending.mutate(false)}
      >
        Retirar
      </Button>
    </div>
  );
}
