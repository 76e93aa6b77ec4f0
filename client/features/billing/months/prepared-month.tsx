import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { discardDraft } from '../../../../shared/billing/drafts.api.ts';
import { type BillingMonth, issueMonth, type Relation } from '../../../../shared/billing/months.api.ts';
import { type Day, type Month, monthOf, monthWords } from '../../../../shared/days.ts';
import { defined } from '../../../../shared/defined.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { ReportProgress } from '../../../reports/progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { usePagesByRight } from '../../accounts/index.ts';
import styles from '../billing.module.css';
import { relationQuery, useRefreshBilling } from '../billing.queries.ts';
import { dayWords, pesos } from '../words.ts';
import { BeforeIssue, oddWords, useMark } from './before-issue.tsx';
import { differenceWords, reasonGroupWords } from './difference-words.ts';
import { rateAddress } from './rate-address.ts';
import { RelationTable } from './relation-table.tsx';
import { SheetDifferences } from './sheet-differences.tsx';
import { monthLabel, pastDueWords, reachWords, relationToWords } from './words.ts';

/** Page of the legal rates; open to the platform's staff alone. */
const settingsPage = [{ to: '/Billing/Settings' }];

interface Props {
  jointId: number;
  month: BillingMonth;
  /** Earlier prepared months that can no longer be issued after the issue of the shown month, oldest first. */
  left: readonly BillingMonth[];
  back: ReactNode;
  onMonth: (month: BillingMonth) => void;
  onBack: () => void;
}

/**
 * Shows a month ready for issue: preview of the relación (table of all bills), and the issue form.
 * @param left earlier prepared months, no longer possible to issue afterwards
 * @param back link to the list of months
 * @param onMonth opens another month
 * @param onBack returns to the list, after discarding
 */
