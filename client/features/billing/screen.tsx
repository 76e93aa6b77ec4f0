import { Fragment, type ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { type NavPage, PageNav } from '../accounts/index.ts';
import { useBillingJoints } from './billing.queries.ts';
import { BillingJointPicker } from './joint-picker.tsx';
import { billingTexts } from './words.ts';

const pages: readonly NavPage[] = [
  { to: '/Billing', label: 'Meses', right: 'months' },
  { to: '/Billing/Fees', label: 'Cuotas', right: 'months' },
  { to: '/Payments', label: 'Pagos', right: 'payments' },
  { to: '/Billing/Collection', label: 'Cobranza', right: 'months' },
  { to: '/Billing/Corrections', label: 'Correcciones', right: 'months' },
  { to: '/Billing/Settings', label: 'Configuración' },
  { to: '/Billing/Acts', label: 'Registro de actos' },
];

interface Props {
  /** Title of the page, and a sentence below the title. */
  title: string;
  intro: string;
  /** Content about all joints, shown below the content of the picked joint. */
  after?: ReactNode;
  /** Renders the content for the picked joint. Remounted when the joint changes, so no input carries over. */
  children: (jointId: number) => ReactNode;
}

/**
 * Common frame of the billing pages: title, links to the other billing pages, and the joint picker above the
 * content.
 */
export function BillingScreen({ title, intro, after, children }: Props) {
  const { isPending } = useBillingJoints();
  return (
    <Page title={title} intro={intro}>
      <PageNav label="Facturación de la copropiedad" pages={pages} />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <Fragment key={id}>{children(id)}</Fragment>
          </>
        )}
      </BillingJointPicker>
      {/* Waits for the joints, so the content does not move. */}
      {!isPending && after}
    </Page>
  );
}
