import { useQuery } from '@tanstack/react-query';
import { Profile } from '../../shared/profiles.ts';
import {
  AssembliesToday,
  hasUrgentAssembly,
  OtherAssemblies,
  StartRehearsal,
  useAssembliesNow,
  useAssemblyJoints,
} from '../features/assemblies/index.ts';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';
import { NoJoints } from './my-joints.tsx';
import { busyJoints, TodayList, tasksQuery } from './today-list.tsx';

/** Home of an operator: assembly of today, and the tools to run an assembly. */
export default function OperatorHome() {
  const assemblies = useAssembliesNow();
  const joints = useAssemblyJoints();
  const tasks = useQuery(tasksQuery);
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.operator };
  const isMeeting = hasUrgentAssembly(shown);
  const isBusy = isMeeting || busyJoints(tasks.data?.joints ?? []).length > 0;
  return (
    <AllRead queries={[assemblies, joints, tasks]} isQuiet={shown.assemblies.length === 0}>
      <AssembliesToday {...shown} />
      {tasks.data && <TodayList tasks={tasks.data} profile={Profile.operator} isMain={!isMeeting} />}
      <OtherAssemblies {...shown} />
      <StartRehearsal isMain={!isBusy} />
      <ConcernCards profile={Profile.operator} />
      {joints.data?.length === 0 && <NoJoints />}
    </AllRead>
  );
}
