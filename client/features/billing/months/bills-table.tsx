import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { annulBill } from '../../../../shared/billing/bills.api.ts';
import type { RelationRow } from '../../../../shared/billing/months.api.ts';
import { billReport } from '../../../../shared/billing/reports.api.ts';
import { call } from '../../../lib/api.ts';
import { ReportProgress } from '../../../reports/report-progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { matches } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { AnnulDialog } from '../annul-dialog.tsx';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { amountText, pesos } from '../billing-words.ts';
import { UnitCell } from '../unit-cell.tsx';

/** A bill of the list: a row of the relación that has its number. */
type Bill = RelationRow & { bill: number };

/** The bills of a month, each to be downloaded or annulled. */
export function BillsTable({ jointId, rows }: { jointId: number; rows: readonly RelationRow[] }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Bill | null>(null);
  const search = useDeferredValue(typed);
  const report = useReport();
  useFocusKept(rows);
  const bills = rows.flatMap((row): Bill[] => (row.bill === null ? [] : [{ ...row, bill: row.bill }]));
  const columns: Column<Bill>[] = [
    {
      id: 'bill',
      header: 'Cuenta',
      cell: ({ bill, annulled }) => (
        <>
          <span className={cx(annulled && styles.annulled)}>{bill}</span>
          {annulled && ' anulada'}
        </>
      ),
    },
    { id: 'unit', header: 'Inmueble', cell: (row) => <UnitCell {...row} /> },
    { id: 'total', header: 'Total', cell: (row) => amountText(row.total), align: 'end' },
    {
      id: 'acts',
      header: 'Acciones',
      isDetail: true,
      cell: (row) => (
        <span className={styles.acts}>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Descargar la cuenta ${row.bill}`}
            isDisabled={report.isBusy}
            onPress={() => void report.make(billReport, { params: { bill: row.bill }, query: { jointId } })}
          >
            Descargar
          </Button>
          {!row.annulled && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Anular la cuenta ${row.bill}`}
              onPress={() => setAsked(row)}
            >
              Anular
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Stack>
      <TextField
        label="Buscar una cuenta"
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder="Número, inmueble o propietario"
        autoComplete="off"
      />
      <ReportProgress report={report} />
      <Table
        key={search}
        label="Cuentas de cobro"
        columns={columns}
        rows={bills.filter(({ bill, apartmentId, units, owner }) =>
          matches([bill, apartmentId, ...units, owner].join(' '), search),
        )}
        rowKey={({ bill }) => bill}
        empty="Ninguna cuenta coincide con la búsqueda."
        pageSize={20}
      />
      {asked && <Annul jointId={jointId} bill={asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function Annul({ jointId, bill, onClose }: { jointId: number; bill: Bill; onClose: () => void }) {
  const refresh = useRefreshBilling();
  const annulling = useMutation({
    networkMode: 'always',
    mutationFn: (reason: string) =>
      call(annulBill, { params: { jointId, bill: bill.bill }, body: { reason } }),
    onSuccess: async () => {
      toast.success(`La cuenta ${bill.bill} fue anulada.`);
      onClose();
      await refresh();
    },
  });
  return (
    <AnnulDialog
      title={`¿Anular la cuenta de cobro ${bill.bill}?`}
      body={`Es del inmueble ${bill.apartmentId} por ${pesos(bill.total)}. Conserva su número; sus cobros se reversan en el mes abierto, y lo que ya se hubiera pagado va a la deuda más antigua o queda a favor. No se puede deshacer.`}
      yes="Anular"
      isPending={annulling.isPending}
      error={annulling.error}
      onYes={annulling.mutate}
      onClose={onClose}
    />
  );
}
