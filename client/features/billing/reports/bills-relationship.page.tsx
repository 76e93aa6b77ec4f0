import { JointReports } from './joint-report.tsx';

/** Page '/BillsRelationship': amounts billed to each unit in a month, and the bills. */
export default function BillsRelationshipPage() {
  return <JointReports screen="billsRelationship" />;
}
