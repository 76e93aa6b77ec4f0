import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import {
  type Bill,
  type BillExplanation,
  explainBill,
  getBill,
} from '../../../../shared/billing/bills.api.ts';
import { contactLine, rateInForceWords } from '../../../../shared/billing/letterhead.ts';
import { billReport } from '../../../../shared/billing/reports.api.ts';
import { monthOf } from '../../../../shared/days.ts';
import { defined } from '../../../../shared/defined.ts';
import { messageOf } from '../../../lib/api.ts';
import { queryOf } from '../../../lib/query.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Card, Notice, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { settlementQuery, whereToPayQuery } from '../billing.queries.ts';
import { chooseUnit } from '../own/chosen-unit.store.ts';
import { carriedWords, standingWords } from '../own/standing-words.ts';
import { useDebtor, useWhy, WHY_HASH } from '../own/use-debtor.ts';
import { WhereToPay } from '../own/where-to-pay.tsx';
import { settlementWords } from '../settlement-words.ts';
import { billingTexts, dayWords, monthTitle, pesos } from '../words.ts';
import styles from './explain.module.css';
import {
  allocationWords,
  type InterestItem,
  type Item,
  interestWords,
  leftWords,
  originOf,
  reckoningWords,
  sinceOrigin,
  sinceTitle,
  titleOf,
} from './movement-words.ts';

/**
 * Page '/Bills/:jointId/:bill': a bill with the explanation of each amount: charges, payments, and the
 * calculation of late interest.
 */
