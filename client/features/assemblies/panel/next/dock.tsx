import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NextStep } from '../../../../../shared/assemblies/course/next-step.ts';
import { actaDraft } from '../../../../../shared/assemblies/reports.api.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { later } from '../../../../lib/time/later.ts';
import { ReportProgress } from '../../../../reports/progress.tsx';
import { useReport } from '../../../../reports/use-report.ts';
import { Button, ButtonLink } from '../../../../ui/page.tsx';
import { tiedAnswers } from '../../common/question-messages.ts';
import { assemblyJointQuery } from '../../meetings/assemblies.queries.ts';
import { useAssemblyCourse } from '../../meetings/assemblies-course.tsx';
import { mayClose } from '../questions/opening.tsx';
import { useAskAgain } from '../questions/use-ask-again.ts';
import type { Chosen } from '../questions/use-chosen-concept.ts';
import type { Toggling } from '../questions/use-toggle.ts';
import type { Moving } from '../rail/use-agenda-point.ts';
import styles from './dock.module.css';
import { afterWords, pointAfter, stepLabel } from './step-words.ts';

/** Time in milliseconds until a new step takes a press: longer than between the presses of a double click. */
const SETTLE_MS = 500;

interface Props {
  joint: LiveJoint;
  step: NextStep;
  chosen: Chosen;
  toggling: Toggling;
  moving: Moving;
}

/**
 * Bottom of the panel's centre: the next step of the meeting as the only full button, and a line about the step
 * after.
 * @param step next step, from `useNextStep`
 */
export function PanelDock({ joint, step, chosen, toggling, moving }: Props) {
  const { act, isPending, making } = useStepAct({ joint, step, chosen, toggling, moving });
  const label = stepLabel(step, chosen.concept);
  const after = afterWords(step, joint.assembly);
  const following = pointAfter(joint.assembly);
  const isSettled = useSettled(label);
  // The form of the lot has the button of the step.
  const isElsewhere = step.act === 'none' || (step.act === 'lot' && step.concept === chosen.concept);
  return (
    <section className={`stack-2 ${styles.dock}`} aria-label="Siguiente paso">
      {isElsewhere ? null : step.act === 'guide' || step.act === 'register' ? (
        <ButtonLink to={step.act === 'guide' ? '/Assemblies/Prepare' : '/RegisterQR'} size="large" wide>
          {label}
        </ButtonLink>
      ) : (
        <Button size="large" wide onPress={() => void act()} isPending={isPending || !isSettled}>
          {label}
        </Button>
      )}
      {step.act === 'ask' && following !== null && (
        <div>
          <Button
            variant="secondary"
            onPress={() => moving.move(following.number)}
            isPending={moving.isPending}
          >
            Abrir punto {following.number}
          </Button>
        </div>
      )}
      <ReportProgress report={making} />
      {after !== null && <p className="soft anywhere">{after}</p>}
    </section>
  );
}

/** Hook: returns false for the first moments of a new step. A press then was meant for the step before. */
function useSettled(label: string): boolean {
  const [settled, setSettled] = useState(label);
  useEffect(() => later(() => setSettled(label), SETTLE_MS), [label]);
  return settled === label;
}

/** Hook: returns the function of the next step's button, with the state of the request. */
function useStepAct({ joint, step, chosen, toggling, moving }: Props) {
  const { jointId, assembly } = joint;
  const navigate = useNavigate();
  const askAgain = useAskAgain(jointId);
  const making = useReport();
  const { data } = useQuery(assemblyJointQuery(jointId));
  const assemblyId = assembly?.assemblyId ?? 0;
  const course = useAssemblyCourse(data ?? { jointId, isSectorial: false, sectors: [] }, assemblyId);
  const download = () => making.make(actaDraft, { params: { jointId }, query: { assemblyId } });
  const act = async () => {
    switch (step.act) {
      case 'verify':
      case 'point':
        chosen.leave();
        return moving.move(step.point.number);
      case 'ask':
        return navigate('/GenerateQuestion', { state: { isOfPanel: true, topic: step.topic } });
      case 'vote':
        chosen.follow();
        return toggling.toggle(step.concept, 1);
      case 'closeVote':
        if (!(await mayClose(jointId, step.concept))) return;
        // Shows the verdict and 'Deshacer', also after a look at another question.
        chosen.follow();
        return toggling.close(step.concept);
      case 'repeat': {
        const blank = step.concept.outcome?.blankAnswerId ?? null;
        const tied = tiedAnswers(step.concept).map(({ answerId }) => answerId);
        return askAgain(step.concept.conceptId, blank === null ? tied : [...tied, blank]);
      }
      case 'lot':
        return chosen.choose(step.concept.conceptId);
      case 'callAgain':
        return course.callAgain();
      case 'end':
        return course.close(() => void download());
      case 'acta':
        return download();
    }
  };
  const isToggling = 'concept' in step && toggling.pending === step.concept.conceptId;
  return {
    act,
    making,
    isPending: isToggling || moving.isPending || course.isPending || making.isBusy,
  };
}
