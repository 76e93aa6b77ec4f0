import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { agreementWords } from '../../../../shared/billing/collection/agreement-words.ts';
import { accountBalanceReport, clearanceReport } from '../../../../shared/billing/reports.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Button, ButtonLink, Card, Page } from '../../../ui/page.tsx';
import { EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { Whole } from '../../../ui/whole.tsx';
import { ownDebtsQuery } from '../billing.queries.ts';
import { settlementWords } from '../settlement-words.ts';
import { billingTexts, dayWords, pesos } from '../words.ts';
import { owedLine } from './owed-words.ts';
import styles from './own.module.css';
import { SalePapers } from './sale-papers.tsx';
import { statementQuery } from './statement.query.ts';
import statementSummaryStyles from './statement-summary.module.css';
import statementTableStyles from './statement-table.module.css';
import { UnitPicker } from './unit-picker.tsx';
import { useDebtor, useWhy, WHY_HASH } from './use-debtor.ts';
import { WhereToPay } from './where-to-pay.tsx';

/**
 * Page '/StatementOfAccountOwner': movements and balance of a unit's account, with the figures of the downloaded
 * report.
 */
export default function StatementOfAccountOwnerPage() {
  return (
    <Page title="Estado de Cuenta">
      <UnitPicker>
        {(unit) => (
          <>
            <OwedInAll />
            <OfUnit jointId={unit.jointId} apartmentId={unit.apartmentId} />
          </>
        )}
      </UnitPicker>
    </Page>
  );
}

/** Sum of the debts of an owner with several accounts, because a statement covers a single account. */
function OwedInAll() {
  const isOwner = useDebtor() === 'Usted';
  const { data } = useQuery({ ...ownDebtsQuery, enabled: isOwner });
  const owing = (data?.accounts ?? []).filter(({ balance }) => balance > 0);
  if (owing.length < 2) return null;
  const total = data?.owed ?? 0;
  return <p className="strong">{`En total debe ${pesos(total)} por ${owing.length} cuentas.`}</p>;
}

interface StatementQuery {
  jointId: number;
  apartmentId: string;
  /** True for the unit's former account, used before the unit was billed together with another unit. */
  own?: boolean;
}

/** Statement of the account that bills the unit, and below the former accounts of the units billed together. */
function OfUnit({ jointId, apartmentId, own = false }: StatementQuery) {
  const debtor = useDebtor();
  return (
    <QueryView query={statementQuery(jointId, apartmentId, own)} page failed={billingTexts.notLoaded}>
      {(data) => (
        <>
          <Card title={own ? `Cuenta anterior del inmueble ${apartmentId}` : headOf(data)}>
            <p className="faint">
              A corte de {dayWords(data.date)}
              {data.seen !== data.date && `, con los vencimientos al ${dayWords(data.seen)}`}
              {data.owner !== '' && ` · ${data.owner}`}
            </p>
            <StatementSummary statement={data} />
            {data.agreements.map((agreement) => (
              <p key={agreement.agreementId}>
                <Whole>{agreementWords(agreement)}</Whole>
              </p>
            ))}
            {data.others.map((other) => (
              <p key={other.apartmentId}>{otherWords(other)}</p>
            ))}
            {data.begun && <StatementButtons statement={data} apartmentId={apartmentId} own={own} />}
            {debtor === 'Usted' && data.balance > 0 && (
              <WhereToPay jointId={jointId} references={data.reference === '' ? [] : [data]} />
            )}
          </Card>
          {data.rows.length === 0 ? (
            <EmptyState message="El inmueble no tiene movimientos." />
          ) : (
            <StatementTable statement={data} />
          )}
          {data.others.map((other) => (
            <OfUnit key={other.apartmentId} jointId={jointId} apartmentId={other.apartmentId} own />
          ))}
        </>
      )}
    </QueryView>
  );
}

/** Describes a former account. The movements of the account are listed below the statement. */
function otherWords({ apartmentId, balance }: Statement['others'][number]): string {
  const balanceText = balance < 0 ? `saldo a favor ${pesos(-balance)}` : `saldo ${pesos(balance)}`;
  return `Además, la cuenta que el inmueble ${apartmentId} tenía por separado: ${balanceText}.`;
}

/** Heading of a statement: the unit and the units billed together. */
function headOf({ apartmentId, units }: Statement): string {
  const others = units.filter((unit) => unit !== apartmentId);
  return others.length === 0
    ? `Inmueble ${apartmentId}`
    : `Inmueble ${apartmentId}, con ${others.join(', ')}`;
}

function StatementButtons({
  statement,
  apartmentId,
  own,
}: {
  statement: Statement;
  apartmentId: string;
  own: boolean;
}) {
  const [format, setFormat] = useState<Format>('pdf');
  const { jointId } = statement;
  const params = { jointId, apartmentId };
  const why = useWhy();
  return (
    <>
      <FormatChoice value={format} onChange={setFormat} />
      <div className={`wrap-3 top ${styles.acts}`}>
        <ReportButton
          report={accountBalanceReport}
          input={{ params, query: { ...inFormat(format), ...defined({ own: own ? own : undefined }) } }}
          look={{ variant: 'secondary' }}
        >
          Descargar estado de cuenta
        </ReportButton>
        {!own && statement.paidUp === true && (
          <ReportButton report={clearanceReport} input={{ params }} look={{ variant: 'secondary' }}>
            Paz y salvo
          </ReportButton>
        )}
        {!own && statement.begun && <SalePapers jointId={jointId} apartmentId={apartmentId} />}
        {statement.balance > 0 && statement.lastBill !== null && (
          <ButtonLink to={`/Bills/${jointId}/${statement.lastBill}${WHY_HASH}`} variant="secondary">
            {why}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function StatementSummary({ statement }: { statement: Statement }) {
  const { begun, balance, capital, interest, credit, overdue, settlement, paidUp } = statement;
  const today = settlement === null ? '' : settlementWords(settlement, balance);
  return (
    <>
      <p
        className={cx(
          statementSummaryStyles.owed,
          overdue > 0
            ? statementSummaryStyles.overdue
            : begun && balance <= 0 && paidUp && statementSummaryStyles.clear,
        )}
      >
        {owedLine(statement, useDebtor())}
      </p>
      {today !== '' && <p className="strong">{today}.</p>}
      {(interest !== 0 || (capital !== 0 && credit !== 0)) && (
        <Figures
          className={`grid-3 ${statementSummaryStyles.figures}`}
          items={[
            ['Capital', pesos(capital)],
            ...(interest === 0 ? [] : [['Intereses de mora', pesos(interest)] as const]),
            ...(credit === 0 ? [] : [['Saldo a favor', pesos(credit)] as const]),
          ]}
        />
      )}
    </>
  );
}

/** Number of movements shown at first. A button shows earlier movements. */
const MOVEMENTS_SHOWN = 12;

/**
 * Table of the movements of an account with the balance after each, newest first. On a phone each row is a card.
 */
function StatementTable({ statement: { rows, totals } }: { statement: Statement }) {
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, rows.length - MOVEMENTS_SHOWN);
  const newest = rows.map((row, at) => ({ row, at })).reverse();
  return (
    <div className={`box ${statementTableStyles.frame}`}>
      <table className={`full ${statementTableStyles.table}`} aria-label="Movimientos">
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col">Concepto</th>
            <th scope="col">Documento</th>
            <th scope="col" className={statementTableStyles.end}>
              Cargos
            </th>
            <th scope="col" className={statementTableStyles.end}>
              Abonos
            </th>
            <th scope="col" className={statementTableStyles.end}>
              Saldo
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.slice(0, rows.length - hidden).map(({ row, at }) => (
            <MovementRow key={at} row={row} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Totales</td>
            <td className={statementTableStyles.end} data-header="Cargos">
              {pesos(totals.debit)}
            </td>
            <td className={statementTableStyles.end} data-header="Abonos">
              {pesos(totals.credit)}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      {hidden > 0 && (
        <div className={statementTableStyles.more}>
          <Button variant="secondary" size="small" onPress={() => setWhole(true)}>
            Mostrar movimientos anteriores (faltan {hidden})
          </Button>
        </div>
      )}
    </div>
  );
}

function MovementRow({ row }: { row: Statement['rows'][number] }) {
  const { postingDate, valueDate, description, document, dueDate, debit, credit, balance } = row;
  const { unit, reason, reversal, reverses } = row;
  return (
    <tr>
      <td data-header="Fecha">{dayWords(postingDate)}</td>
      <th scope="row" data-header="Concepto">
        {description}
        {unit !== null && <span className="soft breaks block regular">Inmueble {unit}</span>}
        {reversal && (
          <span className="soft breaks block regular">
            {reverses ? 'Reversa un movimiento anterior' : 'Reversado'}
          </span>
        )}
        {dueDate !== null && <span className="soft breaks block regular">Vence el {dayWords(dueDate)}</span>}
        {valueDate !== postingDate && (
          <span className="soft breaks block regular">Del {dayWords(valueDate)}</span>
        )}
        {reason !== null && <span className="soft breaks block regular">{reason}</span>}
      </th>
      <td data-header="Documento">{document}</td>
      <td data-header="Cargos" className={statementTableStyles.end}>
        {debit !== 0 && pesos(debit)}
      </td>
      <td data-header="Abonos" className={statementTableStyles.end}>
        {credit !== 0 && pesos(credit)}
      </td>
      <td data-header="Saldo" className={statementTableStyles.end}>
        {pesos(balance)}
      </td>
    </tr>
  );
}
