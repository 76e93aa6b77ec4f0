import { Link } from 'react-router-dom';
import type { BillingNow } from '../../../../shared/billing/now.api.ts';
import { Card } from '../../../ui/page.tsx';
import { MissingRate } from '../settings/missing-rate.tsx';
import { issueWords } from './words.ts';

/** Maximum number of joints listed on the home page. The billing page lists all. */
const JOINTS_SHOWN = 5;

/**
 * List on the home page: joints with a month to issue, each with a link to the page of months. Hidden if no
 * month waits.
 */
export function MonthsToIssue({ books }: { books: readonly BillingNow[] }) {
  if (books.length === 0) return null;
  return (
    <Card title="Meses por emitir">
      <MissingRate />
      <ul className="stack-3 plain">
        {books.slice(0, JOINTS_SHOWN).map((one) => (
          <li key={one.jointId} className="anywhere">
            <Link to={`/Billing?joint=${one.jointId}`}>{one.jointName}</Link>: {issueWords(one)}
          </li>
        ))}
      </ul>
      {books.length > JOINTS_SHOWN && (
        <p>
          <Link to="/Billing">Ver todos ({books.length})</Link>
        </p>
      )}
    </Card>
  );
}
