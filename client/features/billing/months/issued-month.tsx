import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { annulBill } from '../../../../shared/billing/bills.api.ts';
import {
  type BillingMonth,
  mailMonth,
  type Relation,
  type RelationRow,
} from '../../../../shared/billing/months.api.ts';
import { billReport, billsRelationshipReport, billsReport } from '../../../../shared/billing/reports.api.ts';
import { monthWords } from '../../../../shared/days.ts';
import { call, hasCode, messageOf } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { ReportProgress } from '../../../reports/progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Button, Card, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { relationQuery, useRefreshBilling } from '../billing.queries.ts';
import { UnitCell } from '../unit-cell.tsx';
import { amountText, dayWords, pesos } from '../words.ts';
import { RelationTable } from './relation-table.tsx';
import { monthLabel, reachWords } from './words.ts';

interface Props {
  jointId: number;
  month: BillingMonth;
  back: ReactNode;
}

/**
 * Shows an issued month with documents, mails and bills.
 * @param month month as listed; the shown data are fetched
 * @param back link to the list of months
 */
export function IssuedMonth({ jointId, month: listedMonth, back }: Props) {
  const { year, month, issueDate, dueDate, bills } = listedMonth;
  const relation = useQuery(relationQuery(jointId, listedMonth));
  const label = monthLabel(year, month);
  return (
    <>
      <Card title={`${label}, emitido`} actions={back}>
        {bills && (
          <Figures
            items={[
              ['Cuentas', count(bills.quantity)],
              ['Números', `${bills.first} a ${bills.last}`],
              ['Anuladas', count(bills.annulled)],
              ['Total', amountText(bills.total)],
              ['Emisión', issueDate ? dayWords(issueDate) : '—'],
              ['Vencimiento', dueDate ? dayWords(dueDate) : '—'],
            ]}
          />
        )}
        {relation.data && relation.data.interestFree.length > 0 && (
          <p>
            Sin intereses de mora:{' '}
            {new Intl.ListFormat('es').format(relation.data.interestFree.map(monthWords))}.
          </p>
        )}
        <Papers jointId={jointId} year={year} month={month} />
        <Mail jointId={jointId} year={year} month={month} label={label} relation={relation.data} />
      </Card>
      <Card title="Cuentas de cobro">
        <QueryView query={relation}>{({ rows }) => <BillsTable jointId={jointId} rows={rows} />}</QueryView>
      </Card>
      {relation.data && (
        <Card title="Relación de facturas">
          <RelationTable relation={relation.data} />
        </Card>
      )}
    </>
  );
}

interface OfMonth {
  jointId: number;
  year: number;
  month: number;
}

/** Downloadable documents of an issued month, most used first. */
const papers = [
  { label: 'Descargar las cuentas (PDF)', of: billsReport, more: {} },
  { label: 'Relación en PDF', of: billsRelationshipReport, more: {} },
  { label: 'Relación en Excel', of: billsRelationshipReport, more: { xlsx: true } },
  { label: 'Cuentas en Excel', of: billsReport, more: { xlsx: true } },
  { label: 'Cuentas para papel preimpreso', of: billsReport, more: { form: 'data' } },
  { label: 'Muestra completa para la imprenta', of: billsReport, more: { form: 'full' } },
] as const;

function Papers({ jointId, year, month }: OfMonth) {
  const report = useReport();
  const params = { jointId };
  const query = { year, month };
  return (
    <Stack>
      <Stack row>
        {papers.map(({ of, more, label }, at) => (
          <Button
            key={label}
            variant={at === 0 ? 'primary' : 'secondary'}
            onPress={() => void report.make(of, { params, query: { ...query, ...more } })}
            isDisabled={report.isBusy}
          >
            {label}
          </Button>
        ))}
      </Stack>
      <ReportProgress report={report} />
    </Stack>
  );
}

