import { Link } from 'react-router-dom';
import type { JointRights } from '../../shared/accounts/users.api.ts';
import type { Profile } from '../../shared/profiles.ts';
import { useChosenJoint } from '../lib/chosen-joint.store.ts';
import { type Concern, concernsOf, concernsOfRight } from './concerns.ts';
import styles from './user-home.module.css';

/** Cards on the home page, with links to the likely tasks of a user profile (see `concernsOf`). */
export const ConcernCards = ({ profile }: { profile: Profile }) => <Cards concerns={concernsOf(profile)} />;

interface RightCardsProps {
  held: JointRights;
  /** Name of the joint. Undefined for a sector: the joint has the cards. */
  jointName: string | undefined;
}

/** Cards of an administrator for the rights in a joint. A card opens the page for the joint. */
export function RightCards({ held: { jointId, rights }, jointName }: RightCardsProps) {
  const choose = useChosenJoint((state) => state.choose);
  if (jointName === undefined) return null;
  return (
    <section aria-label={`Sus permisos en ${jointName}`}>
      <h2 className="large">{jointName}</h2>
      <Cards concerns={rights.flatMap(concernsOfRight)} onOpen={() => choose(jointId)} />
    </section>
  );
}

function Cards({ concerns, onOpen }: { concerns: readonly Concern[]; onOpen?: () => void }) {
  return (
    <ul className={`plain ${styles.cards}`}>
      {concerns.map((concern) => (
        <li key={concern.to}>
          <Link to={concern.to} className={`stack-2 card ${styles.card}`} onClick={onOpen}>
            <span className={`bold ${styles.cardTitle}`}>{concern.title}</span>
            <span className="faint">{concern.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
