import { useLocation } from 'react-router-dom';
import styles from './link.module.css';

/** Words at the start of a path: the name of the page, without numbers, codes and secrets of a personal link. */
const PAGE = /^(?:\/[A-Za-z]{1,20}(?![^/])){1,2}/;

/**
 * Link 'Ayuda' of the header: opens the guide of the current page in another tab. Empty on pages about help. The page
 * '/Tutorials' finds the guide: a phone that votes loads no list of guides.
 */
export default function HelpLink() {
  const page = PAGE.exec(useLocation().pathname)?.[0] ?? '/';
  if (/^\/(?:tutorials|manual)/i.test(page)) return null;
  return (
    <a href={`/Tutorials?de=${page}`} target="_blank" rel="noopener" className={styles.help}>
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.2" />
      </svg>
      <span className={styles.word}>Ayuda</span>
    </a>
  );
}
