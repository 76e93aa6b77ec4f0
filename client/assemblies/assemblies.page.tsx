import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type AssemblyChanges,
  changeAssembly,
  listAssemblies,
} from '../../shared/assemblies/assemblies.api.ts';
import type { Assembly } from '../../shared/properties/joints.api.ts';
import { call } from '../lib/api.ts';
import { refreshJoint } from '../lib/live.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { confirm } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import {
  assemblyName,
  assemblyState,
  callNames,
  formerState,
  kindNames,
  modeNames,
} from './assembly-words.ts';
import { failureText } from './failure.ts';
import { JointPicker } from './joint-picker.tsx';
import { NewAssemblyForm } from './new-assembly-form.tsx';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';

/** The assemblies of a joint: the current one and its course, a new one, and those that were. */
export default function AssembliesPage() {
  return (
    <Page title="Asambleas">
      <JointPicker>
        {(joint, picker) => <Assemblies key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Assemblies({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['assemblies', jointId],
    queryFn: ({ signal }) => call(listAssemblies, { params: { jointId }, signal }),
    staleTime: 0,
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['assemblies', jointId] });
    void client.invalidateQueries({ queryKey: ['joint', jointId] });
    refreshJoint(jointId);
  };
  if (query.isPending) {
    return (
      <>
        {picker}
        <Loading />
      </>
    );
  }
  if (!query.data) {
    return (
      <>
        {picker}
        <ErrorState message={texts.noInformation} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const [current, ...former] = query.data;
  return (
    <>
      {picker}
      {current && <Current jointId={jointId} assembly={current} onChanged={refresh} />}
      <NewAssemblyForm jointId={jointId} current={current ?? null} onOpened={refresh} />
      <Card title="Asambleas anteriores">
        <Table
          label="Asambleas anteriores"
          columns={[
            { id: 'title', header: 'Asamblea', cell: assemblyName },
            { id: 'kind', header: 'Clase', cell: (one) => kindNames[one.kind] },
            { id: 'mode', header: 'Modalidad', cell: (one) => modeNames[one.mode] },
            { id: 'call', header: 'Convocatoria', cell: (one) => callNames[one.call] },
            { id: 'state', header: 'Estado', cell: formerState },
          ]}
          rows={former}
          rowKey={(one) => one.assemblyId}
          empty="No hay asambleas anteriores."
        />
      </Card>
    </>
  );
}

interface CurrentProps {
  jointId: number;
  assembly: Assembly;
  onChanged: () => void;
}

/** The current assembly, and what moves it on: the second call and its end. Neither has a way back. */
function Current({ jointId, assembly, onChanged }: CurrentProps) {
  const changing = useAct({
    mutationFn: (body: AssemblyChanges) => call(changeAssembly, { params: { jointId }, body }),
    onSuccess: (answer) =>
      toast.success(
        answer.closedAt === null ? 'La segunda convocatoria ha iniciado.' : 'La asamblea ha sido cerrada.',
      ),
    onError: (error) => toast.error(failureText(error, texts.assemblyFailed)),
    onSettled: onChanged,
  });
  const isClosed = assembly.closedAt !== null;

  const secondCall = async () => {
    const isSure = await confirm({
      title: '¿Está seguro de iniciar la segunda convocatoria?',
      body: (
        <p>
          El registro de asistencia empieza de nuevo y se cierra la votación activa. Los votos de las
          preguntas cerradas se conservan. No se puede volver a la primera convocatoria.
        </p>
      ),
      danger: true,
    });
    if (isSure) changing.mutate({ call: 2 });
  };
  const close = async () => {
    const isSure = await confirm({
      title: '¿Está seguro de cerrar la asamblea?',
      body: <p>Después de cerrarla no se puede registrar ni votar. No se puede volver a abrir.</p>,
      danger: true,
    });
    if (isSure) changing.mutate({ closed: true });
  };

  return (
    <Card title={`Asamblea actual: ${assemblyName(assembly)}`}>
      <dl className={styles.facts}>
        <dt>Clase</dt>
        <dd>{kindNames[assembly.kind]}</dd>
        <dt>Modalidad</dt>
        <dd>{modeNames[assembly.mode]}</dd>
        <dt>Convocatoria</dt>
        <dd>{callNames[assembly.call]}</dd>
        <dt>Estado</dt>
        <dd>{assemblyState(assembly)}</dd>
      </dl>
      {!isClosed && (
        <Stack row>
          {assembly.call === 1 && (
            <Button variant="secondary" onPress={secondCall} isPending={changing.isPending}>
              Segunda convocatoria
            </Button>
          )}
          <Button variant="danger" onPress={close} isPending={changing.isPending}>
            Cerrar asamblea
          </Button>
        </Stack>
      )}
    </Card>
  );
}
