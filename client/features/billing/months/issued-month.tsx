import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type BillingMonth, mailMonth, type Relation } from '../../../../shared/billing/months.api.ts';
import { billsRelationshipReport, billsReport } from '../../../../shared/billing/reports.api.ts';
import { monthWords } from '../../../../shared/days.ts';
import { call, hasCode, messageOf } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { ReportProgress } from '../../../reports/report-progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { relationQuery } from '../billing.queries.ts';
import { amountText, dayWords } from '../billing-words.ts';
import { Figures } from '../figures.tsx';
import { BillsTable } from './bills-table.tsx';
import { monthLabel, reachWords } from './month-words.ts';
import { RelationTable } from './relation-table.tsx';

interface Props {
  jointId: number;
  month: BillingMonth;
  back: ReactNode;
}

/** A month that stands as it was issued: its papers, its mail, its bills. */
export function IssuedMonth({ jointId, month: known, back }: Props) {
  const { year, month, issueDate, dueDate, bills } = known;
  const relation = useQuery(relationQuery(jointId, known));
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

function Papers({ jointId, year, month }: OfMonth) {
  const report = useReport();
  const params = { jointId };
  const query = { year, month };
  return (
    <Stack>
      <Stack row>
        <Button onPress={() => void report.make(billsReport, { params, query })} isDisabled={report.isBusy}>
          Descargar las cuentas (PDF)
        </Button>
        <Button
          variant="secondary"
          onPress={() => void report.make(billsRelationshipReport, { params, query })}
          isDisabled={report.isBusy}
        >
          Relación en PDF
        </Button>
        <Button
          variant="secondary"
          onPress={() =>
            void report.make(billsRelationshipReport, { params, query: { ...query, xlsx: true } })
          }
          isDisabled={report.isBusy}
        >
          Relación en Excel
        </Button>
        <Button
          variant="secondary"
          onPress={() => void report.make(billsReport, { params, query: { ...query, xlsx: true } })}
          isDisabled={report.isBusy}
        >
          Cuentas en Excel
        </Button>
        <Button
          variant="secondary"
          onPress={() => void report.make(billsReport, { params, query: { ...query, form: 'data' } })}
          isDisabled={report.isBusy}
        >
          Cuentas para papel preimpreso
        </Button>
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
    networkMode: 'always',
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
    // The refusal's own sentence is about administrators.
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
