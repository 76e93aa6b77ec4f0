import { TrailView } from '../../../audit/trail-view.tsx';
import { billingTrail } from '../../../audit/trails.ts';
import { Page } from '../../../ui/page.tsx';
import { BillingNav } from '../billing-nav.tsx';
import { billingTexts } from '../billing-words.ts';
import { BillingJointPicker } from '../joint-picker.tsx';

/** '/Billing/Acts': what was done in a joint's billing, by whom and when, and whether it was changed since. */
export default function ActsPage() {
  return (
    <Page
      title="Registro de actos"
      intro="Cada acto de la facturación queda en un registro encadenado: si algo del pasado se cambia, se nota."
    >
      <BillingNav />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <TrailView key={id} trail={billingTrail} jointId={id} />
          </>
        )}
      </BillingJointPicker>
    </Page>
  );
}
