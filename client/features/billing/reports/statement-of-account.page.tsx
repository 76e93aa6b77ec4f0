import { useState } from 'react';
import type { BillingApartment } from '../../../../shared/accounts/users.api.ts';
import type { ReportOffer } from '../../../../shared/billing/reports.api.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { ReportPreview } from '../../../reports/preview.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useBillingUnits } from '../billing.queries.ts';
import { chooseUnit, useChosenUnit } from '../own/chosen-unit.store.ts';
import { UnitChoice } from '../unit-choice.tsx';
import { billingTexts } from '../words.ts';
import { AsOfForm } from './as-of-form.tsx';
import { inputOf, JointReports, OncePosted } from './joint-report.tsx';
import styles from './reports.module.css';

/** Page '/StatementOfAccount': statement of a unit's account, and certificates of debt or no debt. */
export default function StatementOfAccountPage() {
  return (
    <JointReports screen="statementOfAccount">
      {(jointId, offers) => <JointStatement jointId={jointId} offers={offers} />}
    </JointReports>
  );
}

interface Offered {
  jointId: number;
  offers: readonly ReportOffer[];
}

function JointStatement({ jointId, offers }: Offered) {
  const units = useBillingUnits(jointId);
  return (
    <QueryView query={units} failed={billingTexts.notLoaded} empty={billingTexts.noUnitsOfJoint}>
      {(data) => <OfUnits jointId={jointId} offers={offers} units={data} />}
    </QueryView>
  );
}

function OfUnits({ jointId, offers, units }: Offered & { units: readonly BillingApartment[] }) {
  const last = useChosenUnit();
  // Undefined before the first choice; null after clearing.
  const [chosen, setChosen] = useState<string | null>();
  const [isTold, setTold] = useState(false);
  const looked = last.jointId === jointId ? last.apartmentId : null;
  const first = units.find((unit) => unit.apartmentId === looked) ?? units[0];
  const apartmentId = chosen === undefined ? (first?.apartmentId ?? null) : chosen;
  return (
    <>
      {offers
        .filter(({ asks }) => asks === 'day')
        .map(({ report, act }) => (
          <AsOfForm
            key={report.path}
            act={act}
            isReady={() => {
              setTold(true);
              return apartmentId !== null;
            }}
            make={(making, query) => void making.make(report, inputOf({ jointId, apartmentId }, query))}
            preview={(query) =>
              apartmentId !== null && (
                <OncePosted jointId={jointId}>
                  {() => <ReportPreview report={report} input={inputOf({ jointId, apartmentId }, query)} />}
                </OncePosted>
              )
            }
          >
            <UnitChoice
              units={units}
              value={apartmentId}
              onChange={(unit) => {
                setChosen(unit);
                if (unit !== null) chooseUnit(jointId, unit);
              }}
              error={isTold && apartmentId === null ? billingTexts.unitMissing : null}
            />
          </AsOfForm>
        ))}
      {apartmentId !== null && (
        <Certificates key={apartmentId} jointId={jointId} apartmentId={apartmentId} offers={offers} />
      )}
    </>
  );
}

/** Section with the certificates signed by an administrator: of debt, or of no debt. */
function Certificates({ jointId, apartmentId, offers }: Offered & { apartmentId: string }) {
  return (
    <section className={`stack-4 ${styles.offer}`} aria-labelledby="certificates">
      <h2 id="certificates">Certificados del inmueble {apartmentId}</h2>
      {offers
        .filter(({ asks }) => asks === 'nothing')
        .map(({ report, act }) => (
          <ReportButton
            key={report.path}
            report={report}
            input={inputOf({ jointId, apartmentId })}
            look={{ variant: 'secondary' }}
          >
            {act}
          </ReportButton>
        ))}
    </section>
  );
}
