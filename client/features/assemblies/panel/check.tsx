import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import {
  type CheckedUnit,
  endQuorumCheck,
  releaseUnconfirmed,
  startQuorumCheck,
} from '../../../../shared/assemblies/presence.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { coefficient, count, exactTime, time, unitLabel, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { matches } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Button, Card, Notice } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { AnswerTime } from '../live/presence-card.tsx';
import { totalCoefficient } from '../properties/own-units.ts';
import { useCheckUnits } from '../units/use-check-units.ts';
import styles from './check.module.css';
import { releasedWords, releaseLeftWords, releaseVotesWords } from './questions/words.ts';

interface Props {
  joint: LiveJoint;
  live: LiveEntry;
}

/**
 * Card 'Verificar quórum' on the operator's panel: asks people at home to confirm the presence, and the operator
 * may free units without a confirmation.
 */
export function PanelCheck({ joint, live }: Props) {
  const { jointId, check } = joint;
  const settled = () => {
    if (live.status !== 'live') refreshJoint(jointId);
  };
  const starting = useMutation({
    mutationFn: () => call(startQuorumCheck, { params: { jointId } }),
    // The running check stands at the top of the panel.
    onSuccess: () => window.scrollTo({ top: 0 }),
    // Another desk may have started a check meanwhile.
    onError: () => refreshJoint(jointId),
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
  return <RunningCheck joint={joint} check={check} live={live} starting={starting} onSettled={settled} />;
}

interface RunningProps extends Props {
  check: NonNullable<LiveJoint['check']>;
  /** Mutation to start another check. */
  starting: { mutate: (input: undefined) => void; isPending: boolean };
  onSettled: () => void;
}

/** Card of a running check: figures, time left, unconfirmed units, and buttons to ask again or to end the check. */
function RunningCheck({ joint, check, live, starting, onSettled }: RunningProps) {
  const ending = useRequest(() => call(endQuorumCheck, { params: { jointId: joint.jointId } }), {
    done: 'La verificación de quórum ha terminado.',
    failed: assemblyTexts.checkFailed,
    onSettled,
  });
  const { asked, confirmed } = check;
  const again = () =>
    ending
      .mutateAsync(undefined)
      .then(() => starting.mutate(undefined))
      .catch(() => undefined);
  return (
    <Card
      title="Verificar quórum"
      actions={
        <>
          <Button
            variant="secondary"
            size="small"
            onPress={() => void again()}
            isPending={starting.isPending}
            isDisabled={ending.isPending}
          >
            Preguntar otra vez
          </Button>
          <Button
            variant="secondary"
            size="small"
            onPress={() => ending.mutate(undefined)}
            isPending={ending.isPending}
          >
            Terminar verificación
          </Button>
        </>
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
      <AnswerTime
        answerBy={check.answerBy}
        over="El plazo terminó: llame a quienes faltan o libere sus inmuebles."
      />
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

/** Maximum number of unconfirmed units for a list without a search field. */
const LONG = 12;

interface CheckUnitsProps {
  joint: LiveJoint;
  check: NonNullable<LiveJoint['check']>;
  live: LiveEntry;
}

/** List of units without confirmed presence, with buttons to release some or all registrations. */
function CheckUnits({ joint, check, live }: CheckUnitsProps) {
  const query = useCheckUnits(joint.jointId, check, live);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const unconfirmed = (query.data?.units ?? []).filter((unit) => unit.confirmedAt === null);
  const [typed, setTyped] = useState('');
  // People without a connection first: the desk calls the names.
  const seen = unconfirmed
    .filter((unit) => matches(`${unit.apartmentId} ${unit.owner}`, typed))
    .sort((a, b) => Number(a.connected) - Number(b.connected));
  // Drops units confirmed meanwhile.
  const pickedOf = (units: readonly CheckedUnit[]) => units.filter((unit) => chosen.has(unit.apartmentId));

  const { release, isPending } = useRelease(joint.jointId, check, live, () => {
    setChosen(new Set());
    void query.refetch();
  });
  const choose = (apartmentId: string, isChosen: boolean) => {
    const next = new Set(pickedOf(unconfirmed).map((unit) => unit.apartmentId));
    if (isChosen) next.add(apartmentId);
    else next.delete(apartmentId);
    setChosen(next);
  };

  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => {
        if (unconfirmed.length === 0) return <p>Todos confirmaron.</p>;
        return (
          <>
            {unconfirmed.length > LONG && (
              <TextField
                label="Buscar inmueble o propietario"
                type="search"
                value={typed}
                onChange={setTyped}
              />
            )}
            {seen.length === 0 && <p>Ningún inmueble coincide con lo escrito.</p>}
            {partsOf(seen).map(
              ({ name, which, act }) =>
                which.length > 0 && (
                  <UnitChoice
                    key={name}
                    name={name}
                    isStale={query.isError}
                    seenAt={query.dataUpdatedAt}
                    which={which}
                    picked={pickedOf(which)}
                    onChoose={choose}
                    onChooseAll={(all) =>
                      setChosen(new Set(all ? which.map((unit) => unit.apartmentId) : []))
                    }
                  >
                    <Button
                      variant="danger"
                      onPress={() => void release(pickedOf(which))}
                      isPending={isPending}
                      isDisabled={pickedOf(which).length === 0}
                    >
                      {act}
                    </Button>
                  </UnitChoice>
                ),
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** Groups of the list. Units with a vote on the open question stand apart: freeing one annuls its vote. */
function partsOf(seen: readonly CheckedUnit[]) {
  const pending = seen.filter((unit) => !unit.voted);
  const voted = seen.filter((unit) => unit.voted);
  return [
    { name: 'Sin confirmar', which: pending, act: 'Liberar los que no confirmaron' },
    { name: 'Votaron en la votación abierta', which: voted, act: 'Liberar y anular sus votos' },
  ];
}

/** Hook to release units after a confirmation dialog with the annulled votes and the quorum afterwards. */
function useRelease(
  jointId: number,
  check: NonNullable<LiveJoint['check']>,
  live: LiveEntry,
  onDone: () => void,
) {
  const releasing = useRequest(
    (which: readonly CheckedUnit[]) => call(releaseUnconfirmed, releaseOf(jointId, which)),
    {
      next: ({ released }, which) => {
        const stayed = which.length - released.length;
        toast.success(releasedWords(released.length, stayed));
      },
      failed: assemblyTexts.releaseFailed,
      onSettled: () => {
        onDone();
        if (live.status !== 'live') refreshJoint(jointId);
      },
    },
  );

  const asking = useRequest(
    (which: readonly CheckedUnit[]) => call(releaseUnconfirmed, releaseOf(jointId, which, { preview: true })),
    { failed: assemblyTexts.releaseFailed },
  );
  const release = async (which: readonly CheckedUnit[]) => {
    const { released, after } = (await asking.mutateAsync(which).catch(() => null)) ?? {};
    if (released === undefined || after === undefined) return;
    const isSure = await confirm({
      title: '¿Está seguro de liberar los inmuebles que no confirmaron?',
      body: (
        <>
          <p>
            Se liberarán {units(released.length)}, {coefficient(totalCoefficient(which))} de coeficiente.
            Dejan de contar en el quórum y pueden registrarse de nuevo.
          </p>
          {after.votes > 0 && (
            <p>
              <strong>{releaseVotesWords(after.votes)}</strong>
            </p>
          )}
          {Date.parse(check.answerBy) > serverTime() && (
            <p>El plazo que ven los teléfonos termina a las {exactTime(check.answerBy)}.</p>
          )}
          <p>{releaseLeftWords(after)}</p>
        </>
      ),
      danger: true,
    });
    if (isSure) releasing.mutate(which);
  };
  return { release, isPending: releasing.isPending || asking.isPending };
}

interface UnitChoiceProps {
  name: string;
  isStale: boolean;
  /** Time of the server's reading of the connections, epoch ms. */
  seenAt: number;
  which: readonly CheckedUnit[];
  picked: readonly CheckedUnit[];
  onChoose: (apartmentId: string, isChosen: boolean) => void;
  onChooseAll: (all: boolean) => void;
  children: ReactNode;
}

/** Checkboxes to select units of a group (with or without a vote), and the action below. */
function UnitChoice({
  name,
  isStale,
  seenAt,
  which,
  picked,
  onChoose,
  onChooseAll,
  children,
}: UnitChoiceProps) {
  return (
    <section className="stack-2" aria-label={name}>
      <p className={cx('soft', isStale && 'warned')}>
        {name}: {units(which.length)}. Conexiones vistas a las {exactTime(new Date(seenAt).toISOString())}.
      </p>
      <Checkbox isSelected={picked.length === which.length} onChange={onChooseAll}>
        Elegir todos ({count(which.length)})
      </Checkbox>
      <ul className={`plain ${styles.units}`} aria-label={name}>
        {which.map((unit) => (
          <li key={unit.apartmentId} className="shrinks">
            <Checkbox
              isSelected={picked.includes(unit)}
              onChange={(isChosen) => onChoose(unit.apartmentId, isChosen)}
            >
              <span className={`block breaks ${styles.label}`}>{unitLabel(unit)}</span>
              <span className="soft">
                {coefficient(unit.coefficient)} · {unit.connected ? 'conectado' : 'sin conexión'}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <div>{children}</div>
    </section>
  );
}

const releaseOf = (jointId: number, which: readonly CheckedUnit[], more: { preview?: boolean } = {}) => ({
  params: { jointId },
  body: {
    apartmentIds: which.map((unit) => unit.apartmentId),
    ...more,
  },
});
