import { RadioGroup } from '../ui/fields/radio-group.tsx';
import styles from './format-choice.module.css';

/** File format of a report. */
export type Format = 'pdf' | 'xlsx';

const formats: readonly { id: Format; label: string }[] = [
  { id: 'pdf', label: 'PDF' },
  { id: 'xlsx', label: 'Excel' },
];

/** Query parameters of a report for a format. PDF needs no parameter. */
export const inFormat = (format: Format): { xlsx?: true } => (format === 'xlsx' ? { xlsx: true } : {});

/** Radio buttons to choose PDF or Excel. */
export function FormatChoice({ value, onChange }: { value: Format; onChange: (format: Format) => void }) {
  return (
    <div className={styles.choice}>
      <RadioGroup label="Formato" items={formats} value={value} onChange={onChange} inline />
    </div>
  );
}
