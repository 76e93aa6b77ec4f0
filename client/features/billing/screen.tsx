import { Fragment, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { Right } from '../../../shared/rights.ts';
import { Page } from '../../ui/page.tsx';
import styles from '../../ui/page-nav.module.css';
import { usePagesByRight } from '../accounts/index.ts';
import { useBillingJoints } from './billing.queries.ts';
import { BillingJointPicker } from './joint-picker.tsx';
import { billingTexts } from './words.ts';

const pages: readonly { to: string; label: string; right?: Right }[] = [
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
  const open = usePagesByRight(pages);
  return (
    <Page title={title} intro={intro}>
      <nav aria-label="Facturación de la copropiedad" className={`wrap-2 ${styles.nav}`}>
        {open.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={`strong row ${styles.link}`}>
            {label}
          </NavLink>
        ))}
      </nav>
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
