import { useQuery } from '@tanstack/react-query';
import { Profile } from '../../shared/profiles.ts';
import { ownRightsQuery } from '../features/accounts/index.ts';
import {
  AssembliesToday,
  hasUrgentAssembly,
  OtherAssemblies,
  useAssembliesNow,
  useAssemblyJoints,
} from '../features/assemblies/index.ts';
import { BooksNow, billingNowQuery, OwnSheets, waitingDraftsQuery } from '../features/billing/index.ts';
import { AllRead } from './all-read.tsx';
import { ConcernCards, RightCards } from './concern-cards.tsx';
import { DataLinks } from './data-links.tsx';
import { MyJoints, NoJoints } from './my-joints.tsx';
import { TodayList, tasksQuery } from './today-list.tsx';

/** Home of an administrator: assembly of today, billing, reports, spreadsheet of the month. */
export default function AdminHome() {
  const assemblies = useAssembliesNow();
  const billing = useQuery(billingNowQuery);
  const drafts = useQuery(waitingDraftsQuery);
  const joints = useAssemblyJoints();
  const books = billing.data ?? [];
  const linked = joints.data ?? [];
  const tasks = useQuery(tasksQuery);
  const held = useQuery(ownRightsQuery);
  const runs = (held.data ?? []).flatMap(({ jointId, rights }) =>
    rights.includes('assemblies') ? [jointId] : [],
  );
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.admin, runs };
  const named = [...linked.map(({ joint }) => joint), ...books];
  return (
    <AllRead
      queries={[assemblies, tasks, billing, drafts, joints, held]}
      isQuiet={shown.assemblies.length + books.length === 0}
    >
      {tasks.data && (
        <TodayList tasks={tasks.data} profile={Profile.admin} isMain={!hasUrgentAssembly(shown)} />
      )}
      <AssembliesToday {...shown} />
      <BooksNow books={books} drafts={drafts.data ?? []} />
      <OtherAssemblies {...shown} />
      {(held.data ?? []).map((one) => (
        <RightCards
          key={one.jointId}
          held={one}
          jointName={named.find(({ jointId }) => jointId === one.jointId)?.jointName}
        />
      ))}
      <ConcernCards profile={Profile.admin} />
      <OwnSheets />
      {linked.length > 0 && <MyJoints joints={linked} />}
      <DataLinks to="/DataRegister" words="Política, consultas y reclamos de" joints={named} />
      {linked.length + books.length === 0 && <NoJoints />}
    </AllRead>
  );
}