export default function BillPage() {
  const params = useParams();
  const of = { jointId: Number(params.jointId), bill: Number(params.bill) };
  const bill = useQuery(queryOf(['bill', of.jointId, of.bill], getBill, { params: of }));
  // The payment details and the amount of today stand in the middle of the bill. Loading them later would push the rest.
  const ways = useQuery({ ...whereToPayQuery(of.jointId), enabled: useDebtor() === 'Usted' });
  const settling = useQuery({
    ...settlementQuery(of.jointId, bill.data?.apartmentId ?? ''),
    enabled: bill.data !== undefined && isToPay(bill.data),
  });
  const whole = ways.isLoading || settling.isLoading ? { ...bill, data: undefined } : bill;
  return (
    <Page title={`Cuenta de Cobro ${params.bill}`} actions={whole.data && <Back bill={whole.data} />}>
      <QueryView query={whole} page failed={messageOf(bill.error, billingTexts.notLoaded)}>
        {(data) => (
          <>
            <BillFacts bill={data} />
            <Why bill={data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** True if the bill itself is to be paid, and no later bill carries its debt. */
const isToPay = ({ standing: { state, carriedBy } }: Pick<Bill, 'standing'>): boolean =>
  (state === 'pending' || state === 'partly') && carriedBy === null;

/** Link from a bill to the other bills of the same unit. */
function Back({ bill: { jointId, apartmentId } }: { bill: Bill }) {
  return (
    <Link to="/Bills" onClick={() => chooseUnit(jointId, apartmentId)}>
      Todas las cuentas de cobro del inmueble
    </Link>
  );
}

function BillFacts({ bill }: { bill: Bill }) {
  const { jointId, apartmentId, units, discount, annulled, standing } = bill;
  const others = units.filter((unit) => unit !== apartmentId);
  const debtor = useDebtor();
  const input = (xlsx?: true) => ({
    params: { bill: bill.bill },
    query: { jointId, ...defined({ xlsx: xlsx ? xlsx : undefined }) },
  });
  return (
    <Card title={monthTitle(bill.year, bill.month)}>
      {annulled && (
        <Notice kind="warning" title={`Anulada el ${dayWords(annulled.date)}`}>
          <p>{annulled.reason}</p>
        </Notice>
      )}
      <AmountToPay bill={bill} />
      {discount && standing.state === 'pending' && standing.carriedBy === null && (
        <Notice
          kind="success"
          title={`Si paga hasta el ${dayWords(discount.until)}: ${pesos(discount.total)}`}
        >
          <p>Es un descuento por pronto pago de {pesos(discount.amount)}.</p>
        </Notice>
      )}
      <Figures
        className={styles.facts}
        items={[
          ['Inmueble', others.length === 0 ? apartmentId : `${apartmentId}, con ${others.join(', ')}`],
          ['Propietario', bill.owner || '—'],
          ['Emitida el', dayWords(bill.issueDate)],
          ['Vence el', dayWords(bill.dueDate)],
          ...paidWords(bill),
          ['Referencia de pago', bill.reference],
        ]}
      />
      <div className={`wrap-3 top ${styles.acts}`}>
        <ReportButton report={billReport} input={input()} look={{ variant: 'secondary' }}>
          Exportar en PDF
        </ReportButton>
        <ReportButton report={billReport} input={input(true)} look={{ variant: 'secondary' }}>
          Exportar en Excel
        </ReportButton>
      </div>
      {debtor === 'Usted' && standing.left > 0 && standing.carriedBy === null && (
        <WhereToPay jointId={jointId} references={[bill]} />
      )}
      <Letterhead bill={bill} />
    </Card>
  );
}

/** Letterhead, interest rate and legal text of a bill, as stored at the issue. */
function Letterhead({ bill: { letterhead, year, month } }: { bill: Bill }) {
  const { rate, legalText } = letterhead;
  const contact = contactLine(letterhead);
  return (
    <div className="stack-1 faint anywhere">
      {rate !== null && <p>{rateInForceWords(rate, monthOf(year, month))}</p>}
      {legalText !== '' && <p>{legalText}</p>}
      {contact !== '' && <p>{contact}</p>}
    </div>
  );
}

/**
 * Facts of a bill, as label and value: payment since the previous bill, overdue instalments. Leaves out zero
 * values.
 */
function paidWords({ previousPayment, overdueInstalments }: Bill): [string, ReactNode][] {
  return [
    ...(previousPayment === 0
      ? []
      : [['Pagado desde la cuenta anterior', pesos(previousPayment)] as [string, string]]),
    ...(overdueInstalments === 0 ? [] : [['Cuotas vencidas', overdueInstalments] as [string, number]]),
  ];
}

/** Amount of a bill to pay today in large type, and the original total if different. */
function AmountToPay({ bill: { jointId, apartmentId, total, standing } }: { bill: Bill }) {
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
      {isToPay({ standing }) && <Settling of={{ jointId, apartmentId }} total={left} />}
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

/** Exact amount to settle the whole account today, if different from the open amount of the bill. */
function Settling({ of, total }: { of: { jointId: number; apartmentId: string }; total: number }) {
  const { data } = useQuery(settlementQuery(of.jointId, of.apartmentId));
  const words = data === undefined ? '' : settlementWords(data, total);
  return words === '' ? null : <p className="strong">{words}.</p>;
}

const openTitle = (carriedBy: number | null): string =>
  carriedBy === null ? 'Total a pagar' : 'Sin pagar de esta cuenta';

function Why({ bill }: { bill: Bill }) {
  const title = useWhy();
  const { jointId } = bill;
  const box = useRef<HTMLDivElement>(null);
  const explanation = useQuery(
    queryOf(['explanation', jointId, bill.bill], explainBill, { params: { jointId, bill: bill.bill } }),
  );
  const isAsked = useLocation().hash === WHY_HASH;
  const isRead = explanation.isSuccess;
  // The question '¿Por qué debo esto?' opens at the answer, not at the head of the bill.
  useEffect(() => {
    if (isAsked && isRead) box.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, isRead]);
  return (
    <div ref={box} className={styles.why}>
      <Card title={bill.standing.left > 0 || isAsked ? title : 'Detalle'}>
        <p className="faint">
          Abra cualquier valor para ver de dónde sale. Los valores son los de la cuenta, del{' '}
          {dayWords(bill.issueDate)}; debajo está lo registrado desde entonces.
        </p>
        <QueryView query={explanation} failed={messageOf(explanation.error, billingTexts.notLoaded)}>
          {(data) => (
            <>
              <Lines explanation={data} />
              <Since explanation={data} total={bill.total} />
            </>
          )}
        </QueryView>
      </Card>
    </div>
  );
}

/** Movements since the bill, from the total of the bill to the balance of today. */
function Since({ explanation: { since, balance }, total }: { explanation: BillExplanation; total: number }) {
  const debtor = useDebtor();
  return (
    <>
      <p className={`bold ${styles.sum}`}>
        <span>Total de la cuenta</span>
        <strong>{pesos(total)}</strong>
      </p>
      {since.length > 0 && (
        <ul className={`stack-4 ${styles.movements}`} aria-label="Desde entonces">
          {since.map((movement, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: movements are only added at the end
            <li key={at} className={`stack-1 ${styles.movement}`}>
              <p className={`strong ${styles.head}`}>
                <span>{sinceTitle(movement)}</span>
                <strong>{pesos(movement.amount)}</strong>
              </p>
              <p>{sinceOrigin(movement)}</p>
            </li>
          ))}
        </ul>
      )}
      {since.length > 0 && (
        <p className={`bold ${styles.sum}`}>
          <span>{balance < 0 ? 'Saldo a favor hoy' : `${debtor} debe hoy`}</span>
          <strong>{pesos(Math.abs(balance))}</strong>
        </p>
      )}
    </>
  );
}

type Line = BillExplanation['lines'][number];

/** Lines of a bill. Each figure opens to show the movements behind the amount. */
function Lines({ explanation }: { explanation: BillExplanation }) {
  return (
    <ul className={`stack-4 ${styles.lines}`}>
      {explanation.lines.map((line) => (
        <li key={line.position} className={`stack-2 ${styles.line}`}>
          <h3>{line.concept}</h3>
          <Figure line={line} isOverdue={false} />
          <Figure line={line} isOverdue />
        </li>
      ))}
    </ul>
  );
}

/**
 * Amount of a bill line for the billed month or for earlier months. Opens to show the movements behind the amount.
 */
function Figure({ line, isOverdue }: { line: Line; isOverdue: boolean }) {
  const amount = isOverdue ? line.overdueFee : line.periodFee;
  const items = line.items.filter(({ overdue }) => overdue === isOverdue);
  if (items.length === 0) return null;
  return (
    <details className={styles.figure}>
      <summary>
        <span>{amountName(amount, isOverdue)}</span>
        <strong>{pesos(amount)}</strong>
      </summary>
      <ul className={`stack-4 ${styles.movements}`}>
        {items.map((item) => (
          <Movement key={item.item} item={item} />
        ))}
      </ul>
      {items.length > 1 && (
        <p className={`bold ${styles.sum}`}>
          <span>Suma</span>
          <strong>{pesos(amount)}</strong>
        </p>
      )}
    </details>
  );
}

function amountName(amount: number, isOverdue: boolean): string {
  if (amount < 0) return 'A favor';
  return isOverdue ? 'Pendiente de antes' : 'De este mes';
}

/** Ledger movement behind a figure of a bill: origin, allocations and open amount. */
function Movement({ item }: { item: Item }) {
  return (
    <li className={`stack-1 ${styles.movement}`}>
      <p className={`strong ${styles.head}`}>
        <span>{titleOf(item)}</span>
        <strong data-open={item.open}>{pesos(item.open)}</strong>
      </p>
      <p>{originOf(item)}</p>
      {item.interest.map((line) => (
        <Interest key={`${line.source} ${line.month} ${line.principal}`} item={item} line={line} />
      ))}
      {item.allocations.length > 0 && (
        <ul className={`stack-4 ${styles.notes}`}>
          {item.allocations.map((allocation, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed at the issue of the bill
            <li key={at}>{allocationWords(item, allocation)}</li>
          ))}
        </ul>
      )}
      {item.allocations.length > 0 && <p className="strong">{leftWords(item)}</p>}
    </li>
  );
}

/** Late interest as a calculation for a check by hand: unpaid capital, days if counted, and rate. */
function Interest({ item, line }: { item: Item; line: InterestItem }) {
  const { steps, rate } = reckoningWords(line);
  return (
    <div className={styles.interest}>
      <p>{interestWords(item, line)}.</p>
      {steps.map((step, at) => (
        <p key={step} className={cx('tabular', at === steps.length - 1 && 'large')}>
          {step}
        </p>
      ))}
      <p className="faint">Tasa: {rate}.</p>
    </div>
  );
}
