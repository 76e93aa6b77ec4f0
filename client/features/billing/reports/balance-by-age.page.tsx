import { JointReports } from './joint-report.tsx';

/** Page '/BalanceByAge': debt of each unit by age. */
export default function BalanceByAgePage() {
  return <JointReports screen="balanceByAge" />;
}
