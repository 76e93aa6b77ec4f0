import type { Proposal } from '../../../../shared/billing/proposals.api.ts';
import styles from '../billing.module.css';
import { proposalWords } from './proposal-words.ts';

/** Shows the unit proposed by the server for a payment from an unknown unit, with all reasons. */
export function Proposed({ proposal }: { proposal: Proposal }) {
  return (
    <span className={styles.proposed}>
      {proposal.apartmentId !== null && <strong>¿{proposal.apartmentId}?</strong>}
      {proposalWords(proposal).map((words) => (
        <span key={words} className={styles.soft}>
          {words}
        </span>
      ))}
    </span>
  );
}
