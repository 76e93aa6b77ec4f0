import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  deleteRehearsal,
  type Rehearsal,
  stopRehearsal,
} from '../../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { call } from '../../../lib/api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, ButtonLink, Card, Notice, Page, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { useWallView } from '../wall/building/wall-view.ts';
import { Wall } from '../wall/wall.tsx';
import { rehearsalQuery } from './queries.ts';
import styles from './rehearsal.module.css';
import { StartRehearsal } from './start.tsx';
import { courseWords, rehearsalSteps } from './words.ts';

/** Page '/Rehearsal/:jointId?': starts a rehearsal, or shows the course of a rehearsal with the wall. */
export default function RehearsalPage() {
  const jointId = Number(useParams().jointId);
  return (
    <Page
      title="Ensayo"
      intro="Una asamblea de prueba con el censo de la copropiedad y propietarios simulados."
      width="full"
    >
      {jointId > 0 ? <Course jointId={jointId} /> : <StartRehearsal />}
    </Page>
  );
}

function Course({ jointId }: { jointId: number }) {
  return (
    <QueryView
      query={rehearsalQuery(jointId)}
      failed="No se encuentra disponible el ensayo. Intente nuevamente."
    >
      {(rehearsal) => (rehearsal === null ? <StartRehearsal /> : <Running rehearsal={rehearsal} />)}
    </QueryView>
  );
}

function Running({ rehearsal }: { rehearsal: Rehearsal }) {
  const { jointId, jointName, assemblyId, mode, step, state } = rehearsal;
  const now = rehearsalSteps.find((one) => one.step === step);
  const choose = useChosenJoint((store) => store.choose);
  useBuildingAt(mode === 'shown' && step === 'building');
  return (
    <>
      <Notice kind="warning" title="ENSAYO: nada de esto cuenta.">
        <p>{courseWords(rehearsal)}</p>
      </Notice>
      <Card title={now?.title ?? ''} actions={<Controls rehearsal={rehearsal} />}>
        <ol className={`plain ${styles.steps}`} aria-label="Pasos del ensayo">
          {rehearsalSteps.map((one) => (
            <li key={one.step} className={styles.step} aria-current={one.step === step ? 'step' : undefined}>
              {one.title}
            </li>
          ))}
        </ol>
        <p className="large">{mode === 'shown' ? now?.shown : now?.guided}</p>
        {state === 'failed' && (
          <Notice kind="error">
            El servidor no pudo seguir con el ensayo. Continúe, o bórrelo y empiece otro.
          </Notice>
        )}
        <Stack row>
          {mode === 'guided' && now?.to && (
            <ButtonLink to={now.to.path} onFollow={() => choose(jointId)}>
              {now.to.label}
            </ButtonLink>
          )}
          {step === 'acta' && (
            <ButtonLink to={`/BorradorActa/${jointId}/${assemblyId}`}>Leer el borrador del acta</ButtonLink>
          )}
        </Stack>
      </Card>
      <Wall jointId={jointId} jointName={jointName} picker={false} />
    </>
  );
}

/** Hook: shows the wall as a building while `isOn`, and afterwards as before. */
function useBuildingAt(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const before = useWallView.getState().isBuilding;
    useWallView.setState({ isBuilding: true });
    return () => {
      useWallView.setState({ isBuilding: before });
    };
  }, [isOn]);
}

function Controls({ rehearsal: { jointId, sourceId, state } }: { rehearsal: Rehearsal }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = useChosenJoint((store) => store.choose);
  const refresh = () => client.invalidateQueries({ queryKey: ['rehearsal'] });
  const play = useRequest(
    (playing: boolean) => call(stopRehearsal, { params: { jointId }, body: { playing } }),
    {
      next: refresh,
      failed: 'No se pudo cambiar el ensayo. Intente nuevamente.',
    },
  );
  const remove = useRequest(() => call(deleteRehearsal, { params: { jointId } }), {
    done: 'El ensayo se borró.',
    next: async () => {
      choose(sourceId);
      navigate('/Rehearsal');
      await client.invalidateQueries({ queryKey: ['assembly-joints'] });
    },
    failed: 'No se pudo cambiar el ensayo. Intente nuevamente.',
  });
  const askToRemove = async () => {
    const yes = await confirm({ title: '¿Borrar el ensayo?', body: 'La copropiedad real no cambia.' });
    if (yes) remove.mutate();
  };
  return (
    <Stack row>
      {state === 'playing' && (
        <Button variant="secondary" onPress={() => play.mutate(false)} isPending={play.isPending}>
          Detener
        </Button>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <Button variant="secondary" onPress={() => play.mutate(true)} isPending={play.isPending}>
          Continuar
        </Button>
      )}
      <Button variant="quiet" onPress={() => void askToRemove()} isPending={remove.isPending}>
        Borrar el ensayo
      </Button>
    </Stack>
  );
}
