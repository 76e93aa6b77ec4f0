import { debtorsReport } from '../../../../shared/billing/reports.api.ts';
import { AsOfForm } from './as-of-form.tsx';
import { JointReport } from './joint-report.tsx';

/** '/Debtors': who owes what is overdue. */
export default function DebtorsPage() {
  return (
    <JointReport
      title="Informe de Morosos"
      intro="Los inmuebles con deuda vencida: cuántas cuotas, desde cuándo, capital e intereses."
    >
      {(jointId) => (
        <AsOfForm make={(report, query) => void report.make(debtorsReport, { params: { jointId }, query })} />
      )}
    </JointReport>
  );
}
