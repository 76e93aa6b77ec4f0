import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { maskedCode } from '../../../../../shared/assemblies/code.ts';
import { sameText } from '../../../../../shared/assemblies/concept-words.ts';
import { defaultAnswers } from '../../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { exactTime, unitLabel } from '../../../../lib/format.ts';
import { useLiveJoint } from '../../../../lib/live/live.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { cx } from '../../../../ui/cx.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import outcomes from '../../../../ui/outcome.module.css';
import { Button, Notice, Stack } from '../../../../ui/page.tsx';
import { QueryView } from '../../../../ui/query-view.tsx';
import { codesQuery } from '../../codes/codes.queries.ts';
import { QUORUM_POLL_MS } from '../../common/intervals.ts';
import { activeQuestion, conceptName, weightWords } from '../../common/question-messages.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { JointLiveLine } from '../../live/assembly-over.tsx';
import { turnout } from '../../panel/questions/words.ts';
import { useAssemblyJoints } from '../../properties/use-assembly-joints.ts';
import { useUnits } from '../../units/use-units.ts';
import { CameraSwitch } from '../scan/camera-switch.tsx';
import { CodeForm } from '../scan/code-form.tsx';
import { isVotingBadge } from '../scan/keys.ts';
import { clearSignal } from '../scan/signal.ts';
import { SignalBand, SoundSwitch } from '../scan/signal-band.tsx';
import styles from './counting.module.css';
import { answerWord, type BadgeScan, type BadgeScanState, weightOf } from './scan.ts';
import { countBadge, retryBadgeScans, useBadgeScans } from './scan-queue.ts';

/**
 * Part of the desk's page to count votes by voting badges: the operator scans the badges raised by voters. For a
 * joint or a single sector with own questions.
 */
export function Counting({ jointId }: { jointId: number }) {
  const joints = useAssemblyJoints();
  const joint = joints.data?.find((item) => item.joint.jointId === jointId)?.joint;
  const [place, setPlace] = useState(jointId);
  const places = [
    { id: jointId, label: joint?.jointName ?? '' },
    ...(joint?.sectors ?? []).map((sector) => ({ id: sector.sectorId, label: sector.sectorName })),
  ];
  return (
    <Stack>
      {places.length > 1 && (
        <Select
          label="Se cuenta la votación de"
          items={places}
          value={place}
          onChange={setPlace}
          placeholder="Seleccione una copropiedad"
        />
      )}
      <CountingTable key={place} jointId={place} />
    </Stack>
  );
}

function CountingTable({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { query, units } = useUnits(jointId, live);
  const counted = useCountedQuestion(jointId, live.joint);
  const { question, isOther } = counted;
  const codes = useQuery(codesQuery(jointId)).data;
  const lists = useRef({ units, codes });
  useEffect(() => {
    lists.current = { units, codes };
  });
  // The band shows signals of this table alone.
  useEffect(() => clearSignal, []);

  const count = (scanned: string) => {
    if (!isOther) counted.agree();
    countBadge(
      {
        jointId,
        conceptId: isOther ? null : (question?.conceptId ?? null),
        closed: isOther ? OTHER_QUESTION : assemblyTexts.voteInactive,
        roll: () => lists.current.units,
        codes: () => lists.current.codes,
      },
      scanned,
    );
  };

  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => (
        <Stack>
          <JointLiveLine live={live} />
          <CountedQuestion joint={live.joint} counted={counted} />
          <SignalBand />
          <SoundSwitch />
          <CodeForm
            label="Papeleta de votación"
            description="Lea la papeleta con el lector o la cámara, o digite su código."
            act="Contar"
            isWhole={isVotingBadge}
            onCode={count}
          />
          <CameraSwitch />
          <BallotList jointId={jointId} />
        </Stack>
      )}
    </QueryView>
  );
}

const OTHER_QUESTION =
  'La pregunta cambió. Confirme en la pantalla que se cuenta la nueva, y vuelva a leer la papeleta.';

const scanStateWords: Readonly<Record<BadgeScanState, string>> = {
  sending: 'Enviando',
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
};

/** List of the last scanned voting badges on this computer, newest first. */
function BallotList({ jointId }: { jointId: number }) {
  const all = useBadgeScans((state) => state.ballots);
  const ballots = all.filter((ballot) => ballot.jointId === jointId);
  const unanswered = ballots.filter((ballot) => ballot.isUnanswered).map((ballot) => ballot.id);
  if (ballots.length === 0) return <p className="faint">Aún no se ha leído ninguna papeleta.</p>;
  return (
    <section aria-label="Últimas lecturas">
      <div className={`wrap-3 middle ${styles.head}`}>
        <h2 className="large">Últimas lecturas</h2>
        {unanswered.length > 1 && (
          <Button variant="secondary" size="small" onPress={() => retryBadgeScans(unanswered)}>
            Reintentar las {unanswered.length} sin respuesta
          </Button>
        )}
      </div>
      <ol className="stack-2 plain">
        {ballots.map((ballot) => (
          <BallotRow key={ballot.id} ballot={ballot} />
        ))}
      </ol>
    </section>
  );
}

