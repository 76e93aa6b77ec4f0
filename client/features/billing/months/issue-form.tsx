import { type BillingMonth, issueMonth, type Relation } from '../../../../shared/billing/months.api.ts';
import { call } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { ReportProgress } from '../../../reports/report-progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { dayWords, pesos, unbroken } from '../billing-words.ts';
import {
  earlyInterestWords,
  leftBehindWords,
  monthLabel,
  monthsWords,
  pastDueWords,
  reachWords,
  relationToWords,
} from './month-words.ts';

const FAILED = 'No se pudo emitir el mes en estos momentos. Intente nuevamente.';

interface Props {
  jointId: number;
  relation: Relation;
  /** Earlier months that could not be issued any more. */
  left: readonly BillingMonth[];
}

/** When, until when, whether by mail; then 'Emitir', with how far it is. */
export function IssueForm({ jointId, relation, left }: Props) {
  const { year, month, rows, totals } = relation;
  const refresh = useRefreshBilling();
  const issuing = useReport(FAILED);
  const form = useForm({
    initial: () => ({
      issueDate: relation.issueDate,
      dueDate: relation.dueDate,
      mailOwners: false,
      isAccepted: false,
    }),
    faultsOf: (typed) => ({
      issueDate: typed.issueDate === '' ? 'Digite la fecha.' : null,
      dueDate: typed.dueDate === '' ? 'Digite la fecha.' : null,
    }),
    isBusy: issuing.isBusy,
    onSubmit: () => void issue(),
  });
  const { issueDate, dueDate, mailOwners, isAccepted } = form.values;
  const pastDue = pastDueWords(dueDate, Date.now());
  const acceptPastDue = pastDue !== null && isAccepted;
  const isRefused = pastDue !== null && !acceptPastDue;
  const label = monthLabel(year, month);
  const reach = reachWords(relation.reachable, rows.length);
  const bills = rows.length === 1 ? '1 cuenta de cobro' : `${count(rows.length)} cuentas de cobro`;

  const issue = async () => {
    if (isRefused) return;
    const early = totals.currentInterest > 0 ? earlyInterestWords({ year, month }, issueDate) : null;
    const isSure = await confirm({
      title: `¿Emitir ${label}?`,
      body: (
        <>
          <p>
            Se numeran {bills} por un total de {unbroken(pesos(totals.total))}, con fecha{' '}
            {dayWords(issueDate)} y vencimiento {dayWords(dueDate)}.
          </p>
          {pastDue !== null && (
            <p>
              <strong>{pastDue}</strong>
            </p>
          )}
          <p>
            {relationToWords(relation.relationTo)}
            {mailOwners && ` Cada cuenta se envía a sus propietarios. ${reach}`}
          </p>
          {early !== null && <p>{early}</p>}
          {left.length > 0 && (
            <p>
              <strong>Queda sin emitir {monthsWords(left)}.</strong> {leftBehindWords(left, label)}
            </p>
          )}
          <p>
            <strong>No se puede deshacer.</strong> Un mes emitido no se cambia: se corrige con notas o
            anulando cuentas.
          </p>
        </>
      ),
      yes: left.length === 0 ? 'Emitir' : 'Emitir de todos modos',
      no: 'Cancelar',
      danger: true,
    });
    if (!isSure) return;
    await issuing.follow(() =>
      call(issueMonth, {
        params: { jointId, year, month },
        body: {
          ...{ issueDate, dueDate },
          ...(acceptPastDue ? { acceptPastDue } : {}),
          ...(mailOwners ? { mailOwners } : {}),
        },
      }),
    );
    // Also where it failed: the bills may be numbered, and their invoices not made.
    await refresh();
  };

  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <div className={styles.fields}>
          <TextField
            label="Fecha de emisión"
            type="date"
            {...form.checked('issueDate')}
            description="Los movimientos hasta ese día entran en las cuentas; desde entonces no se registran en él."
            isRequired
          />
          <TextField
            label="Fecha de vencimiento"
            type="date"
            {...form.checked('dueDate')}
            // Another day is asked about anew.
            onChange={(day) => form.set({ dueDate: day, isAccepted: false })}
            description="El último día para pagar los cobros de este mes sin mora."
            isRequired
          />
        </div>
        {pastDue !== null && (
          <Notice kind={form.isTried && isRefused ? 'error' : 'warning'} title={pastDue}>
            <p>
              Quien las reciba ya estaría en mora. Elija una fecha por venir, o confirme que las emite así.
            </p>
            <Checkbox isSelected={acceptPastDue} onChange={(accepted) => form.set({ isAccepted: accepted })}>
              Emitir las cuentas ya vencidas
            </Checkbox>
          </Notice>
        )}
        <Checkbox isSelected={mailOwners} onChange={(wanted) => form.set({ mailOwners: wanted })}>
          Enviar las cuentas por correo a los propietarios
        </Checkbox>
        <Stack row>
          <Button type="submit" isPending={issuing.isBusy} isDisabled={rows.length === 0}>
            Emitir
          </Button>
        </Stack>
        <ReportProgress report={issuing} />
      </Stack>
    </form>
  );
}
