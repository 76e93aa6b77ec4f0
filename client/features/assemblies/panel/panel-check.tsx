import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import {
  type CheckedUnit,
  endQuorumCheck,
  releaseUnconfirmed,
  startQuorumCheck,
} from '../../../../shared/assemblies/presence.api.ts';
import { call } from '../../../lib/api.ts';
import { coefficient, count, exactTime, time, unitLabel, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Button, Card, Notice } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { activeQuestion } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { totalCoefficient } from '../own-units.ts';
import { assemblyTexts } from '../texts.ts';
import { useCheckUnits } from '../units/use-check-units.ts';
import styles from './panel-check.module.css';

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
  const starting = useMutation({
    mutationFn: () => call(startQuorumCheck, { params: { jointId } }),
    // Another desk may have started it meanwhile.
    onError: () => refreshJoint(jointId),
    onSettled: settled,
  });
  const ending = useMutation({
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
      <p className="tabular">
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

interface CheckUnitsProps {
  joint: LiveJoint;
  check: NonNullable<LiveJoint['check']>;
  live: LiveEntry;
}

/** Who has not confirmed yet, and freeing some or all of them. */
function CheckUnits({ joint, check, live }: CheckUnitsProps) {
  const { jointId } = joint;
  const query = useCheckUnits(jointId, check, live);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pending = (query.data?.units ?? []).filter((unit) => unit.confirmedAt === null);
  // Who confirmed meanwhile is no longer among them.
  const picked = pending.filter((unit) => chosen.has(unit.apartmentId));

  const releasing = useMutation({
    mutationFn: (which: readonly CheckedUnit[]) =>
      call(releaseUnconfirmed, {
        params: { jointId },
        body: { apartmentIds: which.map((unit) => unit.apartmentId) },
      }),
    onSuccess: ({ released }, which) => {
      setChosen(new Set());
      const stayed = which.length - released.length;
      toast.success(releasedWords(released.length, stayed));
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.releaseFailed)),
    onSettled: () => {
      void query.refetch();
      if (live.status !== 'live') refreshJoint(jointId);
    },
  });

  const release = async () => {
    const isSure = await confirm({
      title: '¿Está seguro de liberar los inmuebles que no confirmaron?',
      body: (
        <>
          <p>
            Se liberarán {units(picked.length)}, {coefficient(totalCoefficient(picked))} de coeficiente. Dejan
            de contar en el quórum y pueden registrarse de nuevo.
          </p>
          {activeQuestion(joint.concepts) && <p>Sus votos en la votación activa se anulan.</p>}
        </>
      ),
      danger: true,
    });
    if (isSure) releasing.mutate(picked);
  };
  const choose = (apartmentId: string, isChosen: boolean) => {
    const next = new Set(picked.map((unit) => unit.apartmentId));
    if (isChosen) next.add(apartmentId);
    else next.delete(apartmentId);
    setChosen(next);
  };

  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => {
        if (pending.length === 0) return <p>Todos confirmaron.</p>;
        return (
          <>
            <p className={cx('soft', query.isError && 'warned')}>
              Sin confirmar: {units(pending.length)}. Conexiones vistas a las{' '}
              {exactTime(new Date(query.dataUpdatedAt).toISOString())}.
            </p>
            <Checkbox
              isSelected={picked.length === pending.length}
              onChange={(all) => setChosen(new Set(all ? pending.map((unit) => unit.apartmentId) : []))}
            >
              Elegir todos ({count(pending.length)})
            </Checkbox>
            <ul className={styles.units} aria-label="Sin confirmar">
              {pending.map((unit) => (
                <li key={unit.apartmentId} className={styles.unit}>
                  <Checkbox
                    isSelected={chosen.has(unit.apartmentId)}
                    onChange={(isChosen) => choose(unit.apartmentId, isChosen)}
                  >
                    <span className={styles.label}>{unitLabel(unit)}</span>
                    <span className="soft">
                      {coefficient(unit.coefficient)} · {unit.connected ? 'conectado' : 'sin conexión'}
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
            <div>
              <Button
                variant="danger"
                onPress={release}
                isPending={releasing.isPending}
                isDisabled={picked.length === 0}
              >
                Liberar los que no confirmaron
              </Button>
            </div>
          </>
        );
      }}
    </QueryView>
  );
}

function releasedWords(released: number, stayed: number): string {
  const freed = `${released === 1 ? 'Se liberó' : 'Se liberaron'} ${units(released)}.`;
  if (stayed === 0) return freed;
  const kept =
    stayed === 1
      ? '1 inmueble confirmó mientras tanto y sigue registrado.'
      : `${units(stayed)} confirmaron mientras tanto y siguen registrados.`;
  return released === 0 ? kept : `${freed} ${kept}`;
}