function Mail({
  jointId,
  year,
  month,
  label,
  relation,
}: OfMonth & { label: string; relation: Relation | undefined }) {
  const sending = useMutation({
    mutationFn: (what: 'relation' | 'bills') =>
      call(mailMonth, { params: { jointId, year, month }, body: { what } }),
    onSuccess: ({ queued }) =>
      toast.success(
        queued === 0
          ? 'No hay mensajes nuevos: los anteriores aún están en la bandeja de salida.'
          : queued === 1
            ? 'Se puso en cola 1 mensaje.'
            : `Se pusieron en cola ${count(queued)} mensajes.`,
      ),
    // The default sentence of this refusal speaks of administrators.
    onError: (error, what) =>
      toast.error(
        what === 'bills' && hasCode(error, 'nobodyToMail')
          ? 'Ningún propietario de estas cuentas tiene correo. Agréguelos en Usuarios.'
          : messageOf(error),
      ),
  });
  const ask = async (what: 'relation' | 'bills', title: string) => {
    const reach =
      what === 'bills' && relation
        ? `${reachWords(relation.reachable, relation.rows.filter(({ annulled }) => !annulled).length)} `
        : '';
    const body = `${reach}Quien ya recibió el mensaje lo recibe otra vez; quien aún lo tenga en cola no lo recibe dos veces.`;
    if (await confirm({ title, body, yes: 'Enviar', no: 'Cancelar' })) sending.mutate(what);
  };
  return (
    <Stack row>
      <Button
        variant="quiet"
        onPress={() => void ask('relation', `¿Enviar la relación de ${label} a los administradores?`)}
        isDisabled={sending.isPending}
      >
        Enviar la relación por correo
      </Button>
      <Button
        variant="quiet"
        onPress={() => void ask('bills', `¿Enviar las cuentas de ${label} a los propietarios?`)}
        isDisabled={sending.isPending}
      >
        Enviar las cuentas por correo
      </Button>
    </Stack>
  );
}

/** Row of the relación (table of all bills) with an issued bill number. */
type Bill = RelationRow & { bill: number };

const billText = ({ bill, apartmentId, units, owner }: Bill) =>
  [bill, apartmentId, ...units, owner].join(' ');

function BillsTable({ jointId, rows }: { jointId: number; rows: readonly RelationRow[] }) {
  const [billToAnnul, setAsked] = useState<Bill | null>(null);
  const report = useReport();
  useFocusKept(rows);
  const bills = useMemo(
    () => rows.flatMap((row) => (row.bill === null ? [] : [{ ...row, bill: row.bill }])),
    [rows],
  );
  const { field, search, found } = useSearch(bills, billText);
  const columns: Column<Bill>[] = [
    {
      header: 'Cuenta',
      cell: ({ bill, annulled }) => (
        <>
          <span className={cx(annulled && styles.annulled)}>{bill}</span>
          {annulled && ' anulada'}
        </>
      ),
    },
    { header: 'Inmueble', cell: (row) => <UnitCell {...row} /> },
    { header: 'Total', cell: (row) => amountText(row.total), align: 'end' },
    {
      header: 'Acciones',
      isDetail: true,
      cell: (row) => (
        <span className={styles.acts}>
          <RowButton
            act="Descargar"
            of={`la cuenta ${row.bill}`}
            variant="quiet"
            isDisabled={report.isBusy}
            onPress={() => void report.make(billReport, { params: { bill: row.bill }, query: { jointId } })}
          />
          {!row.annulled && (
            <RowButton
              act="Anular"
              of={`la cuenta ${row.bill}`}
              variant="quiet"
              onPress={() => setAsked(row)}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <Stack>
      <TextField label="Buscar una cuenta" {...field} placeholder="Número, inmueble o propietario" />
      <ReportProgress report={report} />
      <Table
        key={search}
        label="Cuentas de cobro"
        columns={columns}
        rows={found}
        rowKey={({ bill }) => bill}
        empty="Ninguna cuenta coincide con la búsqueda."
        pageSize={20}
      />
      {billToAnnul && <Annul jointId={jointId} bill={billToAnnul} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function Annul({ jointId, bill, onClose }: { jointId: number; bill: Bill; onClose: () => void }) {
  const refresh = useRefreshBilling();
  const annulling = useRequest(
    (reason: string) => call(annulBill, { params: { jointId, bill: bill.bill }, body: { reason } }),
    { done: `La cuenta ${bill.bill} fue anulada.`, next: [onClose, refresh] },
  );
  return (
    <ReasonDialog
      title={`¿Anular la cuenta de cobro ${bill.bill}?`}
      body={`Es del inmueble ${bill.apartmentId} por ${pesos(bill.total)}. Conserva su número; sus cobros se reversan en el mes abierto, y lo que ya se hubiera pagado va a la deuda más antigua o queda a favor. No se puede deshacer.`}
      yes="Anular"
      saving={annulling}
      onYes={annulling.mutate}
      onClose={onClose}
    />
  );
}
