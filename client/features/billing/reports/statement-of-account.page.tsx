import { useState } from 'react';
import type { BillingApartment } from '../../../../shared/accounts/users.api.ts';
import {
  accountBalanceReport,
  clearanceReport,
  debtCertificateReport,
} from '../../../../shared/billing/reports.api.ts';
import { ReportButton } from '../../../reports/report-button.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useBillingUnits } from '../billing.queries.ts';
import { billingTexts } from '../billing-words.ts';
import { UnitChoice } from '../unit-choice.tsx';
import { AsOfForm } from './as-of-form.tsx';
import { JointReport } from './joint-report.tsx';
import styles from './reports.module.css';

/** '/StatementOfAccount': every movement of a unit, and what is certified of it. */
export default function StatementOfAccountPage() {
  return (
    <JointReport
      title="Estados de Cuenta"
      intro="Todos los movimientos de un inmueble con su saldo, y sus certificados."
    >
      {(jointId) => <OfJoint jointId={jointId} />}
    </JointReport>
  );
}

function OfJoint({ jointId }: { jointId: number }) {
  const units = useBillingUnits(jointId);
  return (
    <QueryView query={units} failed={billingTexts.notLoaded} empty={billingTexts.noUnitsOfJoint}>
      {(data) => <OfUnits jointId={jointId} units={data} />}
    </QueryView>
  );
}

function OfUnits({ jointId, units }: { jointId: number; units: readonly BillingApartment[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isTold, setTold] = useState(false);
  const apartmentId = units.length === 1 ? (units[0]?.apartmentId ?? null) : chosen;
  return (
    <>
      <AsOfForm
        isReady={() => {
          setTold(true);
          return apartmentId !== null;
        }}
        make={(report, query) => {
          if (apartmentId === null) return;
          void report.make(accountBalanceReport, { params: { jointId, apartmentId }, query });
        }}
      >
        <UnitChoice
          units={units}
          value={apartmentId}
          onChange={setChosen}
          error={isTold && apartmentId === null ? billingTexts.unitMissing : null}
        />
      </AsOfForm>
      {apartmentId !== null && <Certificates key={apartmentId} jointId={jointId} apartmentId={apartmentId} />}
    </>
  );
}

/** What an administrator signs of a unit: that it owes, or that it does not. */
function Certificates({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
  const input = { params: { jointId, apartmentId } };
  return (
    <section className={`stack-4 ${styles.fields}`} aria-labelledby="certificates">
      <h2 id="certificates">Certificados del inmueble {apartmentId}</h2>
      <ReportButton report={debtCertificateReport} input={input} look={{ variant: 'secondary' }}>
        Certificado de deuda
      </ReportButton>
      <ReportButton report={clearanceReport} input={input} look={{ variant: 'secondary' }}>
        Paz y salvo
      </ReportButton>
    </section>
  );
}
