import { Link } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { concernsOf } from './concerns.ts';
import styles from './user-home.module.css';

/** Cards on the home page, with links to the likely tasks of a user profile (see `concernsOf`). */
export function ConcernCards({ profile }: { profile: Profile }) {
  return (
    <ul className={styles.cards}>
      {concernsOf(profile).map((concern) => (
        <li key={concern.to}>
          <Link to={concern.to} className={`stack-2 card ${styles.card}`}>
            <span className={styles.cardTitle}>{concern.title}</span>
            <span className="faint">{concern.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
