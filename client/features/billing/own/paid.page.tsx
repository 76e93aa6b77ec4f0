import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { getIntent, type Intent } from '../../../../shared/billing/gateway.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { useHelpOf } from '../../../ui/face/help-joint.ts';
import { ButtonLink, Card, Notice, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { billingTexts, pesos } from '../words.ts';

/** Milliseconds between two questions while the gateway has not decided. */
const ASK_MS = 4_000;

const isOpen = (state: Intent['state'] | undefined): boolean => state === 'BEGUN' || state === 'PENDING';

/**
 * Page '/Paid/:jointId/:reference', after the gateway's page. The address is no proof: the page asks the
 * server for the state.
 */
export default function PaidPage() {
  const { jointId, reference = '' } = useParams();
  const params = { jointId: Number(jointId), reference };
  useHelpOf(params.jointId);
  const intent = useQuery({
    ...queryOf(['billing', params.jointId, 'intent', reference], getIntent, { params }),
    refetchInterval: ({ state: { data } }) => (isOpen(data?.state) ? ASK_MS : false),
  });
  return (
    <Page title="Su pago en línea" width="narrow">
      <QueryView query={intent} page failed={billingTexts.notLoaded}>
        {(data) => (
          <Card>
            <IntentNotice intent={data} />
            <div>
              {data.state === 'DECLINED' || data.state === 'ERROR' ? (
                <ButtonLink to={`/Pay/${params.jointId}`}>Intentar de nuevo</ButtonLink>
              ) : (
                <ButtonLink to="/CashReceipts" variant="secondary">
                  Recibos de Caja
                </ButtonLink>
              )}
            </div>
          </Card>
        )}
      </QueryView>
    </Page>
  );
}

function IntentNotice({ intent: { state, amount, apartmentId, cashReceipt } }: { intent: Intent }) {
  const paid = `${pesos(amount)} del inmueble ${apartmentId}`;
  if (isOpen(state))
    return (
      <Notice title="Estamos confirmando su pago.">
        <p>
          {paid}. La pasarela nos avisa en unos minutos, y con PSE a veces tarda más. No pague otra vez. Puede
          cerrar esta página: cuando se confirme, el recibo aparece en sus recibos de caja.
        </p>
      </Notice>
    );
  if (state === 'APPROVED')
    return cashReceipt === null ? (
      <Notice title="La pasarela aprobó su pago.">
        <p>{paid}. La administración lo revisa antes de hacer el recibo.</p>
      </Notice>
    ) : (
      <Notice kind="success" title="Su pago quedó registrado.">
        <p>
          {paid}, con el recibo de caja {cashReceipt}.
        </p>
      </Notice>
    );
  if (state === 'VOIDED')
    return (
      <Notice kind="warning" title="La pasarela anuló este pago.">
        <p>{paid}. No cuenta en la cuenta del inmueble.</p>
      </Notice>
    );
  return (
    <Notice kind="warning" title="El pago no pasó.">
      <p>{paid}. No se registró nada en la cuenta del inmueble.</p>
    </Notice>
  );
}
