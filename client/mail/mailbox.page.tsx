import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { defined } from '../../shared/defined.ts';
import {
  cancelMail,
  listMail,
  type MailMessage,
  mailStates,
  retryMail,
} from '../../shared/mail/mailbox.api.ts';
import { call } from '../lib/api.ts';
import { dateTime } from '../lib/format.ts';
import { confirm } from '../ui/confirm.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Notice, Page, RowButton, Stack } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useRequest } from '../ui/requests/use-request.ts';
import { type Column, NextPageButton, Table } from '../ui/table.tsx';
import { mailKindNames, mailStateNames, mailStateText, NO_MAIL_SERVER } from './words.ts';

/** Refresh interval of the list, ms, because the server changes the mail queue. */
const MAIL_POLL_MS = 10_000;

type Filter = MailMessage['state'] | 'all';

const filters = [
  { id: 'all' as Filter, label: 'Todos' },
  ...mailStates.map((state) => ({ id: state as Filter, label: mailStateNames[state] })),
];

/** Page '/Mailbox': outgoing mail, newest first. */
export default function MailboxPage() {
  const [filter, setFilter] = useState<Filter>('all');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  return (
    <Page
      title="Correo"
      intro="Los mensajes que la plataforma envía: los que esperan, los enviados y los que fallaron."
    >
      <Select label="Estado" items={filters} value={filter} onChange={setFilter} />
      <TextField
        label="Buscar"
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={100}
        placeholder="Correo, nombre o copropiedad"
      />
      <Outbox key={`${filter} ${search}`} filter={filter} search={search} />
    </Page>
  );
}

function Outbox({ filter, search }: { filter: Filter; search: string }) {
  const list = useInfiniteQuery({
    queryKey: ['mailbox', filter, search],
    queryFn: ({ pageParam, signal }) =>
      call(listMail, {
        query: {
          ...defined({
            state: filter === 'all' ? undefined : filter,
            search: search === '' ? undefined : search,
            before: pageParam ?? undefined,
          }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    // A short page still asks for the next page. The next page is empty and ends the list.
    getNextPageParam: ({ messages }) => messages.at(-1)?.messageId ?? null,
    refetchInterval: MAIL_POLL_MS,
  });
  const pages = list.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages);
  return (
    <QueryView query={list} page>
      {() => (
        <>
          {pages[0]?.mailConfigured === false && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
          <Table
            label="Bandeja de salida"
            columns={columns}
            rows={messages}
            rowKey={(mail) => mail.messageId}
            empty={
              search !== ''
                ? 'Ningún mensaje coincide con la búsqueda.'
                : filter === 'all'
                  ? 'Todavía no se ha enviado ningún mensaje.'
                  : 'No hay mensajes en ese estado.'
            }
          />
          {messages.length > 0 && <NextPageButton list={list} act="Mostrar anteriores" />}
        </>
      )}
    </QueryView>
  );
}

const columns: Column<MailMessage>[] = [
  { header: 'Para', cell: (mail) => (mail.name === null ? mail.to : `${mail.name} (${mail.to})`) },
  { header: 'Asunto', cell: (mail) => `${mailKindNames[mail.kind]} · ${mail.jointName ?? '—'}` },
  { header: 'Creado', cell: (mail) => dateTime(mail.createdAt) },
  { header: 'Estado', cell: mailStateText },
  { header: 'Intentos', cell: (mail) => mail.attempts, align: 'end' },
  { header: 'Acciones', cell: (mail) => <MailButtons mail={mail} /> },
];

function MailButtons({ mail }: { mail: MailMessage }) {
  const { messageId, to } = mail;
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['mailbox'] });
  const params = { messageId };
  const retry = useRequest(() => call(retryMail, { params }), { failed: true, onSettled });
  const cancel = useRequest(() => call(cancelMail, { params }), { failed: true, onSettled });
  if (mail.state !== 'queued' && mail.state !== 'failed') return '—';
  const ask = async () => {
    if (await confirm({ title: `¿Cancelar el mensaje para ${to}?`, danger: true })) cancel.mutate();
  };
  return (
    <Stack row>
      <RowButton
        act="Reintentar"
        of={`el mensaje para ${to}`}
        onPress={() => retry.mutate()}
        isPending={retry.isPending}
      />
      <RowButton
        act="Cancelar"
        of={`el mensaje para ${to}`}
        variant="quiet"
        onPress={() => void ask()}
        isPending={cancel.isPending}
      />
    </Stack>
  );
}
