import { billsRelationshipReport, billsReport } from '../../../../shared/billing/reports.api.ts';
import { issuedMonths } from '../months.ts';
import { JointReport } from './joint-report.tsx';
import { MonthForm } from './month-form.tsx';

/** '/BillsRelationship': what was billed to each unit in a month, and the bills themselves. */
export default function BillsRelationshipPage() {
  return (
    <JointReport
      title="Relación de Facturas"
      intro="Lo que se cobró a cada inmueble en un mes: saldos anteriores, pagos, cuotas, intereses y total."
    >
      {(jointId) => (
        <MonthForm
          jointId={jointId}
          source={issuedMonths}
          make={(report, query) => void report.make(billsRelationshipReport, { params: { jointId }, query })}
          also={{
            act: 'Cuentas de cobro del mes',
            make: (report, { year, month }) =>
              void report.make(billsReport, { params: { jointId }, query: { year, month } }),
          }}
        />
      )}
    </JointReport>
  );
}
