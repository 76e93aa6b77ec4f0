import styles from './owner-contact.module.css';

/** How an owner is reached, a line each: addresses first. */
export function Contact({ emails, phones }: { emails: readonly string[]; phones: readonly string[] }) {
  const lines = [...emails, ...phones];
  if (lines.length === 0) return '—';
  return (
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
