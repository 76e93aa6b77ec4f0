import { balanceByAgeReport } from '../../../../shared/billing/reports.api.ts';
import { AsOfForm } from './as-of-form.tsx';
import { JointReport } from './joint-report.tsx';

/** '/BalanceByAge': what each unit owes, by how long it has been due. */
export default function BalanceByAgePage() {
  return (
    <JointReport
      title="Cartera por Edades"
      intro="Lo que debe cada inmueble, según los días que lleva vencido."
    >
      {(jointId) => (
        <AsOfForm
          make={(report, query) => void report.make(balanceByAgeReport, { params: { jointId }, query })}
        />
      )}
    </JointReport>
  );
}
