import { useState } from 'react';
import { type Agreement, forgiveBreach } from '../../../../shared/billing/agreements.api.ts';
import { agreementStateWords } from '../../../../shared/billing/collection/agreement-words.ts';
import { call } from '../../../lib/api.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Card, RowButton } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { agreementsQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords } from '../words.ts';

/** Card with the payment agreements of a joint, and a button to forgive a breach. */
export function AgreementsCard({ jointId }: { jointId: number }) {
  const [broken, setBroken] = useState<Agreement | null>(null);
  const columns: Column<Agreement>[] = [
    { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
    {
      header: 'Acuerdo',
      cell: ({ document, madeOn }) => (
        <span className="anywhere">
          {document}
          <span className="soft block regular">{dayWords(madeOn)}</span>
        </span>
      ),
    },
    { header: 'Estado', cell: (agreement) => <State agreement={agreement} /> },
    { header: 'Total', cell: ({ total }) => amountText(total), align: 'end' },
    { header: 'Pagado', cell: ({ paid }) => amountText(paid), align: 'end' },
    {
      header: 'Atrasado',
      // After a breach the whole debt is due, outside the agreement.
      cell: ({ state, behind }) => (state === 'broken' ? '—' : amountText(behind)),
      align: 'end',
    },
    { header: 'Siguiente cuota', cell: ({ next }) => (next ? dayWords(next.dueDate) : '—') },
    {
      header: 'Acciones',
      cell: (agreement) =>
        agreement.state === 'broken' ? (
          <RowButton
            act="Perdonar el incumplimiento"
            of={agreement.apartmentId}
            onPress={() => setBroken(agreement)}
          />
        ) : (
          '—'
        ),
    },
  ];
  return (
    <Card title="Acuerdos de pago">
      <QueryTable
        query={agreementsQuery(jointId)}
        label="Acuerdos de pago"
        columns={columns}
        rowKey={({ agreementId }) => agreementId}
        empty="Todavía no hay acuerdos de pago."
        pageSize={20}
      />
      {broken && <Forgive jointId={jointId} agreement={broken} onClose={() => setBroken(null)} />}
    </Card>
  );
}

function State({ agreement: { state, brokenOn, forgivenOn } }: { agreement: Agreement }) {
  return (
    <span>
      {agreementStateWords[state]}
      {brokenOn !== null && <span className="soft block regular">Desde el {dayWords(brokenOn)}</span>}
      {brokenOn === null && forgivenOn !== null && (
        <span className="soft block regular">Incumplimiento perdonado el {dayWords(forgivenOn)}</span>
      )}
    </span>
  );
}

function Forgive({
  jointId,
  agreement: { agreementId, apartmentId },
  onClose,
}: {
  jointId: number;
  agreement: Agreement;
  onClose: () => void;
}) {
  const refresh = useRefreshBilling();
  const forgiving = useRequest(
    (reason: string) => call(forgiveBreach, { params: { jointId, agreementId }, body: { reason } }),
    { done: `El acuerdo del inmueble ${apartmentId} sigue en pie.`, next: [onClose, refresh] },
  );
  return (
    <ReasonDialog
      title={`¿Perdonar el incumplimiento del inmueble ${apartmentId}?`}
      body="El acuerdo sigue en pie desde hoy. Las cuotas atrasadas se siguen cobrando, y los intereses de los días incumplidos no se devuelven."
      yes="Perdonar"
      text={{ label: 'Motivo', missing: 'Digite el motivo.', maxLength: 200 }}
      saving={forgiving}
      onYes={forgiving.mutate}
      onClose={onClose}
    />
  );
}
