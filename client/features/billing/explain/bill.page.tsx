import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { type Bill, explainBill, getBill } from '../../../../shared/billing/bills.api.ts';
import { billReport } from '../../../../shared/billing/reports.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { ReportButton } from '../../../reports/report-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { dayWords, monthTitle, pesos } from '../billing-words.ts';
import { chooseUnit } from '../own/chosen-unit.store.ts';
import { carriedWords, standingWords } from '../own/standing-words.ts';
import { useWhy } from '../own/use-debtor.ts';
import { billingTexts } from '../texts.ts';
import styles from './explain.module.css';
import { Lines } from './lines.tsx';

/** '/Bills/:jointId/:bill': a bill, and why it is what it is. */
export default function BillPage() {
  const params = useParams();
  const of = { jointId: Number(params.jointId), bill: Number(params.bill) };
  const bill = useQuery({
    queryKey: ['bill', of.jointId, of.bill],
    queryFn: ({ signal }) => call(getBill, { params: of, signal }),
  });
  return (
    <Page title={`Cuenta de Cobro ${params.bill}`} actions={bill.data && <Back bill={bill.data} />}>
      <QueryView query={bill} page failed={messageOf(bill.error, billingTexts.notLoaded)}>
        {(data) => (
          <>
            <Facts bill={data} />
            <Why bill={data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** To the other bills of the same unit. */
function Back({ bill: { jointId, apartmentId } }: { bill: Bill }) {
  return (
    <Link to="/Bills" onClick={() => chooseUnit(jointId, apartmentId)}>
      Todas las cuentas de cobro del inmueble
    </Link>
  );
}

function Facts({ bill }: { bill: Bill }) {
  const { jointId, apartmentId, units, discount, annulled, standing } = bill;
  const others = units.filter((unit) => unit !== apartmentId);
  const input = (xlsx?: true) => ({
    params: { bill: bill.bill },
    query: { jointId, ...(xlsx ? { xlsx } : {}) },
  });
  return (
    <Card title={monthTitle(bill.year, bill.month)}>
      {annulled && (
        <Notice kind="warning" title={`Anulada el ${dayWords(annulled.date)}`}>
          <p>{annulled.reason}</p>
        </Notice>
      )}
      <Standing bill={bill} />
      {discount && standing.state === 'pending' && standing.carriedBy === null && (
        <Notice
          kind="success"
          title={`Si paga hasta el ${dayWords(discount.until)}: ${pesos(discount.total)}`}
        >
          <p>Es un descuento por pronto pago de {pesos(discount.amount)}.</p>
        </Notice>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Inmueble</dt>
          <dd>{others.length === 0 ? apartmentId : `${apartmentId}, con ${others.join(', ')}`}</dd>
        </div>
        <div>
          <dt>Propietario</dt>
          <dd>{bill.owner || '—'}</dd>
        </div>
        <div>
          <dt>Emitida el</dt>
          <dd>{dayWords(bill.issueDate)}</dd>
        </div>
        <div>
          <dt>Vence el</dt>
          <dd>{dayWords(bill.dueDate)}</dd>
        </div>
        <div>
          <dt>Pagado desde la cuenta anterior</dt>
          <dd>{pesos(bill.previousPayment)}</dd>
        </div>
        <div>
          <dt>Cuotas vencidas</dt>
          <dd>{bill.overdueInstalments}</dd>
        </div>
        <div>
          <dt>Referencia de pago</dt>
          <dd>{bill.reference}</dd>
        </div>
      </dl>
      <div className={styles.acts}>
        <ReportButton report={billReport} input={input()} look={{ variant: 'secondary' }}>
          Exportar en PDF
        </ReportButton>
        <ReportButton report={billReport} input={input(true)} look={{ variant: 'secondary' }}>
          Exportar en Excel
        </ReportButton>
      </div>
    </Card>
  );
}

/** What is to be paid of it today, large; what it came to when it was issued, where that is something else. */
function Standing({ bill: { jointId, total, standing } }: { bill: Bill }) {
  const { state, left, carriedBy } = standing;
  const isOpen = state === 'pending' || state === 'partly';
  const words = standingWords(standing, total);
  return (
    <>
      <p className={cx(styles.total, state === 'paid' && styles.paid)}>
        <span>{isOpen ? openTitle(carriedBy) : total < 0 ? 'Saldo a favor' : words}</span>
        <strong>{pesos(isOpen ? left : Math.abs(total))}</strong>
      </p>
      {isOpen && left !== total && (
        <p>
          {words}. La cuenta se emitió por {pesos(total)}.
        </p>
      )}
      {carriedBy !== null && (
        <Notice kind="warning" title={`${carriedWords(standing)}.`}>
          <p>
            Pague la última: <Link to={`/Bills/${jointId}/${carriedBy}`}>Cuenta de cobro {carriedBy}</Link>
          </p>
        </Notice>
      )}
    </>
  );
}

const openTitle = (carriedBy: number | null): string =>
  carriedBy === null ? 'Total a pagar' : 'Sin pagar de esta cuenta';

function Why({ bill }: { bill: Bill }) {
  const title = useWhy();
  const { jointId } = bill;
  const explanation = useQuery({
    queryKey: ['explanation', jointId, bill.bill],
    queryFn: ({ signal }) => call(explainBill, { params: { jointId, bill: bill.bill }, signal }),
  });
  return (
    <Card title={bill.standing.left > 0 ? title : 'Detalle'}>
      <p className={styles.hint}>
        Abra cualquier valor para ver de dónde sale. Todo está como se registró hasta el{' '}
        {dayWords(bill.issueDate)}, cuando se emitió la cuenta.
      </p>
      <QueryView query={explanation} failed={messageOf(explanation.error, billingTexts.notLoaded)}>
        {(data) => <Lines bill={bill} explanation={data} />}
      </QueryView>
    </Card>
  );
}
