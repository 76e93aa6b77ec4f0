import { JointReports } from './joint-report.tsx';

/** Page '/Debtors': units with overdue debt. */
export default function DebtorsPage() {
  return <JointReports screen="debtors" />;
}
