import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { ButtonLink, Card, Page } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { jointQuery } from '../../properties/index.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { activeQuestion, conceptLabel } from '../common/question-messages.ts';
import { endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { isOnItsWay } from '../live/gate.tsx';
import { NoQuorumWarning } from '../panel/questions/opening.tsx';
import { PreparedList } from '../panel/questions/prepared-list.tsx';
import { useToggle } from '../panel/questions/use-toggle.ts';
import { assemblyNotice, questionState, turnout } from '../panel/questions/words.ts';
import { JointPicker } from '../properties/joint-picker.tsx';
import styles from './generate-question.module.css';
import { QuestionForm } from './generate-question-form.tsx';

/** Page to write questions, with buttons to open a question now or later. */
export default function GenerateQuestionPage() {
  return (
    <Page title="Generar Pregunta">
      <JointPicker withSectors>
        {(joint, picker) => <NewQuestion key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function NewQuestion({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { joint } = live;
  // The by-laws come before the form: a proposal after the first press would find an empty question refused.
  const { isLoading } = useQuery(jointQuery(jointId));
  return (
    <div className={styles.page}>
      <div className="stack-4">
        {picker}
        <JointLiveLine live={live} />
        {joint && <QuestionNotices joint={joint} />}
        {isLoading || isOnItsWay(live) ? (
          <Loading />
        ) : (
          endOf(joint) === null && <QuestionForm jointId={jointId} live={live} />
        )}
      </div>
      {joint && <Beside joint={joint} live={live} />}
    </div>
  );
}

function QuestionNotices({ joint }: { joint: LiveJoint }) {
  const open = activeQuestion(joint.concepts);
  const notice = assemblyNotice(joint.assembly);
  return (
    <>
      {notice && (
        <p className={`breaks ${styles.standing}`}>
          <strong>{notice.title}</strong> {notice.detail}
        </p>
      )}
      {!notice?.isOver && <NoQuorumWarning joint={joint} />}
      {open && (
        <div className={`breaks ${styles.standing}`}>
          <p>
            Está activa <strong>{conceptLabel(open)}</strong>
          </p>
          <p>Han votado {turnout(open.voted.apartments, joint.registered.apartments)}.</p>
          <ButtonLink to="/AssemblyPanel" variant="quiet" size="small">
            Ver en el panel
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Column beside the question form: prepared questions and the agenda. */
function Beside({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const toggling = useToggle(joint.jointId, live.status === 'live');
  const prepared = joint.concepts.filter((concept) => questionState(concept) === 'prepared');
  const { assembly } = joint;
  return (
    <div className="stack-4">
      <Card title="Preguntas preparadas">
        {prepared.length === 0 ? (
          <p className="faint">No hay preguntas preparadas.</p>
        ) : (
          <PreparedList concepts={prepared} toggling={toggling} isOver={assembly?.closedAt != null} />
        )}
      </Card>
      {assembly?.agenda && (
        <Card title="Orden del día">
          <p className={`breaks ${styles.agenda}`}>{assembly.agenda}</p>
        </Card>
      )}
    </div>
  );
}
