import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../features/events/index.ts';
import { Card } from '../ui/card.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { QueryView } from '../ui/query-view.tsx';

interface Props {
  value: readonly number[];
  onChange: (eventIds: number[]) => void;
}

/** The events that a person receives people at: of the others they see nothing, nor who is on their lists. */
export function EventLinks({ value, onChange }: Props) {
  const query = useQuery(eventsQuery);
  return (
    <Card title="Eventos">
      <p>Solo verá estos eventos, y los que cree.</p>
      <QueryView query={query}>
        {(data) => (
          <MultiSelect
            label="Eventos asociados"
            items={data.map(({ eventId, name }) => ({ id: eventId, label: name }))}
            value={value}
            onChange={onChange}
          />
        )}
      </QueryView>
    </Card>
  );
}
