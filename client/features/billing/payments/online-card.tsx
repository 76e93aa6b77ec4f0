import type { GatewayLine, GatewayProblem } from '../../../../shared/billing/gateway.api.ts';
import { dateTime } from '../../../../shared/format.ts';
import { Card, Notice } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { gatewayPaymentsQuery } from '../billing.queries.ts';
import { amountText } from '../words.ts';

const stateWords: Readonly<Record<GatewayLine['state'], string>> = {
  BEGUN: 'Comenzado',
  PENDING: 'Pendiente',
  APPROVED: 'Aprobado',
  VOIDED: 'Anulado',
  DECLINED: 'Rechazado',
  ERROR: 'Con error',
};

const problemWords: Readonly<Record<GatewayProblem, string>> = {
  unknownReference: 'La referencia no es de aquí: el dinero espera en «Por identificar».',
  otherAmount: 'Otro valor que el del pago: el dinero espera en «Por identificar».',
  otherCurrency: 'Otra moneda: no se registró. Revíselo en la pasarela.',
  trial: 'Prueba: no se registra.',
  unitGone: 'El inmueble ya no existe: el dinero espera en «Por identificar».',
  otherJoint: 'Es un pago de otra copropiedad: aquí no se registró.',
  incomeStands: 'Se registró como otro ingreso y luego se anuló: corrija el otro ingreso.',
  postedByFile: 'Ya estaba registrado por un archivo.',
};

const columns: Column<GatewayLine>[] = [
  { header: 'Fecha', cell: ({ at }) => dateTime(at) },
  { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId ?? 'Sin inmueble' },
  {
    header: 'Estado',
    cell: ({ state, problem }) => (
      <span className="anywhere">
        {stateWords[state]}
        {problem !== null && <span className="soft block regular">{problemWords[problem]}</span>}
      </span>
    ),
  },
  {
    header: 'Valor',
    cell: ({ amount, currency }) => (currency === 'COP' ? amountText(amount) : `${amount} ${currency}`),
    align: 'end',
  },
  {
    header: 'Referencia',
    isDetail: true,
    cell: ({ reference, transactionId }) => (
      <span className="anywhere">
        {reference}
        {transactionId !== null && <span className="soft block regular">{transactionId}</span>}
      </span>
    ),
  },
];

/** Card on the page of payments: the last payments by the gateway with their states, and the reconciliation. */
export function OnlineCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Pagos en línea">
      <QueryView query={gatewayPaymentsQuery(jointId)}>
        {({ isSet, checkedAt, problem, lines }) => (
          <>
            <p className="faint">
              {isSet
                ? `Cada hora se pregunta a la pasarela por los pagos sin confirmar. ${checkedAt === null ? 'Todavía no se ha preguntado.' : `Última vez: ${dateTime(checkedAt)}.`}`
                : 'La copropiedad no recibe pagos en línea.'}
            </p>
            {problem !== null && (
              <Notice kind="warning" title="No se pudo conciliar con la pasarela.">
                <p>{problem} Se intenta de nuevo en unos minutos.</p>
              </Notice>
            )}
            {isSet && (
              <Table
                label="Pagos en línea"
                columns={columns}
                rows={lines}
                rowKey={({ reference, transactionId }) => `${reference} ${transactionId}`}
                empty="Todavía no hay pagos en línea."
                pageSize={20}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
