import { shortDay } from '../../shared/days.ts';
import type { Erasure } from '../../shared/personal/personal.api.ts';
import { dateTime } from '../lib/format.ts';
import { Card } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { CountedList, KeptList } from './kept-words.tsx';

const copiesWords = ({ copiesUntil, setAside }: Erasure): string =>
  `Hasta el ${shortDay(copiesUntil)}.${setAside.length === 0 ? '' : ` Quien opera el servidor retira ${setAside.join(', ')}.`}`;

const columns: Column<Erasure>[] = [
  { header: 'Fecha', cell: ({ at }) => dateTime(at) },
  { header: 'Se suprimió', cell: ({ erased }) => <CountedList items={erased} /> },
  { header: 'Se conserva', cell: ({ kept }) => <KeptList items={kept} /> },
  { header: 'Copias anteriores', cell: copiesWords },
];

/** Card with the erasures of a joint, newest first. The list has no name: the data are erased. */
export function ErasuresCard({ erasures }: { erasures: readonly Erasure[] }) {
  return (
    <Card title="Supresiones hechas">
      <Table
        label="Supresiones hechas"
        columns={columns}
        rows={erasures}
        rowKey={({ erasureKey }) => erasureKey}
        empty="Todavía no se han suprimido datos de una persona."
      />
    </Card>
  );
}
