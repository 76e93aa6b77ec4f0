import { type AgendaItem, agendaLabel } from '../../../../shared/assemblies/agenda.ts';
import { Select } from '../../../ui/fields/select.tsx';

interface Props {
  items: readonly AgendaItem[];
  value: number | null;
  onChange: (item: number | null) => void;
}

const NONE = 0;

/** Which point of the agenda the question belongs to: the acta shows it there. Nothing where there is no agenda. */
export function QuestionAgenda({ items, value, onChange }: Props) {
  if (items.length === 0) return null;
  return (
    <Select
      label="Punto del orden del día"
      items={[
        { id: NONE, label: 'Ninguno' },
        ...items.map((item) => ({ id: item.number, label: agendaLabel(item) })),
      ]}
      value={value ?? NONE}
      onChange={(item) => onChange(item === NONE ? null : item)}
      placeholder="Seleccione un punto"
      description="El borrador del acta muestra la pregunta en ese punto."
    />
  );
}
