import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { count } from '../../../lib/format.ts';
import { Stack } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { unidentifiedQuery } from '../billing.queries.ts';
import { BillingScreen } from '../screen.tsx';
import { ExitsCard } from './exits-card.tsx';
import { FilesCard } from './files-card.tsx';
import { PaymentForm } from './form.tsx';
import { OnlineCard } from './online-card.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { UnidentifiedCard } from './unidentified-card.tsx';

/** Page '/Payments': enter, import and list the payments of a joint. */
export default function PaymentsPage() {
  return (
    <BillingScreen
      title="Pagos"
      intro="Cada pago con inmueble hace un recibo de caja. Primero cubre los intereses, luego los cobros más antiguos; lo que sobra queda a favor."
    >
      {(jointId) => <Payments jointId={jointId} />}
    </BillingScreen>
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
        {
          id: 'file',
          title: 'Archivo',
          content: <FilesCard jointId={jointId} onIdentify={() => setSearch({ tab: 'unidentified' })} />,
        },
        {
          id: 'unidentified',
          title: `Por identificar${waiting}`,
          content: (
            <Stack>
              <UnidentifiedCard jointId={jointId} />
              <ExitsCard jointId={jointId} />
            </Stack>
          ),
        },
        { id: 'online', title: 'En línea', content: <OnlineCard jointId={jointId} /> },
        { id: 'receipts', title: 'Recibos', content: <ReceiptsCard jointId={jointId} /> },
      ]}
    />
  );
}
