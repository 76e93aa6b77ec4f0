import { Select } from '../../../ui/fields/select.tsx';
import { monthOptions, yearOptions } from './month-words.ts';

/** A month as two fields choose it. */
export interface ChosenMonth {
  year: number;
  month: number;
}

interface Props {
  value: ChosenMonth;
  onChange: (change: Partial<ChosenMonth>) => void;
  /** What each is called. */
  labels?: readonly [year: string, month: string];
  description?: string;
}

/** A year and a month, side by side with other fields. */
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
