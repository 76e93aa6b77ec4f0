import { useQuery } from '@tanstack/react-query';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { settingsQuery } from '../billing.queries.ts';
import { BillingNav } from '../billing-nav.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import { billingTexts } from '../texts.ts';
import { ConceptsCard } from './concepts-card.tsx';
import { JointRatesCard } from './joint-rates-card.tsx';
import { LegalRatesCard } from './legal-rates-card.tsx';
import { SettingsForm } from './settings-form.tsx';

/** '/Billing/Settings': how a joint is billed, and at which rates; below, the platform's legal ceiling. */
export default function SettingsPage() {
  return (
    <Page
      title="Configuración de facturación"
      intro="Vale desde la próxima emisión; lo que ya se emitió queda como está."
    >
      <BillingNav />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <Settings key={id} jointId={id} />
            <JointRatesCard key={`rates ${id}`} jointId={id} />
            <ConceptsCard key={`concepts ${id}`} jointId={id} />
          </>
        )}
      </BillingJointPicker>
      <LegalRatesCard />
    </Page>
  );
}

function Settings({ jointId }: { jointId: number }) {
  const query = useQuery(settingsQuery(jointId));
  return (
    <QueryView query={query}>{(settings) => <SettingsForm jointId={jointId} known={settings} />}</QueryView>
  );
}
