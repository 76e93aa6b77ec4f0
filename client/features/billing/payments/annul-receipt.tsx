import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { annulReceipt } from '../../../../shared/billing/payments.api.ts';
import { call } from '../../../lib/api.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AnnulDialog } from '../annul-dialog.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { pesos } from '../billing-words.ts';
import type { Receipted } from './payment-words.ts';

interface Props {
  jointId: number;
  payment: Receipted;
  onClose: () => void;
}

/** Annuls a receipt: the money either never came, or waits to be identified again. */
export function AnnulReceipt({ jointId, payment: { amount, receipt }, onClose }: Props) {
  const { cashReceipt, apartmentId } = receipt;
  const refresh = useRefreshBilling();
  const [arrived, setArrived] = useState<'yes' | 'no'>('yes');
  const annulling = useMutation({
    networkMode: 'always',
    mutationFn: (reason: string) =>
      call(annulReceipt, {
        params: { jointId, cashReceipt },
        body: { reason, ...(arrived === 'yes' ? { unidentified: true } : {}) },
      }),
    onSuccess: async () => {
      toast.success(`El recibo de caja ${cashReceipt} fue anulado.`);
      onClose();
      await refresh();
    },
  });
  return (
    <AnnulDialog
      title={`¿Anular el recibo de caja ${cashReceipt}?`}
      body={`Es del inmueble ${apartmentId} por ${pesos(amount)}. Conserva su número; lo que pagó se debe otra vez desde el mes abierto, con los descuentos que trajo.`}
      yes="Anular"
      isPending={annulling.isPending}
      error={annulling.error}
      onYes={annulling.mutate}
      onClose={onClose}
    >
      <RadioGroup
        label="¿El dinero llegó?"
        items={[
          { id: 'yes', label: 'Sí', detail: 'Era de otro inmueble: queda por identificar.' },
          { id: 'no', label: 'No', detail: 'El pago no existió.' },
        ]}
        value={arrived}
        onChange={setArrived}
      />
    </AnnulDialog>
  );
}
