import { useQueryClient } from '@tanstack/react-query';
import { channelNames } from '../../../../shared/assemblies/invitations.api.ts';
import {
  type ActaDeliveries,
  listActaDeliveries,
  noteActaSignature,
  printActaLetters,
} from '../../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import { call, download } from '../../../lib/api.ts';
import { count, dateTime, sentence } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, Table } from '../../../ui/table.tsx';

type Receiver = ActaDeliveries['receivers'][number];

/** Part of the operators' page for a published acta: how and when each owner got the acta, letters and signatures. */
export function ActaDeliveriesPart({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  const where = { params: { jointId }, query: { assemblyId } };
  const key = ['acta-deliveries', jointId, assemblyId];
  const query = freshOf(key, listActaDeliveries, where);
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: key });
  const printing = useRequest(() => download(printActaLetters, where), {
    next: saveFile,
    failed: true,
    onSettled,
  });
  const signing = useRequest(
    (apartmentId: string) => call(noteActaSignature, { ...where, body: { apartmentId } }),
    { done: 'Firma anotada.', failed: true, onSettled },
  );
  const sign = async ({ owner, apartmentIds: [unit = ''] }: Receiver) => {
    if (await confirm({ title: `¿${owner ?? unit} firmó su carta?` })) signing.mutate(unit);
  };
  return (
    <QueryView query={query}>
      {({ receivers }) => {
        const reached = receivers.filter(({ isReached }) => isReached).length;
        return (
          <Stack>
            <p>
              {count(reached)} de {count(receivers.length)} propietarios tienen constancia de entrega.
            </p>
            <Stack row>
              <Button
                variant="secondary"
                onPress={() => printing.mutate(undefined)}
                isPending={printing.isPending}
              >
                Imprimir cartas del acta
              </Button>
            </Stack>
            <Table
              label="Entregas del acta"
              rows={receivers}
              rowKey={({ apartmentIds }) => apartmentIds.join()}
              empty="El censo no tiene propietarios."
              columns={columnsOf(sign)}
            />
          </Stack>
        );
      }}
    </QueryView>
  );
}

const deliveryLine = ({ channel, at, formerActa, ...of }: Receiver['deliveries'][number]): string => {
  const state = of.stateAt === null ? of.state : `${of.state} el ${dateTime(of.stateAt)}`;
  const former = formerActa === null ? '' : ` Acta reemplazada, del ${dateTime(formerActa)}.`;
  return `${channelNames[channel]}${at === null ? '' : ` del ${dateTime(at)}`}. ${sentence(state)}${former}`;
};

const columnsOf = (onSigned: (receiver: Receiver) => void): Column<Receiver>[] => [
  { header: 'Inmuebles', cell: ({ apartmentIds }) => apartmentIds.join(', ') },
  { header: 'Propietario', cell: ({ owner }) => owner ?? 'Sin propietario conocido' },
  {
    header: 'Entrega',
    cell: ({ deliveries }) =>
      deliveries.length === 0 ? (
        'Sin entrega'
      ) : (
        <div className="stack-2">
          {[...new Set(deliveries.map(deliveryLine))].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ),
  },
  {
    header: 'Firma',
    cell: (one) =>
      one.canSign && (
        <RowButton act="Firmó la carta" of={`de ${one.apartmentIds[0]}`} onPress={() => onSigned(one)} />
      ),
  },
];
