import { JointReports } from './joint-report.tsx';

/** Page '/BillsRelationship': amounts billed to each unit in a month, and download of the bills. */
export default function BillsRelationshipPage() {
  return <JointReports screen="billsRelationship" />;
}
