import { Select } from '../../../ui/fields/select.tsx';
import { monthOptions, yearOptions } from './words.ts';

/** Values of the two fields. */
export interface ChosenMonth {
  year: number;
  month: number;
}

interface Props {
  value: ChosenMonth;
  onChange: (change: Partial<ChosenMonth>) => void;
  /** Labels of the two fields. */
  labels?: readonly [year: string, month: string];
  description?: string;
}

/** Two selects for year and month, side by side with other fields. */
export function MonthFields({ value, onChange, labels = ['Año', 'Mes'], description }: Props) {
  return (
    <>
      <Select
        label={labels[0]}
        items={yearOptions(Date.now())}
        value={value.year}
        onChange={(year) => onChange({ year })}
        placeholder="Seleccione un año"
      />
      <Select
        label={labels[1]}
        items={monthOptions}
        value={value.month}
        onChange={(month) => onChange({ month })}
        placeholder="Seleccione un mes"
        description={description}
      />
    </>
  );
}
