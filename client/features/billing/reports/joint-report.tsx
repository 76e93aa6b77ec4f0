import type { ReactNode } from 'react';
import type { Endpoint } from '../../../../shared/api.ts';
import { type ReportOffer, reportScreens } from '../../../../shared/billing/reports.api.ts';
import type { ReportMaking } from '../../../reports/use-report.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import { issuedMonths, paidMonths, postedMonths } from '../months.ts';
import { AsOfForm } from './as-of-form.tsx';
import { MonthForm } from './month-form.tsx';
import styles from './reports.module.css';

interface Props {
  screen: keyof typeof reportScreens;
  /** What is offered of the picked joint, where that is not simply the screen's reports. */
  children?: (jointId: number, offers: readonly ReportOffer[]) => ReactNode;
}

/** The page of reports: a joint, and what shared/billing/reports.api.ts offers of it, anew with each. */
export function JointReports({ screen, children = offersOfJoint }: Props) {
  const { title, intro, offers } = reportScreens[screen];
  return (
    <Page title={title} intro={intro}>
      <Card>
        <div className={`stack-4 ${styles.fields}`}>
          <BillingJointPicker>
            {(joint, picker) => (
              <>
                {picker}
                <div key={joint.id} className={`stack-4 ${styles.fields}`}>
                  {children(joint.id, offers)}
                </div>
              </>
            )}
          </BillingJointPicker>
        </div>
      </Card>
    </Page>
  );
}

/** An offered report's call: which parameters it has is known to its declaration alone. */
export const inputOf = (params: object, query: object = {}): object => ({ params, query });

const months = { issued: issuedMonths, paid: paidMonths, posted: postedMonths };

const offersOfJoint: NonNullable<Props['children']> = (jointId, offers) =>
  offers.map((offer) => {
    const { report, asks, title, hint, also, act, isPlain } = offer;
    const make = (of: Endpoint) => (making: ReportMaking, query: object) =>
      void making.make(of, inputOf({ jointId }, query));
    const form =
      asks === 'day' || asks === 'nothing' ? (
        <AsOfForm make={make(report)} hasDay={asks === 'day'} act={act} />
      ) : (
        <MonthForm
          jointId={jointId}
          source={months[asks]}
          make={make(report)}
          act={act}
          isPlain={isPlain}
          also={also && { act: also.act, make: make(also.report) }}
        />
      );
    return (
      <Offer key={report.path} title={title} hint={hint}>
        {form}
      </Offer>
    );
  });

type OfferProps = Pick<ReportOffer, 'title' | 'hint'> & { children: ReactNode };

/** A report below the one that the screen is named after has a heading of its own. */
function Offer({ title, hint, children }: OfferProps) {
  if (title === undefined) return children;
  return (
    <section className={`stack-4 ${styles.fields}`} aria-label={title}>
      <h2>{title}</h2>
      {hint !== undefined && <p className="faint">{hint}</p>}
      {children}
    </section>
  );
}
