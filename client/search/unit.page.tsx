import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { listPowers } from '../../shared/assemblies/powers/powers.api.ts';
import { powerStateNames } from '../../shared/assemblies/powers/words.ts';
import { unitHistory } from '../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../shared/audit/audit.api.ts';
import { listBills } from '../../shared/billing/bills.api.ts';
import { listCashReceipts } from '../../shared/billing/payments.api.ts';
import { apartmentKindNames } from '../../shared/properties/apartment-kinds.ts';
import { getUnitPage, type UnitPage as Unit } from '../../shared/properties/search.api.ts';
import {
  chooseUnit,
  dayWords,
  monthTitle,
  owedLine,
  pesos,
  statementQuery,
  totalOf,
} from '../features/billing/index.ts';
import { hasCode, messageOf } from '../lib/api.ts';
import { coefficient, date, dateTime } from '../lib/format.ts';
import { freshOf, queryOf } from '../lib/query.ts';
import { Card, Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Table } from '../ui/table.tsx';
import { unitAddress } from './found-words.ts';
import styles from './search.module.css';

/** Rows of each list at first: a button shows more. */
const ROWS = 6;

/** Page '/Unit/:jointId/:apartmentId': owner, contacts, debt, bills, receipts, votes, powers and acts of a unit. */
export default function UnitPage() {
  const { jointId = '', apartmentId = '' } = useParams();
  const params = { jointId: Number(jointId), apartmentId };
  const query = useQuery(freshOf(['unit-page', jointId, apartmentId], getUnitPage, { params }));
  const { data } = query;
  return (
    <Page title={`Inmueble ${apartmentId}`} intro={data?.jointName ?? '\u00a0'}>
      <QueryView query={query} page>
        {(unit) => (
          <>
            <Person unit={unit} />
            {unit.booksOf !== null && <Books jointId={unit.booksOf} apartmentId={unit.apartmentId} />}
            {unit.hasAssemblies && <Assemblies unit={unit} />}
            {unit.hasTrail && <Acts unit={unit} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Person({ unit }: { unit: Unit }) {
  const [current, ...former] = unit.owners[0]?.until === null ? unit.owners : [undefined, ...unit.owners];
  const { contacts, mainApartmentId, annexes, jointId } = unit;
  const linked = (ids: readonly string[]) =>
    ids.map((id, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <Link to={unitAddress(jointId, id)}>{id}</Link>
      </span>
    ));
  return (
    <Card title="Propietario y contacto">
      {unit.retired && <p className="strong">Este inmueble ya no está en la tabla de la copropiedad.</p>}
      <dl className={`grid-4 ${styles.facts}`}>
        <Fact name="Propietario">{current?.name ?? 'Sin propietario conocido'}</Fact>
        <Fact name="Documento">{current?.document ?? 'Sin documento'}</Fact>
        {contacts && <Fact name="Correo">{contacts.emails.join(', ') || 'Sin correo'}</Fact>}
        {contacts && <Fact name="Teléfono">{contacts.phones.join(', ') || 'Sin teléfono'}</Fact>}
        <Fact name="Tipo">{apartmentKindNames[unit.kind]}</Fact>
        <Fact name="Coeficiente">{coefficient(unit.coefficient)}</Fact>
        {mainApartmentId !== null && <Fact name="Va con">{linked([mainApartmentId])}</Fact>}
        {annexes.length > 0 && <Fact name="Parqueaderos y depósitos">{linked(annexes)}</Fact>}
      </dl>
      {former.length > 0 && (
        <details className="more">
          <summary>Propietarios anteriores</summary>
          <ul className="stack-2 plain">
            {former.flatMap((one) =>
              one === undefined ? [] : <li key={one.since}>{`${one.name}, desde el ${date(one.since)}`}</li>,
            )}
          </ul>
        </details>
      )}
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type Account = Pick<Unit, 'jointId' | 'apartmentId'>;

function Books({ jointId, apartmentId }: Account) {
  const choose = () => chooseUnit(jointId, apartmentId);
  return (
    <Card title="Cuenta de administración">
      <QueryView query={statementQuery(jointId, apartmentId)}>
        {(data) => <p className="large">{owedLine(data, 'El inmueble')}.</p>}
      </QueryView>
      <p className="wrap-3">
        <Link to="/StatementOfAccountOwner" onClick={choose}>
          Estado de Cuenta
        </Link>
        <Link to="/Bills" onClick={choose}>
          Cuentas de Cobro
        </Link>
        <Link to="/CashReceipts" onClick={choose}>
          Recibos de Caja
        </Link>
      </p>
      <UnitBills jointId={jointId} apartmentId={apartmentId} />
      <UnitReceipts jointId={jointId} apartmentId={apartmentId} />
    </Card>
  );
}

function UnitBills({ jointId, apartmentId }: Account) {
  const params = { jointId, apartmentId };
  return (
    <>
      <h3>Cuentas de cobro</h3>
      <QueryView query={queryOf(['unit-bills', jointId, apartmentId], listBills, { params })}>
        {(rows) => (
          <Table
            label="Cuentas de cobro"
            columns={[
              { header: 'Mes', cell: ({ year, month }) => monthTitle(year, month) },
              {
                header: 'Cuenta de cobro',
                cell: ({ bill, annulled }) => (
                  <Link to={`/Bills/${jointId}/${bill}`}>{annulled ? `${bill} (anulada)` : bill}</Link>
                ),
              },
              { header: 'Total', cell: (bill) => pesos(totalOf(bill)), align: 'end' },
              { header: 'Saldo', cell: ({ standing }) => pesos(standing.left), align: 'end' },
            ]}
            rows={rows}
            rowKey={({ bill }) => bill}
            empty="Todavía no tiene cuentas de cobro."
            pageSize={ROWS}
          />
        )}
      </QueryView>
    </>
  );
}

function UnitReceipts({ jointId, apartmentId }: Account) {
  const params = { jointId, apartmentId };
  return (
    <>
      <h3>Recibos de caja</h3>
      <QueryView query={queryOf(['unit-receipts', jointId, apartmentId], listCashReceipts, { params })}>
        {(rows) => (
          <Table
            label="Recibos de caja"
            columns={[
              { header: 'Pago', cell: (receipt) => dayWords(receipt.date) },
              {
                header: 'Recibo',
                cell: ({ cashReceipt, annulled }) => (annulled ? `${cashReceipt} (anulado)` : cashReceipt),
              },
              { header: 'Valor', cell: ({ amount }) => pesos(amount), align: 'end' },
            ]}
            rows={rows}
            rowKey={({ cashReceipt }) => cashReceipt}
            empty="Todavía no tiene recibos de caja."
            pageSize={ROWS}
          />
        )}
      </QueryView>
    </>
  );
}

function Assemblies({ unit: { jointId, apartmentId } }: { unit: Unit }) {
  const votes = useQuery(
    freshOf(['unit-votes', jointId, apartmentId], unitHistory, {
      params: { jointId, apartmentId },
      query: {},
    }),
  );
  return (
    <Card title="Asamblea: votos y poderes">
      <QueryView
        query={votes}
        failed={
          hasCode(votes.error, 'apartmentNotFound')
            ? 'No hay votaciones de este inmueble para mostrar.'
            : messageOf(votes.error)
        }
      >
        {(rows) => (
          <Table
            label="Votos"
            columns={[
              { header: 'Pregunta', cell: ({ conceptDescription }) => conceptDescription },
              {
                header: 'Respuesta',
                cell: ({ at, answerDescription }) =>
                  at === null ? 'No votado' : (answerDescription ?? 'Votado'),
              },
              { header: 'Hora', cell: ({ at }) => (at === null ? '' : dateTime(at)) },
            ]}
            rows={rows}
            rowKey={({ conceptId }) => conceptId}
            empty="La asamblea no tiene preguntas todavía."
            pageSize={ROWS}
          />
        )}
      </QueryView>
      <h3>Poderes</h3>
      <QueryView query={freshOf(['powers', jointId], listPowers, { params: { jointId }, query: {} })}>
        {(all) => (
          <Table
            label="Poderes"
            columns={[
              { header: 'Apoderado', cell: ({ holder }) => holder.name },
              { header: 'Documento', cell: ({ holder }) => holder.document ?? '' },
              { header: 'Estado', cell: ({ state }) => powerStateNames[state] },
            ]}
            rows={all.filter(({ units }) => units.some((one) => one.apartmentId === apartmentId))}
            rowKey={({ powerId }) => powerId}
            empty="Este inmueble no ha dado poderes."
            pageSize={ROWS}
          />
        )}
      </QueryView>
    </Card>
  );
}

function Acts({ unit: { jointId, apartmentId } }: { unit: Unit }) {
  return (
    <Card title="Actos">
      <QueryView
        query={freshOf(['unit-acts', jointId, apartmentId], listAudit, {
          params: { jointId },
          query: { unit: apartmentId },
        })}
      >
        {({ entries }) => (
          <Table
            label="Actos"
            columns={[
              { header: 'Fecha y hora', cell: ({ at }) => dateTime(at) },
              { header: 'Qué se hizo', cell: ({ what }) => what },
              { header: 'Quién', cell: ({ actor }) => actor },
            ]}
            rows={entries}
            rowKey={({ seq }) => seq}
            empty="Ningún acto nombra este inmueble."
            pageSize={ROWS}
          />
        )}
      </QueryView>
    </Card>
  );
}
