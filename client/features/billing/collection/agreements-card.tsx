import { useMutation, useQuery } from '@tanstack/react-query';
import { type Agreement, breakAgreement } from '../../../../shared/billing/agreements.api.ts';
import { agreementStateWords } from '../../../../shared/billing/collection/agreement-words.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Card, Notice, RowButton } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { agreementsQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords } from '../words.ts';

/** Card with the payment agreements of a joint, and a button for a breach once the rule allows the breach. */
export function AgreementsCard({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const query = useQuery(agreementsQuery(jointId));
  const breaking = useMutation({
    mutationFn: (agreementId: number) => call(breakAgreement, { params: { jointId, agreementId } }),
    onSuccess: refresh,
  });
  const columns: Column<Agreement>[] = [
    { id: 'unit', header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
    {
      id: 'document',
      header: 'Acuerdo',
      cell: ({ document, madeOn }) => (
        <span className="anywhere">
          {document}
          <span className={styles.soft}>{dayWords(madeOn)}</span>
        </span>
      ),
    },
    { id: 'state', header: 'Estado', cell: ({ state }) => agreementStateWords[state] },
    { id: 'total', header: 'Total', cell: ({ total }) => amountText(total), align: 'end' },
    { id: 'paid', header: 'Pagado', cell: ({ paid }) => amountText(paid), align: 'end' },
    { id: 'behind', header: 'Atrasado', cell: ({ behind }) => amountText(behind), align: 'end' },
    { id: 'next', header: 'Siguiente cuota', cell: ({ next }) => (next ? dayWords(next.dueDate) : '—') },
    {
      id: 'act',
      header: 'Acciones',
      cell: ({ agreementId, apartmentId, state, missed, missedLimit }) =>
        state === 'late' && missed >= missedLimit ? (
          <RowButton
            act="Declarar incumplido"
            of={apartmentId}
            onPress={async () => {
              const title = `¿Declarar incumplido el acuerdo del inmueble ${apartmentId}?`;
              const body = 'La deuda se cobra otra vez completa. No se puede deshacer.';
              if (await confirm({ title, body, yes: 'Declarar', no: 'Cancelar', danger: true }))
                breaking.mutate(agreementId);
            }}
          />
        ) : (
          '—'
        ),
    },
  ];
  return (
    <Card title="Acuerdos de pago">
      {breaking.error && <Notice kind="error">{messageOf(breaking.error)}</Notice>}
      <QueryTable
        query={query}
        label="Acuerdos de pago"
        columns={columns}
        rowKey={({ agreementId }) => agreementId}
        empty="Todavía no hay acuerdos de pago."
        pageSize={20}
      />
    </Card>
  );
}
