import { Select } from '../../ui/select.tsx';
import { monthOptions, yearOptions } from '../months/month-words.ts';

interface Props {
  year: number;
  month: number;
  onYear: (year: number) => void;
  onMonth: (month: number) => void;
}

/** The month from which a rate holds. */
export function MonthFields({ year, month, onYear, onMonth }: Props) {
  return (
    <>
      <Select
        label="Desde el año"
        items={yearOptions(Date.now())}
        value={year}
        onChange={onYear}
        placeholder="Seleccione un año"
      />
      <Select
        label="Desde el mes"
        items={monthOptions}
        value={month}
        onChange={onMonth}
        placeholder="Seleccione un mes"
        description="Vale desde ese mes hasta el de la siguiente."
      />
    </>
  );
}
