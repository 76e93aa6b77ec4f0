import { JointReports } from './joint-report.tsx';

/** '/BalanceByAge': what each unit owes, by how long it has been due. */
export default function BalanceByAgePage() {
  return <JointReports screen="balanceByAge" />;
}
