import { Link } from 'react-router-dom';
import type { Draft } from '../../../../shared/billing/drafts.api.ts';
import type { BillingNow } from '../../../../shared/billing/now.api.ts';
import { KeyFigure, KeyFigures } from '../../../ui/key-figure.tsx';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { ButtonLink, Card } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table.tsx';
import { deadlineOf } from '../months/words.ts';
import { amountText, monthTitle, pesos } from '../words.ts';
import styles from './now.module.css';
import { issueWords, monthWithin, overdueWords } from './words.ts';

// Lazy: the chart library is heavier than the rest of the page.
const CollectionChart = lazyPart(async () => (await import('./collection-chart.tsx')).default);

interface Props {
  books: readonly BillingNow[];
  /** Uploaded spreadsheets with bills not yet issued. */
  drafts: readonly Draft[];
}

/**
 * Cards on the home page of an administrator or accountant, one for each joint: month to issue, debts and
 * collected money.
 * @param books billing of each joint today
 * @param drafts uploaded spreadsheets with bills not yet issued
 */
export function BooksNow({ books, drafts }: Props) {
  return books.map((one) => (
    <Card key={one.jointId} title={books.length === 1 ? 'Facturación' : `Facturación de ${one.jointName}`}>
      <MonthNow of={one} waiting={drafts.filter(({ jointId }) => jointId === one.jointId)} />
      {one.figures && <FiguresNow jointId={one.jointId} figures={one.figures} />}
    </Card>
  ));
}

function MonthNow({ of: { lastIssued, toIssue }, waiting }: { of: BillingNow; waiting: readonly Draft[] }) {
  const [draft] = waiting;
  return (
    <div className="stack-3">
      <p className="bold">{issueWords({ lastIssued, toIssue })}</p>
      {draft ? (
        <p className="anywhere">
          Su planilla «{draft.fileName}» está en curso. {deadlineOf(draft, Date.now()).text}.
        </p>
      ) : (
        toIssue !== null &&
        !toIssue.isPrepared && (
          <div>
            <ButtonLink to="#planilla" variant="secondary">
              Enviar la planilla de {monthWithin(toIssue)}
            </ButtonLink>
          </div>
        )
      )}
    </div>
  );
}

function FiguresNow({
  jointId,
  figures: { receivable, overdue, debtors, months },
}: {
  jointId: number;
  figures: NonNullable<BillingNow['figures']>;
}) {
  const current = months.at(-1);
  return (
    <>
      <KeyFigures>
        <KeyFigure name="Cartera" value={pesos(receivable)} sentence={overdueWords({ overdue, debtors })}>
          <p>
            <Link to={`/BalanceByAge?joint=${jointId}`}>Ver la cartera por edades</Link>
          </p>
        </KeyFigure>
        {current && (
          <KeyFigure
            name={`Recaudo de ${monthWithin(current)}`}
            value={pesos(current.collected)}
            sentence={
              current.billed === 0
                ? 'El mes todavía no tiene cuentas de cobro.'
                : `Se facturaron ${pesos(current.billed)} en el mes.`
            }
          >
            <p>
              <Link to={`/MonthlyPayments?joint=${jointId}`}>Ver los recaudos del mes</Link>
            </p>
          </KeyFigure>
        )}
      </KeyFigures>
      <figure className="stack-2">
        <figcaption className={`wrap ${styles.legend}`}>
          <span className={styles.billed}>Facturado</span>
          <span className={styles.collected}>Recaudado</span>
          <span className="soft">Últimos {months.length} meses</span>
        </figcaption>
        <div className={styles.chart} aria-hidden="true">
          <CollectionChart months={months} />
        </div>
        <details className="more">
          <summary>Ver las cifras</summary>
          <Table
            label="Facturado y recaudado por mes"
            columns={[
              { header: 'Mes', cell: ({ year, month }) => monthTitle(year, month) },
              { header: 'Facturado', cell: ({ billed }) => amountText(billed), align: 'end' },
              {
                header: 'Recaudado',
                cell: (one) => amountText(one.collected),
                align: 'end',
              },
            ]}
            rows={months}
            rowKey={({ year, month }) => `${year}-${month}`}
          />
        </details>
      </figure>
    </>
  );
}
