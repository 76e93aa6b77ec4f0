import type { Proposal } from '../../../../shared/billing/proposals.api.ts';
import { Whole } from '../../../ui/whole.tsx';
import styles from '../billing.module.css';
import { proposalWords } from './proposal-words.ts';

/**
 * Shows the unit proposed by the server for a payment with an unknown payer, with the evidence in the bank's
 * text.
 */
export function Proposed({ proposal }: { proposal: Proposal }) {
  return (
    <span className={styles.proposed}>
      {proposal.apartmentId !== null && <strong>¿{proposal.apartmentId}?</strong>}
      {proposalWords(proposal).map((words) => (
        <span key={words} className="soft block regular">
          <Whole>{words}</Whole>
        </span>
      ))}
    </span>
  );
}