export function PreparedMonth({ jointId, month, left, back, onMonth, onBack }: Props) {
  const { draftId } = month;
  const relation = useQuery(relationQuery(jointId, month));
  const [dates, setDates] = useState<Dates | undefined>();
  const mayRate = usePagesByRight(settingsPage).length > 0;
  const dated = useQuery({ ...relationQuery(jointId, month, dates), enabled: dates !== undefined });
  const shown = dated.data ?? relation.data;
  const label = monthLabel(month.year, month.month);
  if (hasCode(relation.error, 'legalRateMissing')) {
    return (
      <Card title={`${label}, sin emitir`} actions={back}>
        <MissingRates jointId={jointId} months={monthsIn(relation.error.details)} mayRate={mayRate} />
        <Stack row>
          {mayRate && (
            <ButtonLink
              to={rateAddress({
                jointId,
                rate: monthsIn(relation.error.details)[0] ?? monthOf(month.year, month.month),
                back: monthOf(month.year, month.month),
              })}
            >
              Registrar la tasa
            </ButtonLink>
          )}
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
        <p>Así quedarían las cuentas si el mes se emitiera con estas fechas. Nada se ha cobrado todavía.</p>
        <QueryView query={relation}>
          {(data) => (
            <IssueForm
              key={`${data.issueDate} ${data.dueDate}`}
              jointId={jointId}
              proposed={data}
              relation={shown ?? data}
              left={left}
              onMonth={onMonth}
              onDates={setDates}
            />
          )}
        </QueryView>
        <Stack row>
          <Discard jointId={jointId} draftId={draftId} label={label} onDone={onBack} />
        </Stack>
      </Card>
      {shown && (
        <Card title="Relación de facturas">
          <RelationTable relation={shown} />
        </Card>
      )}
    </>
  );
}

/** Returns the months named in the details of a server refusal. */
function monthsIn(details: unknown): Month[] {
  const months = typeof details === 'object' && details !== null ? Object.values(details).flat() : [];
  return months.filter((one): one is string => typeof one === 'string');
}

const listed = (months: readonly Month[]): string => new Intl.ListFormat('es').format(months.map(monthWords));

/**
 * Notice that the issue is blocked by months without a legal rate: an older rate is never used, and only a person
 * may decide to charge no interest.
 */
function MissingRates({
  jointId,
  months,
  mayRate,
}: {
  jointId: number;
  months: readonly Month[];
  mayRate: boolean;
}) {
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
        Hay deuda que causa intereses de mora, y la tasa de otro mes no se puede usar.{' '}
        {mayRate
          ? 'Registre la de cada mes, o márquelo sin intereses.'
          : 'Pida a SCAF que registre la de cada mes, o márquelo sin intereses.'}
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
  const discarding = useRequest(
    (id: number) => call(discardDraft, { params: { jointId, draftId: id }, query: { seen: 'prepared' } }),
    { done: 'El mes y su planilla fueron descartados.', next: [onDone, refresh], failed: true },
  );
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

const LOAD_AGAIN =
  'Descarte el mes y cargue la planilla corregida, o cárguela otra vez y elija «No usar» para la columna del total.';
const ISSUE_FAILED = 'No se pudo emitir el mes en estos momentos. Intente nuevamente.';

interface Dates {
  issueDate: Day;
  dueDate: Day;
}

interface IssueValues extends Dates {
  mailOwners: boolean;
  isAccepted: boolean;
}

interface IssueFormProps {
  jointId: number;
  /** Preview for the proposed dates, and preview shown now: for the dates of the last try to issue. */
  proposed: Relation;
  relation: Relation;
  /** Earlier prepared months that can no longer be issued after the issue of the shown month. */
  left: readonly BillingMonth[];
  onMonth: (month: BillingMonth) => void;
  /** Called with other dates than the dates of the preview shown. */
  onDates: (dates: Dates) => void;
}

/** True without bills, or with a bill that differs from the sheet without a known reason. */
const cannotIssue = ({ rows, differences }: Relation): boolean =>
  rows.length === 0 || (differences?.unexplained ?? 0) > 0;

/** Form to issue a month: dates, choice of mails, then 'Emitir' with progress. */
function IssueForm({ jointId, proposed, relation, left, onMonth, onDates }: IssueFormProps) {
  const { differences } = relation;
  const issuing = useIssuing(jointId, relation, onDates);
  const form = useForm({
    initial: (): IssueValues => ({
      issueDate: proposed.issueDate,
      dueDate: proposed.dueDate,
      mailOwners: false,
      isAccepted: false,
    }),
    faultsOf: (typed) => ({
      issueDate: typed.issueDate === '' ? 'Digite la fecha.' : null,
      dueDate: typed.dueDate === '' ? 'Digite la fecha.' : null,
    }),
    isBusy: issuing.report.isBusy,
    onSubmit: (typed) => {
      if (!isRefused) void issuing.issue(typed, { acceptPastDue, isOdd });
    },
  });
  const { issueDate, dueDate, isAccepted } = form.values;
  const pastDue = pastDueWords(dueDate, Date.now());
  const acceptPastDue = pastDue !== null && isAccepted;
  const isRefused = pastDue !== null && !acceptPastDue;
  const isOdd = oddWords(relation, { issueDate, dueDate }, left).length > 0;
  // Other dates give other bills, so they are previewed first.
  const isBlocked = cannotIssue(relation) && issueDate === relation.issueDate && dueDate === relation.dueDate;

  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <IssueDates form={form} />
        {differences !== null && <SheetDifferences differences={differences} mend={LOAD_AGAIN} />}
        <BeforeIssue
          jointId={jointId}
          relation={relation}
          dates={{ issueDate, dueDate }}
          left={left}
          onMonth={onMonth}
          isRefused={form.isTried && isRefused}
        >
          {pastDue !== null && (
            <Checkbox isSelected={acceptPastDue} onChange={(accepted) => form.set({ isAccepted: accepted })}>
              Emitir las cuentas ya vencidas
            </Checkbox>
          )}
        </BeforeIssue>
        <Checkbox {...form.checkbox('mailOwners')}>Enviar las cuentas por correo a los propietarios</Checkbox>
        <Stack row>
          <Button type="submit" isPending={issuing.isPending} isDisabled={isBlocked}>
            Emitir
          </Button>
        </Stack>
        <ReportProgress report={issuing.report} />
      </Stack>
    </form>
  );
}

function IssueDates({ form }: { form: ReturnType<typeof useForm<IssueValues, keyof Dates>> }) {
  return (
    <div className={`grid-4 ${styles.fields}`}>
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
        // Another day needs a new acceptance.
        onChange={(day) => form.set({ dueDate: day, isAccepted: false })}
        description="El último día para pagar los cobros de este mes sin mora."
        isRequired
      />
    </div>
  );
}

/** Reads the bills for the typed dates, asks the person, then issues the month with progress. */
function useIssuing(jointId: number, relation: Relation, onDates: IssueFormProps['onDates']) {
  const { year, month } = relation;
  const refresh = useRefreshBilling();
  const preview = usePreview(jointId, relation);
  const report = useReport(ISSUE_FAILED);
  const issue = async (
    { issueDate, dueDate, mailOwners }: IssueValues,
    { acceptPastDue, isOdd }: { acceptPastDue: boolean; isOdd: boolean },
  ) => {
    const now = await preview.of({ issueDate, dueDate });
    if (now === null) return;
    if (now !== relation) onDates({ issueDate, dueDate });
    if (cannotIssue(now)) return;
    const isSure = await confirm({
      title: `¿Emitir ${monthLabel(year, month)}?`,
      body: <IssueQuestion relation={now} dates={{ issueDate, dueDate }} {...{ mailOwners, isOdd }} />,
      yes: isOdd ? 'Emitir de todos modos' : 'Emitir',
      no: 'Cancelar',
      danger: true,
    });
    if (!isSure) return;
    await report.follow(() =>
      call(issueMonth, {
        params: { jointId, year, month },
        body: {
          issueDate,
          dueDate,
          ...defined({
            figures: now.figures ?? undefined,
            acceptPastDue: acceptPastDue ? acceptPastDue : undefined,
            mailOwners: mailOwners ? mailOwners : undefined,
          }),
        },
      }),
    );
    // Refetches also after a failure: the bills may be numbered without invoices.
    await refresh();
  };
  return { issue, report, isPending: report.isBusy || preview.isPending };
}

/** Question before the issue, with the total, the differences from the sheet with reasons, and the mails. */
function IssueQuestion({
  relation,
  dates: { issueDate, dueDate },
  mailOwners,
  isOdd,
}: {
  relation: Relation;
  dates: Dates;
  mailOwners: boolean;
  isOdd: boolean;
}) {
  const { rows, totals, differences } = relation;
  const bills = counted(rows.length, 'cuenta de cobro', 'cuentas de cobro');
  return (
    <>
      <p>
        Se numeran {bills} por un total de {pesos(totals.total)}, con fecha {dayWords(issueDate)} y
        vencimiento {dayWords(dueDate)}.
      </p>
      {differences !== null && differences.units > 0 && (
        <p>
          {differenceWords(differences)}. {differences.reasons.map(reasonGroupWords).join(' ')}
        </p>
      )}
      <p>
        {relationToWords(relation.relationTo)}
        {mailOwners &&
          ` Cada cuenta se envía a sus propietarios. ${reachWords(relation.reachable, rows.length)}`}
      </p>
      {isOdd && <p>Sobre el botón está lo que conviene revisar antes.</p>}
      <p>
        <strong>No se puede deshacer.</strong> Un mes emitido no se cambia: se corrige con notas o anulando
        cuentas.
      </p>
    </>
  );
}

/** Reads the preview of a month for the dates of the issue, if other than the dates of the preview shown. */
function usePreview(jointId: number, shown: Relation) {
  const client = useQueryClient();
  const reading = useRequest((dates: Dates) => client.fetchQuery(relationQuery(jointId, shown, dates)), {
    failed: true,
  });
  const of = async (dates: Dates): Promise<Relation | null> => {
    if (dates.issueDate === shown.issueDate && dates.dueDate === shown.dueDate) return shown;
    return reading.mutateAsync(dates).catch(() => null);
  };
  return { of, isPending: reading.isPending };
}
