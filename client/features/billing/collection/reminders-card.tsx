import { useMutation } from '@tanstack/react-query';
import { contactResultWords } from '../../../../shared/billing/collection/contact-words.ts';
import {
  type Debtor,
  makeReminder,
  type Reminder,
  revokeChannel,
} from '../../../../shared/billing/collection/reminders.api.ts';
import { lawyerFolderReport } from '../../../../shared/billing/reports.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { dateTime, unbroken } from '../../../lib/format.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { Card, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { Whole } from '../../../ui/whole.tsx';
import { contactsQuery, debtorsQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText } from '../words.ts';

/** Card with the persons in arrears, a button for each authorised channel, and the contacts made. */
export function RemindersCard({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const reminding = useMutation({
    mutationFn: (channelId: number) => call(makeReminder, { params: { jointId }, body: { channelId } }),
    onSettled: refresh,
  });
  const revoking = useMutation({
    mutationFn: (channelId: number) => call(revokeChannel, { params: { jointId, channelId } }),
    onSuccess: refresh,
  });
  const made = reminding.data;
  return (
    <Card title="Personas con deudas vencidas">
      {(reminding.error ?? revoking.error) && (
        <Notice kind="error">{messageOf(reminding.error ?? revoking.error)}</Notice>
      )}
      {made?.channel === 'mail' && (
        <Notice kind="success">{`El recordatorio para ${made.name} sale al correo ${made.address}.`}</Notice>
      )}
      {made?.channel === 'phone' && (
        <Notice kind="info" title={`Texto para ${made.name}, al ${made.address}`}>
          <CopiedText text={made.text} what="la nota" />
        </Notice>
      )}
      <QueryTable
        query={debtorsQuery(jointId)}
        label="Personas con deudas vencidas"
        columns={debtorColumns({ jointId, onRemind: reminding.mutate, onRevoke: revoking.mutate })}
        rowKey={({ units }) => units.join()}
        empty="Nadie tiene deudas vencidas."
        pageSize={20}
      />
      <h3>Contactos hechos</h3>
      <QueryTable
        query={contactsQuery(jointId)}
        label="Contactos hechos"
        columns={contactColumns}
        rowKey={({ reminderId }) => reminderId}
        empty="Todavía no se ha hecho ningún contacto."
        pageSize={20}
      />
    </Card>
  );
}

interface Acts {
  jointId: number;
  onRemind: (channelId: number) => void;
  onRevoke: (channelId: number) => void;
}

const debtorColumns = ({ jointId, onRemind, onRevoke }: Acts): Column<Debtor>[] => [
  { header: 'Persona', cell: ({ name }) => <span className="anywhere">{name}</span> },
  { header: 'Inmuebles', cell: ({ units }) => <Whole>{units.join(', ')}</Whole> },
  { header: 'Vencido', cell: ({ overdue }) => amountText(overdue), align: 'end' },
  {
    header: 'Contacto',
    cell: ({ refusal, lastContact }) => (
      <span className="anywhere">
        {refusal === null ? 'Permitido ahora' : refusal.message}
        {lastContact !== null && <span className="soft block regular">Último: {dateTime(lastContact)}</span>}
      </span>
    ),
  },
  {
    header: 'Acciones',
    cell: ({ units, channels, refusal }) => (
      <Stack>
        {channels.map(({ channelId, address }) => (
          <Stack row key={channelId}>
            {refusal === null && (
              <RowButton act="Recordar" of={address} onPress={() => onRemind(channelId)} />
            )}
            <RowButton act="Retirar" of={address} variant="quiet" onPress={() => onRevoke(channelId)} />
          </Stack>
        ))}
        {units.map((apartmentId) => (
          <ReportButton
            key={apartmentId}
            report={lawyerFolderReport}
            input={{ params: { jointId, apartmentId } }}
            look={{ variant: 'quiet' }}
          >
            {`Carpeta para el abogado, ${apartmentId}`}
          </ReportButton>
        ))}
      </Stack>
    ),
  },
];

const contactColumns: Column<Reminder>[] = [
  { header: 'Momento', cell: ({ at }) => dateTime(at) },
  { header: 'Persona', cell: ({ name }) => <span className="anywhere">{name}</span> },
  { header: 'Canal', cell: ({ address }) => <span className="anywhere">{address}</span> },
  { header: 'Texto', cell: ({ text }) => <span className="anywhere">{unbroken(text)}</span> },
  { header: 'Resultado', cell: ({ result }) => contactResultWords[result] },
];
