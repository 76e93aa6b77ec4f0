import { TrailView } from '../../../audit/trail-view.tsx';
import { billingTrail } from '../../../audit/trails.ts';
import { BillingScreen } from '../screen.tsx';

/**
 * Page '/Billing/Acts': audit log of a joint's billing (change, person, time), with a button to check that no
 * entry was altered later.
 */
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
