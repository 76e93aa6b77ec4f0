import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import { endQuorumCheck, startQuorumCheck } from '../../../../shared/assemblies/presence.api.ts';
import { call } from '../../../lib/api.ts';
import { coefficient, count, time, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import styles from './panel-check.module.css';
import { CheckUnits } from './panel-check-units.tsx';

interface Props {
  joint: LiveJoint;
  live: LiveEntry;
}

/** 'Verificar quórum': those registered from home confirm that they are there; who does not can be freed. */
export function PanelCheck({ joint, live }: Props) {
  const { jointId, check } = joint;
  const settled = () => {
    if (live.status !== 'live') refreshJoint(jointId);
  };
  const starting = useAct({
    mutationFn: () => call(startQuorumCheck, { params: { jointId } }),
    // Another desk may have started it meanwhile.
    onError: () => refreshJoint(jointId),
    onSettled: settled,
  });
  const ending = useAct({
    mutationFn: () => call(endQuorumCheck, { params: { jointId } }),
    onSuccess: () => toast.success('La verificación de quórum ha terminado.'),
    onError: (error) => toast.error(failureText(error, assemblyTexts.checkFailed)),
    onSettled: settled,
  });
  if (check === null) {
    return (
      <Card title="Verificar quórum">
        <p>Pide a quienes se registraron desde casa que confirmen con un toque que siguen presentes.</p>
        {starting.error && (
          <Notice kind="error">{failureText(starting.error, assemblyTexts.checkFailed)}</Notice>
        )}
        <div>
          <Button
            variant="secondary"
            onPress={() => starting.mutate(undefined)}
            isPending={starting.isPending}
          >
            Verificar quórum
          </Button>
        </div>
      </Card>
    );
  }
  const { asked, confirmed } = check;
  return (
    <Card
      title="Verificar quórum"
      actions={
        <Button
          variant="secondary"
          size="small"
          onPress={() => ending.mutate(undefined)}
          isPending={ending.isPending}
        >
          Terminar verificación
        </Button>
      }
    >
      <p className={styles.progress}>
        Confirmaron{' '}
        <strong>
          {count(confirmed.apartments)} de {units(asked.apartments)}
        </strong>
        : {coefficient(confirmed.coefficient)} de {coefficient(asked.coefficient)} de coeficiente. En curso
        desde las {time(check.startedAt)}.
      </p>
      <Meter
        label="Confirmaron"
        share={partOf(confirmed.apartments, asked.apartments)}
        valueText={`${count(confirmed.apartments)} de ${units(asked.apartments)}`}
        isGood
      />
      <CheckUnits key={check.checkId} joint={joint} check={check} live={live} />
    </Card>
  );
}
