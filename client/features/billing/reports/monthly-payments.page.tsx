import { accountingExport, monthsPaymentsReport } from '../../../../shared/billing/reports.api.ts';
import { paidMonths, postedMonths } from '../months.ts';
import { JointReport } from './joint-report.tsx';
import { MonthForm } from './month-form.tsx';
import styles from './reports.module.css';

/** '/MonthlyPayments': a month's receipts, and its movements for the accountant. */
export default function MonthlyPaymentsPage() {
  return (
    <JointReport
      title="Recaudos del Mes"
      intro="Los pagos que se registraron en un mes, con su recibo de caja."
    >
      {(jointId) => (
        <>
          <MonthForm
            jointId={jointId}
            source={paidMonths}
            make={(report, query) => void report.make(monthsPaymentsReport, { params: { jointId }, query })}
          />
          <section className={`stack-4 ${styles.fields}`} aria-labelledby="accounting">
            <h2 id="accounting">Movimientos para contabilidad</h2>
            <p className="faint">
              Un archivo CSV con todos los movimientos de un mes: cobros, intereses, pagos, descuentos y
              notas.
            </p>
            <MonthForm
              jointId={jointId}
              source={postedMonths}
              isPlain
              act="Descargar CSV"
              make={(report, query) => void report.make(accountingExport, { params: { jointId }, query })}
            />
          </section>
        </>
      )}
    </JointReport>
  );
}
