import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Payment } from '../../../../shared/billing/payments.api.ts';
import { confirmProposals, MOST_CONFIRMED, type Proposal } from '../../../../shared/billing/proposals.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { count, counted } from '../../../lib/format.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { sendAskingDay } from './ask-day.ts';
import { isAgreed } from './proposal-words.ts';

interface Props {
  jointId: number;
  payments: readonly Payment[];
  /** Key: number of the payment. */
  proposals: ReadonlyMap<number, Proposal>;
}

/**
 * Button to confirm at once all payments with an unknown payer and a clear proposal (all evidence names the
 * same unit). Sends small batches; the user can stop between batches.
 */
export function ConfirmAgreed({ jointId, payments: listed, proposals }: Props) {
  const refresh = useRefreshBilling();
  const [made, setMade] = useState(0);
  const [all, setAll] = useState(0);
  const isStopped = useRef(false);
  const agreed = agreedPayments(listed, proposals);
  const confirming = useMutation({
    mutationFn: async (chosen: typeof agreed) => {
      isStopped.current = false;
      setMade(0);
      setAll(chosen.length);
      for (let from = 0; from < chosen.length && !isStopped.current; from += MOST_CONFIRMED) {
        const payments = chosen.slice(from, from + MOST_CONFIRMED);
        const { receipts } = await sendAskingDay(
          (wentOn) => call(confirmProposals, { params: { jointId }, body: { payments, ...wentOn } }),
          payments.length === 1,
        );
        setMade((before) => before + receipts.length);
      }
    },
    // Payments confirmed before a failure stay confirmed.
    onSettled: refresh,
  });
  return (
    <Stack>
      {confirming.isPending && (
        <>
          <Progress
            label="Haciendo los recibos"
            share={made / all}
            valueLabel={`${count(made)} de ${count(all)}`}
          />
          <Stack row end>
            <Button
              variant="secondary"
              onPress={() => {
                isStopped.current = true;
              }}
            >
              Detener
            </Button>
          </Stack>
        </>
      )}
      {confirming.error && <Notice kind="error">{messageOf(confirming.error)}</Notice>}
      {!confirming.isPending && made > 0 && (
        <Notice kind="success">
          {made === 1 ? 'Se hizo 1 recibo de caja.' : `Se hicieron ${count(made)} recibos de caja.`}
        </Notice>
      )}
      {agreed.length > 0 && !confirming.isPending && (
        <Notice
          kind="info"
          title={`${counted(agreed.length, 'consignación', 'consignaciones')} con un solo inmueble posible.`}
        >
          <p>Cada una muestra por qué. Las demás se identifican una por una.</p>
          <Stack row>
            <Button onPress={() => confirming.mutate(agreed)}>
              {agreed.length === 1
                ? 'Confirmar la que coincide'
                : `Confirmar las ${count(agreed.length)} que coinciden`}
            </Button>
          </Stack>
        </Notice>
      )}
    </Stack>
  );
}

/** Returns the payments with a single possible unit, in the order of the proposals: receipts are made in this order. */
function agreedPayments(listed: readonly Payment[], proposals: Props['proposals']) {
  const waitingOf = new Map(listed.map(({ payment, waiting }) => [payment, waiting]));
  return [...proposals].flatMap(([payment, proposal]) => {
    const waiting = waitingOf.get(payment);
    return waiting !== undefined && isAgreed(proposal)
      ? [{ payment, waiting, apartmentId: proposal.apartmentId }]
      : [];
  });
}
