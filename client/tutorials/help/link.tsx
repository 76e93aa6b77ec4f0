import { useLocation } from 'react-router-dom';
import { helpAddress } from './guide-of-page.ts';
import styles from './link.module.css';

/** Link 'Ayuda' of the header: opens the guide of the current page in another tab. Empty on pages about help. */
export default function HelpLink() {
  const address = helpAddress(useLocation().pathname);
  if (address === null) return null;
  return (
    <a href={address} target="_blank" rel="noopener" className={styles.help}>
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.2" />
      </svg>
      <span className={styles.word}>Ayuda</span>
    </a>
  );
}
