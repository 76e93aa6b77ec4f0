import { Page } from '../../../ui/page.tsx';
import { BillingNav } from '../billing-nav.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import { billingTexts } from '../texts.ts';
import { CorrectionForm } from './correction-form.tsx';

/** '/Billing/Corrections': movements that correct an account, in the month that is open. */
export default function CorrectionsPage() {
  return (
    <Page
      title="Correcciones"
      intro="Lo emitido no se cambia: un cobro, una nota crédito o una condonación lo corrige con un movimiento nuevo en el mes abierto."
    >
      <BillingNav />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <CorrectionForm key={id} jointId={id} />
          </>
        )}
      </BillingJointPicker>
    </Page>
  );
}
