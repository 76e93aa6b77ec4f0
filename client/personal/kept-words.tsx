import { shortDay } from '../../shared/days.ts';
import type { Erasure, KeptData } from '../../shared/personal/personal.api.ts';
import { counted } from '../lib/format.ts';

/** Lists records by kind: 'Sesiones: 2 registros'. */
export function CountedList({ items }: { items: Erasure['erased'] }) {
  if (items.length === 0) return <p>Ninguno.</p>;
  return (
    <ul className="stack-2 plain">
      {items.map(({ what, records }) => (
        <li key={what}>
          {what}: {counted(records, 'registro')}
        </li>
      ))}
    </ul>
  );
}

/** Lists kept data with the article and the last day of the duty. */
export function KeptList({ items }: { items: readonly KeptData[] }) {
  if (items.length === 0) return <p>Nada.</p>;
  return (
    <ul className="stack-2 plain">
      {items.map(({ what, records, law, until }) => (
        <li key={what}>
          {what} ({counted(records, 'registro')}). {law}
          {until === null ? '.' : `; hasta el ${shortDay(until)}.`}
        </li>
      ))}
    </ul>
  );
}
