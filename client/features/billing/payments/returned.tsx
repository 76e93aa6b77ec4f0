import { useState } from 'react';
import type { PaymentFileReport } from '../../../../shared/billing/payments.api.ts';
import { Notice, RowButton } from '../../../ui/page.tsx';
import { dayWords, pesos } from '../words.ts';
import { AnnulReceipt } from './annul-receipt.tsx';

type Returned = PaymentFileReport['returned'][number];
type ReturnedReceipt = Returned['receipts'][number];

/** Most characters of the bank's text in the proposed reason. */
const MOST_TEXT = 200;

const returnReason = ({ day, text }: Returned): string =>
  `Devuelto por el banco${day === null ? '' : ` el ${dayWords(day)}`}: ${text}`.slice(0, MOST_TEXT);

/** Shown after reading an extract: payments in the books taken back at the bank, with a button to annul each receipt. */
export function ReturnedPayments({ jointId, returned }: { jointId: number; returned: readonly Returned[] }) {
  const [chosen, setChosen] = useState<{ of: Returned; receipt: ReturnedReceipt } | null>(null);
  const [annulled, setAnnulled] = useState<readonly number[]>([]);
  if (returned.length === 0) return null;
  return (
    <Notice kind="warning" title="El banco devolvió pagos que ya están en los libros.">
      <ul className="stack-2">
        {returned.map((one) => (
          <li key={`${one.row} ${one.payment}`} className="anywhere">
            Fila {one.row}: {pesos(one.amount)} del {dayWords(one.valueDate)}, «{one.text}».{' '}
            {one.receipts.length === 0 && 'Está por identificar: regístrelo allí como devuelto.'}
            {one.receipts.map((receipt) =>
              annulled.includes(receipt.cashReceipt) ? (
                <span key={receipt.cashReceipt}>Recibo {receipt.cashReceipt} anulado. </span>
              ) : (
                <RowButton
                  key={receipt.cashReceipt}
                  act={`Anular el recibo ${receipt.cashReceipt}`}
                  of={`del inmueble ${receipt.apartmentId}`}
                  variant="quiet"
                  onPress={() => setChosen({ of: one, receipt })}
                />
              ),
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <AnnulReceipt
          jointId={jointId}
          receipt={chosen.receipt}
          means={null}
          returned={returnReason(chosen.of)}
          onClose={() => setChosen(null)}
          onDone={() => setAnnulled([...annulled, chosen.receipt.cashReceipt])}
        />
      )}
    </Notice>
  );
}
