import { JointReports } from './joint-report.tsx';

/** Page '/MonthlyPayments': receipts of a month, and movements for the accountant. */
export default function MonthlyPaymentsPage() {
  return <JointReports screen="monthlyPayments" />;
}
