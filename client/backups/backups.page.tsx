import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BackupsState, getBackups, makeBackup, tryBackup } from '../../shared/backups.api.ts';
import { call, messageOf } from '../lib/api.ts';
import { dateTime } from '../lib/format.ts';
import { queryOf } from '../lib/query.ts';
import { Button, Notice, Page, Stack } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';

const BACKUPS_KEY = ['backups'];
/** Refresh interval in milliseconds. The server copies the data each minute. */
const BACKUPS_POLL_MS = 30_000;

type Copy = BackupsState['copies'][number];

/** Page '/Backups': shows if the data could be restored from a backup today. */
export default function BackupsPage() {
  return (
    <Page
      title="Copias de seguridad"
      intro="La base de datos se copia, cifrada, cada minuto en que algo cambia; cada noche se ensaya restaurar la última copia."
    >
      <QueryView
        query={{
          ...queryOf(BACKUPS_KEY, getBackups),
          refetchInterval: BACKUPS_POLL_MS,
        }}
        page
      >
        {(data) => <BackupsNotice state={data} />}
      </QueryView>
    </Page>
  );
}

function BackupsNotice({ state }: { state: BackupsState }) {
  const { configured, copies, onDataDisk, problem, folder } = state;
  return (
    <>
      {!configured && (
        <Notice kind="error" title="No se están haciendo copias">
          Defina BACKUP_DIR, la carpeta de las copias, con PostgreSQL también BACKUP_KEY, la clave que las
          cifra, y reinicie el servidor.
        </Notice>
      )}
      {problem !== null && (
        <Notice kind="error" title="Algo falla con las copias">
          {problem}
        </Notice>
      )}
      {onDataDisk && (
        <Notice kind="warning" title="Las copias están en el mismo disco que los datos">
          Si ese disco falla se pierden los dos. Ponga BACKUP_DIR en otro disco o en otra máquina.
        </Notice>
      )}
      <AnyInstant state={state} />
      <Drill state={state} />
      <Epoch epoch={state.epoch} />
      {configured && (
        <>
          <BackupButtons hasCopies={copies.length > 0} />
          <Table
            label={`Copias en ${folder}`}
            columns={columns}
            rows={copies}
            rowKey={({ name }) => name}
            empty="Todavía no hay ninguna copia."
          />
        </>
      )}
    </>
  );
}

/** Notice about the precision of a restore: any second, or only the times of the copies. */
function AnyInstant({ state: { configured, anyInstantSince } }: { state: BackupsState }) {
  if (!configured) return null;
  return (
    <Notice>
      {anyInstantSince === null
        ? 'Por ahora se puede volver solo al momento de cada copia.'
        : `Se puede volver a cualquier segundo desde el ${dateTime(anyInstantSince)}.`}
    </Notice>
  );
}

function Drill({ state: { drill, configured } }: { state: BackupsState }) {
  if (!configured) return null;
  if (drill === null) return <Notice>Todavía no se ha ensayado restaurar ninguna copia.</Notice>;
  const when = `${dateTime(drill.at)}, con la copia del ${dateTime(drill.copiedAt)}`;
  return drill.problem === null ? (
    <Notice kind="success" title="El último ensayo restauró una base de datos completa">
      {when}: {drill.seconds} s.
    </Notice>
  ) : (
    <Notice kind="error" title="El último ensayo de restauración falló">
      {when}. {drill.problem}
    </Notice>
  );
}

/** Warning while the server runs on restored data: actions after the copy are missing. */
function Epoch({ epoch: { number, beganAt, copiedAt, reason } }: Pick<BackupsState, 'epoch'>) {
  if (copiedAt === null) return null;
  return (
    <Notice kind="warning" title={`La base de datos se restauró (época ${number})`}>
      El {dateTime(beganAt)} se volvió a la copia del {dateTime(copiedAt)}
      {reason === null ? '' : `: ${reason}`}. Lo hecho entre esos dos momentos no está en ella.
    </Notice>
  );
}

function BackupButtons({ hasCopies }: { hasCopies: boolean }) {
  const client = useQueryClient();
  const options = (done: string) => ({
    onSuccess: (state: BackupsState) => {
      client.setQueryData(BACKUPS_KEY, state);
      toast.success(done);
    },
    onError: (error: unknown) => {
      toast.error(messageOf(error));
      void client.invalidateQueries({ queryKey: BACKUPS_KEY });
    },
  });
  const copy = useMutation({ mutationFn: () => call(makeBackup, {}), ...options('La copia está hecha.') });
  const drill = useMutation({ mutationFn: () => call(tryBackup, {}), ...options('El ensayo terminó.') });
  return (
    <Stack row>
      <Button onPress={() => copy.mutate()} isPending={copy.isPending}>
        Hacer una copia ahora
      </Button>
      {hasCopies && (
        <Button variant="secondary" onPress={() => drill.mutate()} isPending={drill.isPending}>
          Ensayar la restauración
        </Button>
      )}
    </Stack>
  );
}

const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('es-CO', { maximumFractionDigits: 1 })} MB`;

const columns: Column<Copy>[] = [
  {
    header: 'Hecha',
    cell: ({ at, problem }) => [dateTime(at), problem].filter(Boolean).join(' · '),
  },
  { header: 'Tamaño', cell: ({ bytes }) => megabytes(bytes), align: 'end' },
];
