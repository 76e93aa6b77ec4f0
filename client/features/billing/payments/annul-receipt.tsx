import { useState } from 'react';
import { chequeSanction, type PaymentMeans, sanctionOn } from '../../../../shared/billing/natures.ts';
import { annulReceipt } from '../../../../shared/billing/payments.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { fromPesos, NO_MONEY, toPesos } from '../../../../shared/money.ts';
import { call } from '../../../lib/api.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { useRefreshBilling } from '../billing.queries.ts';
import { pesos } from '../words.ts';

interface Props {
  jointId: number;
  receipt: { cashReceipt: number; apartmentId: string; amount: number };
  /** Means of the payment; null if unknown. */
  means: PaymentMeans | null;
  /** Reason of a return at the bank: the money did not stay. Absent for a receipt chosen by the user. */
  returned?: string;
  onClose: () => void;
  /** Called after the annulment. */
  onDone?: () => void;
}

/** Dialog to annul a receipt, because the money never came or belongs to another unit. */
export function AnnulReceipt({ jointId, receipt, means, returned, onClose, onDone }: Props) {
  const { cashReceipt, apartmentId, amount } = receipt;
  const isCheque = means === null || means === 'cheque';
  const refresh = useRefreshBilling();
  const [arrived, setArrived] = useState<'yes' | 'no'>(returned === undefined ? 'yes' : 'no');
  const [charges, setCharges] = useState(false);
  const annulling = useRequest(
    (reason: string) =>
      call(annulReceipt, {
        params: { jointId, cashReceipt },
        body: {
          reason,
          ...defined({
            unidentified: arrived === 'yes' ? true : undefined,
            chargesSanction: arrived === 'no' && charges ? true : undefined,
          }),
        },
      }),
    { done: `El recibo de caja ${cashReceipt} fue anulado.`, next: [onClose, onDone, refresh] },
  );
  return (
    <ReasonDialog
      title={`¿Anular el recibo de caja ${cashReceipt}?`}
      body={`Es del inmueble ${apartmentId} por ${pesos(amount)}. Conserva su número; lo que pagó se debe otra vez desde el mes abierto, con los descuentos que trajo.`}
      yes="Anular"
      {...defined({ initial: returned })}
      saving={annulling}
      onYes={annulling.mutate}
      onClose={onClose}
    >
      <RadioGroup
        label="¿El dinero llegó?"
        items={[
          { id: 'yes', label: 'Sí', detail: 'Era de otro inmueble: queda por identificar.' },
          { id: 'no', label: 'No', detail: 'El pago no existió: se cobra el interés de mora que detuvo.' },
        ]}
        value={arrived}
        onChange={setArrived}
      />
      {arrived === 'no' && isCheque && (
        <Checkbox isSelected={charges} onChange={setCharges}>
          Fue un cheque devuelto por culpa de quien lo giró: cobrar la sanción del {chequeSanction.percent} %
          (art. 731 C.Co.), {pesos(toPesos(sanctionOn(fromPesos(amount) ?? NO_MONEY)))}
        </Checkbox>
      )}
    </ReasonDialog>
  );
}
