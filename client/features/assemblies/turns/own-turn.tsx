import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveTurns } from '../../../../shared/assemblies/turns/live-turns.ts';
import { askTurn, withdrawOwnTurn } from '../../../../shared/assemblies/turns/turns.api.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../common/failure.ts';
import { Speaking, TurnTimer } from './speaking.tsx';
import styles from './turns.module.css';
import { ownTurnQuery } from './turns.queries.ts';

const TURN_FAILED = 'No se puede pedir ni retirar la palabra en este momento. Intente nuevamente.';

interface Props {
  jointId: number;
  turns: LiveTurns | undefined;
  /** True for a person with a registered unit. */
  canAsk: boolean;
}

/** Turn to speak on a phone: the timer of the running turn, and the own request with the place in the queue. */
export function OwnTurn({ jointId, turns, canAsk }: Props) {
  const own = useQuery({ ...ownTurnQuery(jointId, turns), placeholderData: keepPreviousData }).data;
  const { speaking = null, waiting = [] } = turns ?? {};
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
  const sending = useMutation({
    mutationFn: async (asks: boolean) => {
      if (asks) await call(askTurn, { params: { jointId } });
      else await call(withdrawOwnTurn, { params: { jointId } });
    },
    onError: (error) => toast.error(failureText(error, TURN_FAILED)),
    onSettled: () => {
      refreshJoint(jointId);
      return client.invalidateQueries({ queryKey: ['own-turn', jointId] });
    },
  });
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