function BallotRow({ ballot }: { ballot: BadgeScan }) {
  const { state, units, message } = ballot;
  return (
    <li className={`box top ${styles.ballot}`} data-state={state}>
      <span className={cx(styles.state, outcomes[state])}>{scanStateWords[state]}</span>
      <div className={`grow anywhere ${styles.what}`}>
        <p className="bold">
          {state === 'already' ? 'No se contó' : answerWord(ballot.answerId) || 'No es papeleta'}
          {units.length > 0 && (
            <span className={`tabular regular ${styles.weight}`}>{weightOf(units)} de coeficiente</span>
          )}
        </p>
        <p>{units.length > 0 ? units.map(unitLabel).join('; ') : maskedCode(ballot.code)}</p>
        {message && <p className="faint">{message}</p>}
      </div>
      <div className={`stack-2 faint tabular ${styles.end}`}>
        <time dateTime={ballot.at}>{exactTime(ballot.at)}</time>
        {ballot.isUnanswered && (
          <Button variant="secondary" size="small" onPress={() => retryBadgeScans([ballot.id])}>
            Reintentar
          </Button>
        )}
      </div>
    </li>
  );
}

interface Props {
  joint: LiveJoint | null;
  counted: ReturnType<typeof useCountedQuestion>;
}

/**
 * Question that is being counted, with turnout. After a change of question the operator must confirm before more
 * badges count.
 */
function CountedQuestion({ joint, counted: { question, isOther, agree } }: Props) {
  if (joint === null) return null;
  if (question === null) {
    return (
      <Notice kind="warning" title="No hay votación activa">
        <p>Las papeletas se reciben mientras haya una pregunta activa. No hay que actualizar la página.</p>
      </Notice>
    );
  }
  const words = turnout(question.voted.apartments, joint.registered.apartments);
  const share = question.voted.apartments / Math.max(1, joint.registered.apartments);
  return (
    <section
      className={cx('stack-3', styles.question, isOther && styles.other)}
      aria-label="Votación que se cuenta"
    >
      {isOther && (
        <div className={styles.changed} role="alert">
          <p className={styles.changedWord}>La pregunta cambió</p>
          <p>
            Aparte las papeletas de la pregunta anterior. Ninguna se recibe hasta que confirme que ahora se
            cuenta {conceptName(question.conceptId)}.
          </p>
        </div>
      )}
      <p className="faint bold">{conceptName(question.conceptId)}</p>
      <h2 className="large anywhere">{question.conceptDescription}</h2>
      {isOther ? (
        <div>
          <Button size="large" onPress={agree}>
            Contar {conceptName(question.conceptId)}
          </Button>
        </div>
      ) : (
        <>
          <Meter label="Han votado" share={Math.min(1, share)} valueText={words} />
          <p>
            Han votado {words}: {weightWords(question.voted)}.
          </p>
        </>
      )}
      {!takesBadges(question) && (
        <Notice kind="warning">
          <p>Esta pregunta no se responde con papeletas de votación: sus respuestas son otras.</p>
        </Notice>
      )}
    </section>
  );
}

/** True if the question has the three default answers printed on voting badges. */
const takesBadges = ({ answers }: LiveConcept): boolean =>
  answers.length === defaultAnswers.length &&
  defaultAnswers.every((word, at) =>
    answers.some(
      (answer) => answer.answerId === at + 1 && sameText(answer.answerDescription) === sameText(word),
    ),
  );

/** Text key (assembly and question id) of the question that the operator last agreed to count, by joint. */
const useAgreed = create<{ questions: Readonly<Record<number, string>> }>(() => ({ questions: {} }));

onSessionEnd(() => useAgreed.setState({ questions: {} }));

interface CountedQuestion {
  /** Open question. Null while no question is open or before the live data arrive. */
  question: LiveConcept | null;
  /**
   * True if another question opened since the operator agreed: papers on the table may belong to the former
   * question.
   */
  isOther: boolean;
  agree: () => void;
}

/**
 * Tracks the question to count at the counting table. The first scan agrees to the first question. A later question
 * needs the operator's confirmation, since a pile of papers may belong to the former question.
 */
function useCountedQuestion(jointId: number, joint: LiveJoint | null): CountedQuestion {
  const agreed = useAgreed((state) => state.questions[jointId]);
  const question = joint && activeQuestion(joint.concepts);
  const name = question && `${joint.assembly?.assemblyId ?? 0} ${question.conceptId}`;
  return {
    question,
    isOther: name !== null && agreed !== undefined && agreed !== name,
    agree: () => {
      if (name !== null)
        useAgreed.setState(({ questions }) => ({ questions: { ...questions, [jointId]: name } }));
    },
  };
}
