import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { discardDraft } from '../../../../shared/billing/drafts.api.ts';
import { type BillingMonth, issueMonth, type Relation } from '../../../../shared/billing/months.api.ts';
import { setInterestFreeMonth } from '../../../../shared/billing/settings.api.ts';
import { type Month, monthWords } from '../../../../shared/days.ts';
import { call, hasCode, messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { ReportProgress } from '../../../reports/report-progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../billing.module.css';
import { relationQuery, useRefreshBilling } from '../billing.queries.ts';
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
import { RelationTable } from './relation-table.tsx';

interface Props {
  jointId: number;
  month: BillingMonth;
  /** Earlier months that could not be issued after it, in their order. */
  left: readonly BillingMonth[];
  back: ReactNode;
  onMonth: (month: BillingMonth) => void;
  onBack: () => void;
}

/** A month that can be issued: what its relación would be, and the act itself. */
export function PreparedMonth({ jointId, month, left, back, onMonth, onBack }: Props) {
  const { draftId } = month;
  const relation = useQuery(relationQuery(jointId, month));
  const label = monthLabel(month.year, month.month);
  if (hasCode(relation.error, 'legalRateMissing')) {
    return (
      <Card title={`${label}, sin emitir`} actions={back}>
        <MissingRates jointId={jointId} months={monthsIn(relation.error.details)} />
        <Stack row>
          <ButtonLink to="/Billing/Settings">Registrar la tasa</ButtonLink>
          <Button variant="secondary" onPress={() => void relation.refetch()}>
            Intentar de nuevo
          </Button>
          <Discard jointId={jointId} draftId={draftId} label={label} onDone={onBack} />
        </Stack>
      </Card>
    );
  }
  return (
    <>
      <Card title={`${label}, sin emitir`} actions={back}>
        {left.length > 0 && (
          <Notice kind="warning" title={`Antes está ${monthsWords(left)}, sin emitir.`}>
            <p>{leftBehindWords(left, label)}</p>
            <Stack row>
              {left.map((earlier) => (
                <Button
                  key={`${earlier.year} ${earlier.month}`}
                  variant="secondary"
                  onPress={() => onMonth(earlier)}
                >
                  Ver {monthLabel(earlier.year, earlier.month)}
                </Button>
              ))}
            </Stack>
          </Notice>
        )}
        {relation.data && relation.data.interestFree.length > 0 && (
          <InterestFree jointId={jointId} months={relation.data.interestFree} />
        )}
        <p>Así quedarían las cuentas si el mes se emitiera hoy. Nada se ha cobrado todavía.</p>
        <QueryView query={relation}>
          {(data) => (
            <IssueForm
              key={`${data.issueDate} ${data.dueDate}`}
              jointId={jointId}
              relation={data}
              left={left}
            />
          )}
        </QueryView>
        <Stack row>
          <Discard jointId={jointId} draftId={draftId} label={label} onDone={onBack} />
        </Stack>
      </Card>
      {relation.data && (
        <Card title="Relación de facturas">
          <RelationTable relation={relation.data} />
        </Card>
      )}
    </>
  );
}

/** The months that a refusal names. */
function monthsIn(details: unknown): Month[] {
  const given = typeof details === 'object' && details !== null ? Object.values(details).flat() : [];
  return given.filter((one): one is string => typeof one === 'string');
}

const listed = (months: readonly Month[]): string => new Intl.ListFormat('es').format(months.map(monthWords));

/** What stops the month: an older rate is never taken, and nobody decides for the joint that it charges none. */
function MissingRates({ jointId, months }: { jointId: number; months: readonly Month[] }) {
  const marking = useMark(jointId);
  const ask = async (month: Month) => {
    const isSure = await confirm({
      title: `¿No cobrar intereses de mora de ${monthWords(month)}?`,
      body: 'Solo en esta copropiedad. La vista previa, la relación y las cuentas lo dirán. Después de emitir, los intereses de ese mes no se cobran.',
      yes: 'Marcar sin intereses',
      no: 'Cancelar',
    });
    if (isSure) marking.mutate({ month, interestFree: true });
  };
  return (
    <Notice kind="error" title={`Falta la tasa máxima legal de ${listed(months)}.`}>
      <p>
        Hay deuda que causa intereses de mora, y la tasa de otro mes no se puede usar. Registre la de cada
        mes, o márquelo sin intereses.
      </p>
      <Stack row>
        {months.map((month) => (
          <Button
            key={month}
            variant="secondary"
            onPress={() => void ask(month)}
            isPending={marking.isPending && marking.variables.month === month}
          >
            Marcar {monthWords(month)} sin intereses
          </Button>
        ))}
      </Stack>
    </Notice>
  );
}

/** That months bear no interest because of their mark, which can be taken away until the issue. */
function InterestFree({ jointId, months }: { jointId: number; months: readonly Month[] }) {
  const marking = useMark(jointId);
  return (
    <Notice kind="warning" title={`Sin intereses de mora: ${listed(months)}.`}>
      <p>
        Al emitir, los intereses de mora de {months.length === 1 ? 'ese mes' : 'esos meses'} no se cobran ni
        después.
      </p>
      <Stack row>
        {months.map((month) => (
          <Button
            key={month}
            variant="secondary"
            onPress={() => marking.mutate({ month, interestFree: false })}
            isPending={marking.isPending && marking.variables.month === month}
          >
            Quitar la marca de {monthWords(month)}
          </Button>
        ))}
      </Stack>
    </Notice>
  );
}

function useMark(jointId: number) {
  const refresh = useRefreshBilling();
  return useMutation({
    mutationFn: (body: { month: Month; interestFree: boolean }) =>
      call(setInterestFreeMonth, { params: { jointId }, body }),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error)),
  });
}

function Discard({
  jointId,
  draftId,
  label,
  onDone,
}: {
  jointId: number;
  draftId: number | null;
  label: string;
  onDone: () => void;
}) {
  const refresh = useRefreshBilling();
  const discarding = useMutation({
    mutationFn: (id: number) => call(discardDraft, { params: { jointId, draftId: id } }),
    onSuccess: async () => {
      toast.success('El mes y su planilla fueron descartados.');
      onDone();
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (draftId === null) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: `¿Descartar ${label}?`,
      body: 'Se descartan el mes cargado y su planilla; después podrá cargar otra. El archivo se conserva.',
      yes: 'Descartar',
      danger: true,
    });
    if (isSure) discarding.mutate(draftId);
  };
  return (
    <Button variant="secondary" onPress={() => void ask()} isPending={discarding.isPending}>
      Descartar el mes y su planilla
    </Button>
  );
}

const FAILED = 'No se pudo emitir el mes en estos momentos. Intente nuevamente.';

interface IssueFormProps {
  jointId: number;
  relation: Relation;
  /** Earlier months that could not be issued any more. */
  left: readonly BillingMonth[];
}

/** When, until when, whether by mail; then 'Emitir', with how far it is. */
function IssueForm({ jointId, relation, left }: IssueFormProps) {
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
  const bills = counted(rows.length, 'cuenta de cobro', 'cuentas de cobro');

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
