import { JointReports } from './joint-report.tsx';

/** '/MonthlyPayments': a month's receipts, and its movements for the accountant. */
export default function MonthlyPaymentsPage() {
  return <JointReports screen="monthlyPayments" />;
}
