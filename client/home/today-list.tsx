import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '../../shared/api.ts';
import { today } from '../../shared/days.ts';
import type { Profile } from '../../shared/profiles.ts';
import { type JointTasks, listTasks } from '../../shared/properties/tasks.api.ts';
import { useChosenJoint } from '../lib/chosen-joint.store.ts';
import { counted } from '../lib/format.ts';
import { momentaryOf } from '../lib/query.ts';
import { cx } from '../ui/cx.ts';
import { ButtonLink, Card, Notice } from '../ui/page.tsx';
import { taskDetail, taskLink, taskTitle, taskWhen } from './task-words.ts';
import styles from './today.module.css';

/** Options for `useQuery`: tasks of today in the joints of the user. */
export const tasksQuery = momentaryOf(['tasks'], listTasks);

/** Joints drawn at first. The portfolio lists all. */
const JOINTS_SHOWN = 8;
const CONTRACTS_SHOWN = 3;

/**
 * Card 'Qué hacer hoy' of the home page: a line for each joint, the most urgent first and larger. Leaves out open
 * assemblies, shown in the card of today's assemblies.
 * @param isMain true if the first line has the full button of the page
 */
export function TodayList({
  tasks: { joints: busy, quiet, withoutContract },
  profile,
  isMain,
}: {
  tasks: AnswerOf<typeof listTasks>;
  profile: Profile;
  isMain: boolean;
}) {
  const joints = busyJoints(busy);
  const all = busy.length + quiet;
  if (all === 0 || (busy.length > 0 && joints.length === 0)) return null;
  return (
    <Card title="Qué hacer hoy">
      <p className="soft">{summary(joints.length, quiet)}</p>
      <ol className="plain">
        {joints.slice(0, JOINTS_SHOWN).map((line, at) => (
          <TaskLine key={line.jointId} line={line} profile={profile} isFirst={at === 0} isMain={isMain} />
        ))}
      </ol>
      {withoutContract.length > 0 && (
        <Notice kind="error">
          <p>
            Falta aceptar el contrato de transmisión de datos:{' '}
            {withoutContract.slice(0, CONTRACTS_SHOWN).map(({ jointId, jointName }, at) => (
              <Fragment key={jointId}>
                {at > 0 && ', '}
                <Link to={`/DataRegister/${jointId}`}>{jointName}</Link>
              </Fragment>
            ))}
            {withoutContract.length > CONTRACTS_SHOWN && ` y ${withoutContract.length - CONTRACTS_SHOWN} más`}
            .
          </p>
        </Notice>
      )}
      <p>
        <Link to="/Portfolio">Cartera de copropiedades ({all})</Link>
      </p>
    </Card>
  );
}

/** Returns the joints with tasks besides an open assembly. */
export const busyJoints = (joints: readonly JointTasks[]): JointTasks[] =>
  joints
    .map((line) => ({ ...line, tasks: line.tasks.filter(({ isOpen }) => !isOpen) }))
    .filter(({ tasks }) => tasks.length > 0);

function summary(busy: number, quiet: number): string {
  if (busy === 0) return quiet === 1 ? 'La copropiedad está al día.' : 'Todas están al día.';
  const first = `Hay tareas en ${counted(busy, 'copropiedad', 'copropiedades')}.`;
  if (quiet === 0) return first;
  return quiet === 1 ? `${first} La otra está al día.` : `${first} Las otras ${quiet} están al día.`;
}

interface TaskLineProps {
  line: JointTasks;
  profile: Profile;
  isFirst: boolean;
  isMain: boolean;
}

function TaskLine({ line: { jointId, jointName, tasks }, profile, isFirst, isMain }: TaskLineProps) {
  const choose = useChosenJoint((state) => state.choose);
  const [first, ...more] = tasks;
  if (first === undefined) return null;
  const link = taskLink(jointId, first, profile);
  const detail = taskDetail(first);
  return (
    <li className={`middle ${styles.line}`}>
      <span className={cx(styles.when, isFirst && 'strong')}>{taskWhen(first, today())}</span>
      <span className="stack breaks">
        <strong className={isFirst ? 'large' : undefined}>{taskTitle(first)}</strong>
        <span className="soft">{detail === '' ? jointName : `${jointName} · ${detail}`}</span>
        {more.length > 0 && <span className="soft">También: {more.map(taskTitle).join('; ')}.</span>}
      </span>
      {link && (
        <ButtonLink
          to={link.to}
          variant={isFirst && isMain ? 'primary' : 'secondary'}
          size={isFirst ? 'normal' : 'small'}
          label={`${link.label}, ${jointName}`}
          onFollow={() => choose(jointId)}
        >
          {link.label}
        </ButtonLink>
      )}
    </li>
  );
}
