import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { accountBalanceReport, clearanceReport } from '../../../../shared/billing/reports.api.ts';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { ReportButton } from '../../../reports/report-button.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { dayWords, pesos } from '../billing-words.ts';
import { billingTexts } from '../texts.ts';
import styles from './own.module.css';
import { statementQuery } from './statement.query.ts';
import { StatementSummary } from './statement-summary.tsx';
import { StatementTable } from './statement-table.tsx';
import { UnitPicker } from './unit-picker.tsx';
import { useWhy } from './use-debtor.ts';

/** '/StatementOfAccountOwner': what a unit owes, movement by movement, as its report shows it. */
export default function StatementOfAccountOwnerPage() {
  return (
    <Page title="Estado de Cuenta">
      <UnitPicker>{(unit) => <OfUnit jointId={unit.jointId} apartmentId={unit.apartmentId} />}</UnitPicker>
    </Page>
  );
}

interface Asked {
  jointId: number;
  apartmentId: string;
  /** The account from before it was billed with another unit. */
  own?: boolean;
}

/** The account that a unit is billed on, and below it those from before of the units that are billed there. */
function OfUnit({ jointId, apartmentId, own = false }: Asked) {
  const statement = useQuery(statementQuery(jointId, apartmentId, own));
  return (
    <QueryView query={statement} page failed={billingTexts.notLoaded}>
      {(data) => (
        <>
          <Card title={own ? `Cuenta anterior del inmueble ${apartmentId}` : headOf(data)}>
            <p className={styles.hint}>
              A corte de {dayWords(data.date)}
              {data.seen !== data.date && `, con los vencimientos al ${dayWords(data.seen)}`}
              {data.owner !== '' && ` · ${data.owner}`}
            </p>
            <StatementSummary statement={data} />
            {data.others.map((other) => (
              <p key={other.apartmentId}>{otherWords(other)}</p>
            ))}
            {data.begun && <Acts statement={data} apartmentId={apartmentId} own={own} />}
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

/** An account from before, whose movements stand below. */
function otherWords({ apartmentId, balance }: Statement['others'][number]): string {
  const said = balance < 0 ? `saldo a favor ${pesos(-balance)}` : `saldo ${pesos(balance)}`;
  return `Además, la cuenta que el inmueble ${apartmentId} tenía por separado: ${said}.`;
}

/** The unit, and those that are billed with it. */
function headOf({ apartmentId, units }: Statement): string {
  const others = units.filter((unit) => unit !== apartmentId);
  return others.length === 0
    ? `Inmueble ${apartmentId}`
    : `Inmueble ${apartmentId}, con ${others.join(', ')}`;
}

/** What is certified counts every account of the unit. */
const isClear = ({ overdue, others }: Statement): boolean =>
  overdue === 0 && others.every(({ balance }) => balance <= 0);

function Acts({ statement, apartmentId, own }: { statement: Statement; apartmentId: string; own: boolean }) {
  const [format, setFormat] = useState<Format>('pdf');
  const { jointId } = statement;
  const params = { jointId, apartmentId };
  const why = useWhy();
  return (
    <>
      <FormatChoice value={format} onChange={setFormat} />
      <div className={styles.acts}>
        <ReportButton
          report={accountBalanceReport}
          input={{ params, query: { ...inFormat(format), ...(own ? { own } : {}) } }}
          look={{ variant: 'secondary' }}
        >
          Descargar estado de cuenta
        </ReportButton>
        {!own && isClear(statement) && (
          <ReportButton report={clearanceReport} input={{ params }} look={{ variant: 'secondary' }}>
            Paz y salvo
          </ReportButton>
        )}
        {statement.balance > 0 && (
          <ButtonLink to="/Bills" variant="secondary">
            {why}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
