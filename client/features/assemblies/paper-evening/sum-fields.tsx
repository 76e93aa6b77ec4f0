import type { ReactNode } from 'react';
import type { ComparedSum, UnitsSum } from '../../../../shared/assemblies/paper-evening/sums.ts';
import { formatCoefficient } from '../../../../shared/coefficient.ts';
import { units } from '../../../lib/format.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { TypedSum } from './draft.store.ts';
import styles from './paper-evening.module.css';

interface Props {
  title: string;
  sum: TypedSum;
  /** Sum of the paper beside the typed lines; undefined while a sum is missing. */
  compared: ComparedSum | undefined;
  onChange: (sum: TypedSum) => void;
  /** Fields before the sums. */
  children?: ReactNode;
}

/** Formats a sum: '12 inmuebles y 34,5678'. */
export const sumWords = ({ apartments, coefficient }: UnitsSum): string =>
  `${units(apartments)} y ${formatCoefficient(coefficient)}`;

/** Fields for one sum of the sheet of sums, with the comparison to the typed lines. */
export function SumFields({ title, sum, compared, onChange, children }: Props) {
  return (
    <fieldset className={styles.sum}>
      <legend className="strong">{title}</legend>
      <div className={`grid-3 ${styles.fields}`}>
        {children}
        <TextField
          label="Inmuebles en el papel"
          inputMode="numeric"
          value={sum.apartments}
          onChange={(apartments) => onChange({ ...sum, apartments })}
        />
        <TextField
          label="Coeficiente en el papel"
          inputMode="decimal"
          value={sum.coefficient}
          onChange={(coefficient) => onChange({ ...sum, coefficient })}
        />
      </div>
      {compared !== undefined && (
        <p className={compared.isDifferent ? 'wrong' : 'good'}>
          {compared.isDifferent ? 'No coincide' : 'Coincide'}: digitado {sumWords(compared.typed)}.
        </p>
      )}
    </fieldset>
  );
}
