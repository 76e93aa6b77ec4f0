import {
  type AssemblyChanges,
  changeAssembly,
  getLawDates,
  type LawDates,
} from '../../../../shared/assemblies/assemblies.api.ts';
import { sentence } from '../../../../shared/format.ts';
import type { Joint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { dateTime, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { useLiveStore } from '../../../lib/live/store.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import styles from '../common/assemblies.module.css';
import { activeQuestion, shortLabel, weightWords } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { useRefreshAssemblies } from './assemblies.queries.ts';
import { unfinishedWords } from './unfinished.ts';

type Of = Pick<Joint, 'jointId' | 'isSectorial' | 'sectors'>;

/**
 * Hook: returns functions to start the second call (`callAgain`) and to end an assembly (`close`). Both ask for
 * confirmation, because neither can be undone. `close` calls the given function after the end.
 * @param joint joint with the current assembly
 * @param assemblyId id of the shown assembly: another current assembly stays untouched
 */
export function useAssemblyCourse(joint: Of, assemblyId: number) {
  const { jointId } = joint;
  const refresh = useRefreshAssemblies(jointId);
  const changing = useRequest(
    (body: AssemblyChanges) => call(changeAssembly, { params: { jointId }, body }),
    {
      done: (answer) =>
        answer.closedAt === null ? 'La segunda convocatoria ha iniciado.' : 'La asamblea ha sido cerrada.',
      failed: assemblyTexts.assemblyFailed,
      onSettled: refresh,
    },
  );

  const callAgain = async () => {
    const dates = await secondCallDates(jointId);
    const due = dates?.secondCallAt ?? null;
    const isEarly = due !== null && serverTime() < Date.parse(due);
    const isSure = await confirm({
      title: '¿Está seguro de iniciar la segunda convocatoria?',
      body: <SecondCallEffects joint={joint} earlyOf={isEarly ? dates : null} />,
      danger: true,
    });
    if (isSure) changing.mutate({ assemblyId, call: 2, wentOn: isEarly ? ['earlySecondCall'] : [] });
  };

  const close = async (onClosed?: () => void) => {
    const unfinished = await unfinishedWords(joint);
    const isSure = await confirm({
      title: '¿Está seguro de cerrar la asamblea?',
      body: <ClosingEffects joint={joint} unfinished={unfinished} />,
      danger: true,
    });
    if (isSure) changing.mutate({ assemblyId, closed: true }, { onSuccess: onClosed });
  };

  return { callAgain, close, isPending: changing.isPending };
}

/** Requests the legal dates of the assembly, with the earliest time of the second call. Null after an error. */
async function secondCallDates(jointId: number): Promise<LawDates | null> {
  try {
    return await call(getLawDates, { params: { jointId } });
  } catch {
    return null;
  }
}

/**
 * Text of the dialog before the second call.
 * @param earlyOf legal dates, if the second call is not due yet; else null
 */
function SecondCallEffects({ joint, earlyOf }: { joint: Of; earlyOf: LawDates | null }) {
  const { jointId, isSectorial } = joint;
  return (
    <>
      {earlyOf?.secondCallAt != null && (
        <p>
          <strong>
            Todavía no es el momento: la segunda convocatoria es el {dateTime(earlyOf.secondCallAt)}.
          </strong>{' '}
          {earlyOf.isSecondCallOwn
            ? 'Así lo dispone el reglamento'
            : 'Es el tercer día hábil siguiente al de la primera, a las 8:00\u00a0p.\u00a0m., si el reglamento no dispone otra cosa'}{' '}
          (Ley 675 de 2001, art. 41). Si continúa, queda en el acta.
        </p>
      )}
      <p>
        Habrá quórum con dos o más propietarios, cualquiera que sea su coeficiente (Ley 675 de 2001, art. 41).
      </p>
      <p>
        El registro de asistencia empieza de nuevo
        <Registered jointId={jointId} />. Se conservan el censo, los códigos, las preguntas y los votos de las
        que ya se cerraron.
      </p>
      <OpenQuestion jointId={jointId} isSectorial={isSectorial} />
      <p>No se puede volver a la primera convocatoria.</p>
    </>
  );
}

/** Text of the dialog before the end of the assembly, with the unfinished matters. */
function ClosingEffects({ joint, unfinished }: { joint: Of; unfinished: readonly string[] }) {
  const { jointId, isSectorial } = joint;
  return (
    <>
      <OpenQuestion jointId={jointId} isSectorial={isSectorial} />
      {unfinished.length > 0 && (
        <>
          <p>
            <strong>Falta por terminar:</strong>
          </p>
          <ul className={styles.list}>
            {unfinished.map((matter) => (
              <li key={matter}>{matter}</li>
            ))}
          </ul>
        </>
      )}
      <p>Después de cerrarla no se puede registrar ni votar. No se puede volver a abrir.</p>
    </>
  );
}

/**
 * Hook: live data of a joint for an open dialog, updated while registrations and votes arrive. Null before the
 * first data.
 */
export function useStanding(jointId: number): LiveJoint | null {
  return useLiveStore((state) => state.joints[jointId]?.joint ?? null);
}

function Registered({ jointId }: { jointId: number }) {
  const registered = useStanding(jointId)?.registered.apartments ?? 0;
  return registered === 0 ? null : <>: {units(registered)} se deben registrar otra vez</>;
}

/**
 * Warning in the operator's dialog before a second call or the end of an assembly: the open question will be closed
 * with the votes so far. Renders no element without an open question.
 * @param isSectorial true to add a sentence about open questions of the sectors
 */
export function OpenQuestion({ jointId, isSectorial }: { jointId: number; isSectorial: boolean }) {
  const live = useStanding(jointId);
  const open = live && activeQuestion(live.concepts);
  return (
    <>
      {open && (
        <p>
          <strong>La votación abierta se cierra como está:</strong> {sentence(shortLabel(open))}{' '}
          {open.voted.apartments === 0 ? 'No tiene votos.' : `Lleva ${weightWords(open.voted)}.`}
        </p>
      )}
      {isSectorial && <p>Las votaciones abiertas de los sectores se cierran con los votos que tengan.</p>}
    </>
  );
}
