import { useState } from 'react';
import { type BillMovement, type BillStanding, listBills } from '../../../../shared/billing/bills.api.ts';
import { billReport } from '../../../../shared/billing/reports.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { cx } from '../../../ui/cx.ts';
import { ButtonLink, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { billingTexts, monthTitle, pesos, totalOf } from '../words.ts';
import billStateStyles from './bill-state.module.css';
import styles from './own.module.css';
import { carriedWords, standingWords } from './standing-words.ts';
import { UnitPicker } from './unit-picker.tsx';
import { useWhy, WHY_HASH } from './use-debtor.ts';

/**
 * Page '/Bills': bills of a chosen unit with payment state, each with a link to the explanation of the
 * amounts.
 */
export default function BillsPage() {
  return (
    <Page title="Cuentas de Cobro">
      <UnitPicker>{(unit) => <Bills jointId={unit.jointId} apartmentId={unit.apartmentId} />}</UnitPicker>
    </Page>
  );
}

function Bills({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
  const [format, setFormat] = useState<Format>('pdf');
  return (
    <QueryView
      query={queryOf(['bills', jointId, apartmentId], listBills, { params: { jointId, apartmentId } })}
      page
      failed={billingTexts.notLoaded}
      empty={billingTexts.noBills}
    >
      {(data) => {
        // Units billed together may have separate earlier bills.
        const isOfSeveral = new Set(data.map((bill) => bill.apartmentId)).size > 1;
        return (
          <>
            <FormatChoice value={format} onChange={setFormat} />
            <Table
              label="Cuentas de Cobro"
              columns={[
                { header: 'Mes', cell: ({ year, month }) => monthTitle(year, month) },
                {
                  header: 'Cuenta de Cobro',
                  cell: (one) => (
                    <span className={styles.bill}>
                      {one.bill}
                      {isOfSeveral && <span className="soft block regular">Inmueble {one.apartmentId}</span>}
                      <BillState standing={one.standing} total={totalOf(one)} />
                    </span>
                  ),
                },
                {
                  header: 'Total a Pagar',
                  cell: (one) => (
                    <span className={one.annulled ? styles.gone : undefined}>{pesos(totalOf(one))}</span>
                  ),
                  align: 'end',
                },
                {
                  header: 'Acciones',
                  cell: (one) => (
                    <BillButtons
                      jointId={jointId}
                      movement={one}
                      format={format}
                      isNewest={one === data[0]}
                    />
                  ),
                },
              ]}
              rows={data}
              rowKey={({ bill }) => bill}
              empty={billingTexts.noBills}
              pageSize={24}
            />
          </>
        );
      }}
    </QueryView>
  );
}

function BillButtons({
  jointId,
  movement,
  format,
  isNewest,
}: {
  jointId: number;
  movement: BillMovement;
  format: Format;
  isNewest: boolean;
}) {
  const { bill } = movement;
  const why = useWhy();
  const act = movement.standing.left > 0 ? why : 'Ver detalle';
  return (
    <div className={`wrap-3 top ${styles.acts}`}>
      <ButtonLink
        to={`/Bills/${jointId}/${bill}${act === why ? WHY_HASH : ''}`}
        size="small"
        variant={isNewest ? 'primary' : 'secondary'}
        label={`${act} Cuenta de cobro ${bill}`}
      >
        {act}
      </ButtonLink>
      <ReportButton
        report={billReport}
        input={{ params: { bill }, query: { jointId, ...inFormat(format) } }}
        look={{ variant: 'secondary', size: 'small', 'aria-label': `Exportar cuenta de cobro ${bill}` }}
      >
        Exportar
      </ReportButton>
    </div>
  );
}

/**
 * State of a bill today (paid, partly paid, overdue), shown below the bill number, so the total is not paid twice.
 */
function BillState({ standing, total }: { standing: BillStanding; total: number }) {
  const carried = carriedWords(standing);
  return (
    <span className={billStateStyles.state}>
      <span className={cx('strong', billStateStyles[standing.state])}>{standingWords(standing, total)}</span>
      {carried !== '' && <span className="faint block regular">{carried}</span>}
    </span>
  );
}
