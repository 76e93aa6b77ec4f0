import styles from './owner-contact.module.css';

/** Shows the contact data of an owner: the e-mail addresses, then the phones, a line each. */
export function Contact({ emails, phones }: { emails: readonly string[]; phones: readonly string[] }) {
  const lines = [...emails, ...phones];
  if (lines.length === 0) return '—';
  return (
    <span className={`stack breaks ${styles.lines}`}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
