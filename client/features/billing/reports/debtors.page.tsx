import { JointReports } from './joint-report.tsx';

/** '/Debtors': who owes what is overdue. */
export default function DebtorsPage() {
  return <JointReports screen="debtors" />;
}
