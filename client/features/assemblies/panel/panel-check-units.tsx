import { useState } from 'react';
import { type CheckedUnit, releaseUnconfirmed } from '../../../../shared/assemblies/presence.api.ts';
import { call } from '../../../lib/api.ts';
import { coefficient, count, exactTime, unitLabel, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { activeQuestion } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { totalCoefficient } from '../own-units.ts';
import { assemblyTexts } from '../texts.ts';
import { useCheckUnits } from '../units/use-check-units.ts';
import { useAct } from '../use-act.ts';
import styles from './panel-check.module.css';

interface Props {
  joint: LiveJoint;
  check: NonNullable<LiveJoint['check']>;
  live: LiveEntry;
}

/** Who has not confirmed yet, and freeing some or all of them. */
export function CheckUnits({ joint, check, live }: Props) {
  const { jointId } = joint;
  const query = useCheckUnits(jointId, check, live);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pending = (query.data?.units ?? []).filter((unit) => unit.confirmedAt === null);
  // Who confirmed meanwhile is no longer among them.
  const picked = pending.filter((unit) => chosen.has(unit.apartmentId));

  const releasing = useAct({
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
            <p className={cx(styles.soft, query.isError && styles.stale)}>
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
                    <span className={styles.soft}>
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
