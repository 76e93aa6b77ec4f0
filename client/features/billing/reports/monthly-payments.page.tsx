import { JointReports } from './joint-report.tsx';

/** Page '/MonthlyPayments': payment receipts of a month, and the movements for the accountant. */
export default function MonthlyPaymentsPage() {
  return <JointReports screen="monthlyPayments" />;
}
