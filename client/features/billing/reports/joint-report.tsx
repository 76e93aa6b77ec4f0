import type { ReactNode } from 'react';
import type { Endpoint } from '../../../../shared/api.ts';
import { type ReportOffer, reportScreens } from '../../../../shared/billing/reports.api.ts';
import { ReportPreview } from '../../../reports/preview.tsx';
import type { ReportMaking } from '../../../reports/use-report.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import { issuedMonths, paidMonths, postedMonths, useMonths, useYears } from '../months.ts';
import { billingTexts } from '../words.ts';
import { AsOfForm } from './as-of-form.tsx';
import { MonthForm } from './month-form.tsx';
import styles from './reports.module.css';

interface Props {
  screen: keyof typeof reportScreens;
  /** Renders content for the picked joint in place of the list of reports. */
  children?: (jointId: number, offers: readonly ReportOffer[]) => ReactNode;
}

/**
 * Page of reports of a joint: joint picker, and the reports listed for the screen in shared/billing/reports.api.ts.
 * @param screen key of the screen in `reportScreens`: 'debtors'
 * @param children renders content for the picked joint in place of the list of reports
 */
export function JointReports({ screen, children = allOffers }: Props) {
  const { title, intro, offers } = reportScreens[screen];
  return (
    <Page title={title} intro={intro}>
      <Card>
        <BillingJointPicker hasLikely>
          {(joint, picker) => (
            <>
              <div className={styles.fields}>{picker}</div>
              <div key={joint.id} className="stack-4">
                {children(joint.id, offers)}
              </div>
            </>
          )}
        </BillingJointPicker>
      </Card>
    </Page>
  );
}

/**
 * Joins path and query parameters to the input of a report's endpoint. Without exact types, because the
 * parameters differ by report.
 */
export const inputOf = (params: object, query: object = {}): object => ({ params, query });

const months = { issued: issuedMonths, paid: paidMonths, posted: postedMonths };

const allOffers: NonNullable<Props['children']> = (jointId, offers) => (
  <Offers jointId={jointId} offers={offers} />
);

/**
 * Forms of a page with several reports. Renders the further reports after the height of the first is known, so the
 * page does not move.
 */
function Offers({ jointId, offers }: { jointId: number; offers: readonly ReportOffer[] }) {
  const [first] = offers;
  const source = first && first.asks !== 'day' && first.asks !== 'nothing' ? months[first.asks] : null;
  const years = useYears(source ?? postedMonths, jointId);
  const ofLast = useMonths(source ?? postedMonths, jointId, source && (years.data?.[0] ?? null));
  const isKnown = !years.isPending && !ofLast.isLoading;
  return (isKnown ? offers : offers.slice(0, 1)).map((offer) => {
    const { report, asks, title, hint, also, act, isPlain, narrow, choice } = offer;
    const make = (of: Endpoint) => (making: ReportMaking, query: object) =>
      void making.make(of, inputOf({ jointId }, query));
    const preview = (query: object) => <ReportPreview report={report} input={inputOf({ jointId }, query)} />;
    const form =
      asks === 'day' || asks === 'nothing' ? (
        <AsOfForm
          make={make(report)}
          hasDay={asks === 'day'}
          narrow={narrow}
          act={act}
          preview={(query) => <OncePosted jointId={jointId}>{() => preview(query)}</OncePosted>}
        />
      ) : (
        <MonthForm
          jointId={jointId}
          source={months[asks]}
          make={make(report)}
          act={act}
          isPlain={isPlain}
          choice={choice}
          preview={isPlain ? undefined : preview}
          also={also && { act: also.act, make: make(also.report) }}
        />
      );
    return (
      <Offer key={report.path} title={title} hint={hint}>
        {form}
      </Offer>
    );
  });
}

/**
 * Shows the form of a report only if the joint's ledger has at least one movement, else a message that no
 * data exist.
 */
export function OncePosted({ jointId, children }: { jointId: number; children: () => ReactNode }) {
  const years = useYears(postedMonths, jointId);
  return (
    <QueryView query={years} failed={billingTexts.notLoaded} empty={billingTexts.noInformation}>
      {children}
    </QueryView>
  );
}

type OfferProps = Pick<ReportOffer, 'title' | 'hint'> & { children: ReactNode };

/** Section of a report. Has a heading unless the report is the main report of the page. */
function Offer({ title, hint, children }: OfferProps) {
  if (title === undefined) return children;
  return (
    <section className={`stack-4 ${styles.offer}`} aria-label={title}>
      <h2>{title}</h2>
      {hint !== undefined && <p className="faint">{hint}</p>}
      {children}
    </section>
  );
}
