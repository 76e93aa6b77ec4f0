import { millionthsOf, type Threshold, thresholdBases } from '../../../shared/assemblies/law/majority.ts';
import { thresholdOutOfRange } from '../../../shared/said-errors.ts';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

/** Majority required by a joint's by-laws, as typed in the form: percentage, and base of the percentage. */
export interface TypedThreshold {
  /** Percentage as typed: '66,67'. */
  percent: string;
  /** Represented coefficient, or whole roll. */
  base: Threshold['base'];
}

/**
 * Turns a majority typed for the by-laws (percentage of the represented coefficient or of the whole roll)
 * into the value to store. Null if the law does not allow the percentage.
 */
export function thresholdOf({ percent, base }: TypedThreshold): Threshold | null {
  const typed = percent.replace('%', '').trim().replace(',', '.');
  const value = /^\d{2}(\.\d{1,4})?$/.test(typed) ? Number(typed) : Number.NaN;
  return millionthsOf(value) === null ? null : { percent: value, base };
}

/**
 * Returns the texts of the form for a stored majority of the by-laws: percentage as text ('66,67'), and base.
 */
export const typedOf = ({ percent, base }: Threshold): TypedThreshold => ({
  percent: String(percent).replace('.', ','),
  base,
});

const baseNames: Record<Threshold['base'], string> = {
  represented: 'Lo representado en la asamblea',
  roll: 'Toda la copropiedad',
};

interface Props {
  threshold: TypedThreshold;
  onThreshold: (threshold: TypedThreshold) => void;
  /** True to show errors of the fields. */
  isChecked: boolean;
  /** Help text below the percentage. */
  hint: string;
}

/**
 * Fields for a majority required by the by-laws: the percentage, and the base of the percentage (represented
 * coefficient or whole roll).
 * @param isChecked true to show errors of the fields
 * @param hint help text below the percentage
 */
export function ThresholdFields({ threshold, onThreshold, isChecked, hint }: Props) {
  return (
    <>
      <TextField
        label="Porcentaje que exige el reglamento"
        value={threshold.percent}
        onChange={(percent) => onThreshold({ ...threshold, percent })}
        inputMode="decimal"
        description={hint}
        error={isChecked && thresholdOf(threshold) === null ? thresholdOutOfRange[1] : null}
        isRequired
      />
      <Select
        label="De qué se toma"
        items={thresholdBases.map((id) => ({ id, label: baseNames[id] }))}
        value={threshold.base}
        onChange={(base) => onThreshold({ ...threshold, base })}
      />
    </>
  );
}
