import { Profile } from '../../shared/profiles.ts';
import {
  AssembliesToday,
  OtherAssemblies,
  StartRehearsal,
  useAssembliesNow,
  useAssemblyJoints,
} from '../features/assemblies/index.ts';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';
import { NoJoints } from './my-joints.tsx';

/** Home of an operator: assembly of today, and the tools to run an assembly. */
export default function OperatorHome() {
  const assemblies = useAssembliesNow();
  const joints = useAssemblyJoints();
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.operator };
  return (
    <AllRead queries={[assemblies, joints]} isQuiet={shown.assemblies.length === 0}>
      <AssembliesToday {...shown} />
      <OtherAssemblies {...shown} />
      <StartRehearsal />
      <ConcernCards profile={Profile.operator} />
      {joints.data?.length === 0 && <NoJoints />}
    </AllRead>
  );
}
