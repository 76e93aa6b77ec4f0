import styles from './assemblies.module.css';

/** Where there is one choice only: its name, instead of a list with one entry (the specification, section 5). */
export function FixedChoice({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fixed}>
      <span className={styles.fixedLabel}>{label}</span>
      <span className={styles.fixedValue}>{value}</span>
    </div>
  );
}
