import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addReadings, endFee, type Fee, readingsTemplate } from '../../../../shared/billing/fees.api.ts';
import {
  monthOf,
  monthOfDay,
  monthWords,
  shiftMonth,
  shortDay,
  today,
  yearAndMonth,
} from '../../../../shared/days.ts';
import { apartmentKindNames } from '../../../../shared/properties/apartment-kinds.ts';
import { call, download, messageOf, upload } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { FileDrop, SHEET_FILES } from '../../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { feesQuery, monthsQuery, useRefreshBilling } from '../billing.queries.ts';
import { type ChosenMonth, MonthFields } from '../months/fields.tsx';
import { RepeatMonth } from '../months/repeat-month.tsx';
import { BillingScreen } from '../screen.tsx';
import { TemplateButton } from '../template-button.tsx';
import { amountText, monthTitle } from '../words.ts';
import { AddFee } from './add-fee.tsx';
import { feeWayWords } from './words.ts';

/** Page '/Billing/Fees' for staff: fees of a joint without a spreadsheet, the form to add a fee, and a month's charges. */
export default function FeesPage() {
  return (
    <BillingScreen
      title="Cuotas fijadas"
      intro="Se cobran solas cada mes: por presupuesto y coeficiente, un valor fijo, una extraordinaria en cuotas, lo que marca un medidor, o una multa."
    >
      {(jointId) => <JointFees jointId={jointId} />}
    </BillingScreen>
  );
}

function JointFees({ jointId }: { jointId: number }) {
  const months = useQuery(monthsQuery(jointId));
  const { data: fees = [] } = useQuery(feesQuery(jointId));
  const navigate = useNavigate();
  const [feesOf, setFeesOf] = useState<ChosenMonth | null>(null);
  if (feesOf !== null)
    return (
      <RepeatMonth
        jointId={jointId}
        feesOf={feesOf}
        onDraft={({ draftId }) => navigate(`/Billing?joint=${jointId}&draft=${draftId}`)}
        onBack={() => setFeesOf(null)}
      />
    );
  return (
    <>
      <Card title="Cuotas fijadas">
        <p>Una cuota no se cambia: se termina y se fija otra.</p>
        <QueryView query={feesQuery(jointId)}>
          {(list) => (
            <Stack>
              <FeesTable jointId={jointId} fees={list} />
              <QueryView query={months}>
                {(all) => {
                  const [last] = all.filter(({ state }) => state === 'issued');
                  const next = last ? shiftMonth(monthOf(last.year, last.month), 1) : monthOfDay(today());
                  return list.length === 0 ? null : (
                    <OpenMonth jointId={jointId} fees={list} first={yearAndMonth(next)} onOpen={setFeesOf} />
                  );
                }}
              </QueryView>
            </Stack>
          )}
        </QueryView>
      </Card>
      <Card title="Fijar una cuota">
        <AddFee jointId={jointId} isMinor={fees.length > 0} />
      </Card>
    </>
  );
}

function OpenMonth({
  jointId,
  fees,
  first,
  onOpen,
}: {
  jointId: number;
  fees: readonly Fee[];
  first: ChosenMonth;
  onOpen: (month: ChosenMonth) => void;
}) {
  const [month, setMonth] = useState(first);
  return (
    <>
      <div className={`grid-4 ${styles.fields}`}>
        <MonthFields value={month} onChange={(change) => setMonth({ ...month, ...change })} />
      </div>
      <Stack row>
        <Button onPress={() => onOpen(month)}>Ver los cobros del mes</Button>
      </Stack>
      {fees
        .filter(({ way }) => way === 'metered')
        .map((fee) => (
          <MeterReadings
            key={fee.feeId}
            jointId={jointId}
            fee={fee}
            month={monthOf(month.year, month.month)}
          />
        ))}
    </>
  );
}

