import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../features/events/index.ts';
import { messageOf } from '../lib/api.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { Loading } from '../ui/loading.tsx';

interface Props {
  value: readonly number[];
  onChange: (eventIds: number[]) => void;
}

/** The events that a person receives people at: of the others they see nothing, nor who is on their lists. */
export function EventLinks({ value, onChange }: Props) {
  const { data, error, refetch } = useQuery(eventsQuery);
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Card title="Eventos">
      <p>Solo verá estos eventos, y los que cree.</p>
      {data ? (
        <MultiSelect
          label="Eventos asociados"
          items={data.map(({ eventId, name }) => ({ id: eventId, label: name }))}
          value={value}
          onChange={onChange}
        />
      ) : (
        <Loading />
      )}
    </Card>
  );
}
