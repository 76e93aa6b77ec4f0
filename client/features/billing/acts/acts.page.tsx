import { TrailView } from '../../../audit/trail-view.tsx';
import { billingTrail } from '../../../audit/trails.ts';
import { BillingScreen } from '../billing-screen.tsx';

/** '/Billing/Acts': what was done in a joint's billing, by whom and when, and whether it was changed since. */
export default function ActsPage() {
  return (
    <BillingScreen
      title="Registro de actos"
      intro="Cada acto de la facturación queda en un registro encadenado: si algo del pasado se cambia, se nota."
    >
      {(jointId) => <TrailView trail={billingTrail} jointId={jointId} />}
    </BillingScreen>
  );
}
