import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '../../../../shared/api.ts';
import { changeTurn, type Turn } from '../../../../shared/assemblies/turns/turns.api.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { Button, Card, RowButton, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import DeskTurn from './desk-turn.tsx';
import { speakerUnits, TurnTimer } from './speaking.tsx';
import { turnsQuery } from './turns.queries.ts';

const CHANGE_FAILED = 'No se puede cambiar el turno en este momento. Intente nuevamente.';

type Change = InputOf<typeof changeTurn>['body'] & { turnId: number };

/** Turns to speak on the operator's panel: the running turn with its acts, the queue in order, and the desk's form. */
export function PanelTurns({ joint: { jointId, assembly } }: { joint: LiveJoint }) {
  const client = useQueryClient();
  const query = useQuery({ ...turnsQuery(jointId, assembly?.turns), placeholderData: keepPreviousData });
  const changing = useRequest(
    ({ turnId, ...body }: Change) => call(changeTurn, { params: { jointId, turnId }, body }),
    {
      failed: CHANGE_FAILED,
      onSettled: () => {
        refreshJoint(jointId);
        return client.invalidateQueries({ queryKey: ['turns', jointId] });
      },
    },
  );
  const { speaking = null, waiting = [], minutes = 1 } = query.data ?? {};
  const change = (one: Change) => !changing.isPending && changing.mutate(one);
  return (
    <Card title="Uso de la palabra">
      {speaking !== null && <Running turn={speaking} minutes={minutes} onChange={change} />}
      {waiting.length > 0 && (
        <ol className="stack-2 plain" aria-label="Esperan la palabra">
          {waiting.map((turn, at) => (
            <li key={turn.turnId} className="between">
              <span className="anywhere grow">
                {at + 1}. {turn.speaker} <span className="soft">{speakerUnits(turn.units)}</span>
              </span>
              {at === 0 && speaking === null && (
                <Button size="small" onPress={() => change({ turnId: turn.turnId, act: 'give' })}>
                  Dar la palabra
                </Button>
              )}
              <RowButton
                act="Quitar"
                of={turn.speaker}
                variant="quiet"
                onPress={() => change({ turnId: turn.turnId, act: 'withdraw' })}
              />
            </li>
          ))}
        </ol>
      )}
      {speaking === null && waiting.length === 0 && <p className="soft">La lista está vacía.</p>}
      <DeskTurn jointId={jointId} />
    </Card>
  );
}

interface RunningProps {
  turn: Turn;
  /** Minutes of a turn in the joint. */
  minutes: number;
  onChange: (change: Change) => void;
}

/** Running turn: person, units, time left, and the buttons to extend and to end. */
function Running({ turn: { turnId, speaker, units, endsAt, extensions }, minutes, onChange }: RunningProps) {
  const choices = minutes === 1 ? [1] : [1, minutes];
  return (
    <div className="stack-2">
      <p className="between">
        <span className="anywhere grow">
          <strong>{speaker}</strong> <span className="soft">{speakerUnits(units)}</span>
        </span>
        {endsAt !== null && <TurnTimer endsAt={endsAt} />}
      </p>
      {extensions > 0 && <p className="soft">{counted(extensions, 'prórroga')}</p>}
      <Stack row>
        {choices.map((more) => (
          <Button
            key={more}
            variant="secondary"
            size="small"
            onPress={() => onChange({ turnId, act: 'extend', minutes: more })}
          >
            + {counted(more, 'minuto')}
          </Button>
        ))}
        <Button size="small" onPress={() => onChange({ turnId, act: 'end' })}>
          Terminar
        </Button>
      </Stack>
    </div>
  );
}
