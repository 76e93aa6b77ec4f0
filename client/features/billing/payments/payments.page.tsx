import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { count } from '../../../lib/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { unidentifiedQuery } from '../billing.queries.ts';
import { BillingNav } from '../billing-nav.tsx';
import { billingTexts } from '../billing-words.ts';
import { BillingJointPicker } from '../joint-picker.tsx';
import { FilesCard } from './files-card.tsx';
import { PaymentForm } from './payment-form.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { UnidentifiedCard } from './unidentified-card.tsx';

/** '/Payments': the money that arrives for a joint. */
export default function PaymentsPage() {
  return (
    <Page
      title="Pagos"
      intro="Cada pago con inmueble hace un recibo de caja. Primero cubre los intereses, luego los cobros más antiguos; lo que sobra queda a favor."
    >
      <BillingNav />
      <BillingJointPicker none={billingTexts.noneBilled}>
        {({ id }, picker) => (
          <>
            {picker}
            <Payments key={id} jointId={id} />
          </>
        )}
      </BillingJointPicker>
    </Page>
  );
}

function Payments({ jointId }: { jointId: number }) {
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(unidentifiedQuery(jointId));
  const waiting = data === undefined || data.length === 0 ? '' : ` (${count(data.length)})`;
  return (
    <Tabs
      label="Pagos"
      value={search.get('tab') ?? 'one'}
      onChange={(tab) => setSearch(tab === 'one' ? {} : { tab })}
      items={[
        { id: 'one', title: 'Uno por uno', content: <PaymentForm jointId={jointId} /> },
        { id: 'file', title: 'Archivo', content: <FilesCard jointId={jointId} /> },
        {
          id: 'unidentified',
          title: `Por identificar${waiting}`,
          content: <UnidentifiedCard jointId={jointId} />,
        },
        { id: 'receipts', title: 'Recibos', content: <ReceiptsCard jointId={jointId} /> },
      ]}
    />
  );
}
