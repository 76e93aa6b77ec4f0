import { Select } from '../../../ui/fields/select.tsx';
import { monthOptions, yearOptions } from './words.ts';

/** Year and month chosen in the two selects of `MonthFields`. */
export interface ChosenMonth {
  year: number;
  /** 1 (January) to 12. */
  month: number;
}

interface Props {
  value: ChosenMonth;
  onChange: (change: Partial<ChosenMonth>) => void;
  /** Labels of the two selects. Default: 'Año' and 'Mes'. */
  labels?: readonly [year: string, month: string];
  description?: string;
}

/**
 * Selects for year and month, to stand beside other fields.
 * @param labels labels of the two selects; default: 'Año' and 'Mes'
 */
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
