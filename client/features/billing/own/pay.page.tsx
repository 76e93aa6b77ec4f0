import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { makeIntent } from '../../../../shared/billing/gateway.api.ts';
import type { OwnDebt } from '../../../../shared/billing/now.api.ts';
import { formatMoney, fromPesos, NO_MONEY } from '../../../../shared/money.ts';
import { call } from '../../../lib/api.ts';
import { useHelpOf } from '../../../ui/face/help-joint.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { paidPesos } from '../../../ui/fields/money-typing.ts';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { ownDebtsQuery } from '../billing.queries.ts';
import { settlementWords } from '../settlement-words.ts';
import { billingTexts } from '../words.ts';
import { owedAmount } from './owed-words.ts';

/** Page '/Pay/:jointId': an owner pays own accounts of a joint online. The link stands on bills and in mails. */
export default function PayPage() {
  const jointId = Number(useParams().jointId);
  useHelpOf(jointId);
  return (
    <Page
      title="Pagar en línea"
      intro="El pago se hace en la página de la pasarela (Wompi): con PSE, tarjeta o lo que ella ofrezca. Aquí no se escriben datos de tarjetas ni de cuentas."
      width="narrow"
    >
      <QueryView query={ownDebtsQuery} page failed={billingTexts.notLoaded}>
        {({ accounts }) => {
          const own = accounts.filter((account) => account.jointId === jointId && account.begun);
          return own.length === 0 ? (
            <EmptyState message="No tiene cuentas de administración en esta copropiedad." />
          ) : (
            own.map((account) => <PayCard key={account.apartmentId} account={account} />)
          );
        }}
      </QueryView>
    </Page>
  );
}

const typedOf = (pesos: number | null): string => {
  const amount = pesos === null ? null : fromPesos(pesos);
  return amount === null || amount <= NO_MONEY ? '' : formatMoney(amount);
};

/** Form for the payment of an account. The amount to settle the account today is proposed. */
function PayCard({ account }: { account: OwnDebt }) {
  const { jointId, jointName, apartmentId, balance, settlement } = account;
  const settling = settlement?.amount ?? null;
  const paying = useMutation({
    mutationFn: (amount: number) =>
      call(makeIntent, {
        params: { jointId },
        // Without an amount the server computes the settling amount of this moment.
        body: amount === settling ? { apartmentId } : { apartmentId, amount },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const form = useForm({
    initial: { amount: typedOf(settling) },
    faultsOf: ({ amount }) => ({
      amount: paidPesos(amount) === null ? 'Digite un valor mayor que cero.' : null,
    }),
    isBusy: paying.isPending || paying.isSuccess,
    onSubmit: ({ amount }) => {
      const pesos = paidPesos(amount);
      if (pesos !== null) paying.mutate(pesos);
    },
  });
  const today = settlement === null ? '' : settlementWords(settlement, balance);
  return (
    <Card title={`Inmueble ${apartmentId} · ${jointName}`}>
      <p className="strong">{owedAmount(account)}</p>
      {today !== '' && <p>{today}.</p>}
      <Form
        form={form}
        saving={{ error: paying.error, isPending: paying.isPending || paying.isSuccess }}
        act="Ir a pagar"
        label={`Pago del inmueble ${apartmentId}`}
      >
        <MoneyField
          label="Valor"
          {...form.checked('amount')}
          description="Puede pagar otro valor, desde $ 1.500. Lo que sobre queda a favor del inmueble."
          isRequired
        />
      </Form>
    </Card>
  );
}