/** Drop for the sheet of readings of a metered fee in a month. */
function MeterReadings({ jointId, fee, month }: { jointId: number; fee: Fee; month: string }) {
  const refresh = useRefreshBilling();
  const sending = useRequest(
    (file: File) =>
      upload(addReadings, { params: { jointId, feeId: fee.feeId }, query: { yearMonth: month }, file }),
    {
      done: ({ readings }) => `${fee.name}: ${count(readings)} lecturas de ${monthWords(month)}.`,
      next: [refresh],
    },
  );
  return (
    <>
      {sending.error && !sending.isPending && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      <FileDrop
        label={`Lecturas de ${fee.name}`}
        description={`Archivo Excel o CSV con las columnas «Inmueble» y «Lectura», de ${monthWords(month)}.`}
        accept={SHEET_FILES}
        onFile={(file) => sending.mutate(file)}
        busy={sending.isPending ? 'Enviando el archivo' : null}
      />
      <Stack row>
        <TemplateButton
          fetch={() =>
            download(readingsTemplate, {
              params: { jointId, feeId: fee.feeId },
              query: { yearMonth: month },
            })
          }
        />
      </Stack>
    </>
  );
}

const monthTitleOf = (month: string): string => monthTitle(Number(month.slice(0, 4)), Number(month.slice(5)));

const chargedUnitsText = ({ kinds, units }: Fee): string => {
  if (units.length > 0) return units.length > 3 ? `${count(units.length)} inmuebles` : units.join(', ');
  return kinds.length === 0 ? 'Todos' : kinds.map((kind) => apartmentKindNames[kind]).join(', ');
};

function FeesTable({ jointId, fees }: { jointId: number; fees: readonly Fee[] }) {
  const refresh = useRefreshBilling();
  const { data: months = [] } = useQuery(monthsQuery(jointId));
  const [issued] = months.filter(({ state }) => state === 'issued');
  const ending = useMutation({
    mutationFn: ({ feeId, lastMonth }: { feeId: number; lastMonth: string }) =>
      call(endFee, { params: { jointId, feeId }, body: { lastMonth } }),
    onSuccess: refresh,
  });
  const askToEnd = async ({ feeId, name, firstMonth }: Fee) => {
    const [lastMonth = ''] = [
      shiftMonth(monthOfDay(today()), -1),
      shiftMonth(firstMonth, -1),
      ...(issued ? [monthOf(issued.year, issued.month)] : []),
    ]
      .sort()
      .reverse();
    const body = `Desde ${monthWords(shiftMonth(lastMonth, 1))} no se cobra. No se puede deshacer.`;
    if (await confirm({ title: `¿Terminar ${name}?`, body, yes: 'Terminar', no: 'Cancelar', danger: true }))
      ending.mutate({ feeId, lastMonth });
  };
  const columns: Column<Fee>[] = [
    {
      header: 'Concepto',
      cell: ({ name, act, challengeBy }) => (
        <span className="anywhere">
          {name}
          {act !== null && <span className="soft block regular">{act}</span>}
          {challengeBy !== null && (
            <span className="soft block regular">Se puede impugnar hasta el {shortDay(challengeBy)}</span>
          )}
        </span>
      ),
    },
    { header: 'Forma', cell: ({ way }) => feeWayWords[way].label },
    { header: 'Inmuebles', cell: chargedUnitsText },
    { header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
    { header: 'Desde', cell: ({ firstMonth }) => monthTitleOf(firstMonth) },
    { header: 'Hasta', cell: ({ lastMonth }) => (lastMonth ? monthTitleOf(lastMonth) : '—') },
    {
      header: 'Acciones',
      cell: (fee) => (
        <RowButton
          act="Terminar"
          of={`${fee.name}, ${fee.feeId}`}
          variant="quiet"
          onPress={() => askToEnd(fee)}
        />
      ),
    },
  ];
  return (
    <>
      {ending.error && <Notice kind="error">{messageOf(ending.error)}</Notice>}
      <Table
        label="Cuotas fijadas"
        columns={columns}
        rows={fees}
        rowKey={({ feeId }) => feeId}
        empty="Todavía no hay cuotas fijadas."
      />
    </>
  );
}
