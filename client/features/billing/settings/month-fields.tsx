import { Select } from '../../../ui/fields/select.tsx';
import { monthOptions, yearOptions } from '../months/month-words.ts';

interface Props {
  year: number;
  month: number;
  onYear: (year: number) => void;
  onMonth: (month: number) => void;
  /** Whether it holds in that month alone, or until the next one's. */
  isAlone?: boolean;
}

/** The month of a rate, or from which it holds. */
export function MonthFields({ year, month, onYear, onMonth, isAlone = false }: Props) {
  return (
    <>
      <Select
        label={isAlone ? 'Año' : 'Desde el año'}
        items={yearOptions(Date.now())}
        value={year}
        onChange={onYear}
        placeholder="Seleccione un año"
      />
      <Select
        label={isAlone ? 'Mes' : 'Desde el mes'}
        items={monthOptions}
        value={month}
        onChange={onMonth}
        placeholder="Seleccione un mes"
        description={isAlone ? 'Vale solo en ese mes.' : 'Vale desde ese mes hasta el de la siguiente.'}
      />
    </>
  );
}
