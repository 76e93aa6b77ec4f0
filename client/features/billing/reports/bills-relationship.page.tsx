import { JointReports } from './joint-report.tsx';

/** '/BillsRelationship': what was billed to each unit in a month, and the bills themselves. */
export default function BillsRelationshipPage() {
  return <JointReports screen="billsRelationship" />;
}
