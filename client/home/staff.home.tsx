import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getBackups } from '../../shared/backups.api.ts';
import { today } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  AssembliesToday,
  hasUrgentAssembly,
  OtherAssemblies,
  StartRehearsal,
  useAssembliesNow,
} from '../features/assemblies/index.ts';
import { MissingRate } from '../features/billing/index.ts';
import { EventsNow, eventsQuery } from '../features/events/index.ts';
import { queryOf } from '../lib/query.ts';
import { type Due, DueLine } from '../ui/due-line.tsx';
import { Card } from '../ui/page.tsx';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';
import { copiesDue } from './copies-words.ts';
import { busyJoints, TodayList, tasksQuery } from './today-list.tsx';

/** Home of the platform staff: failing copies, tasks by joint, assemblies of today, events of today, copies. */
export default function StaffHome() {
  const assemblies = useAssembliesNow();
  const tasks = useQuery(tasksQuery);
  const events = useQuery(eventsQuery);
  const copies = useQuery(queryOf(['backups'], getBackups));
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.full };
  const ofToday = (events.data ?? []).filter(({ heldOn }) => heldOn === today());
  const pending = [shown.assemblies, tasks.data?.joints ?? [], ofToday];
  const isMeeting = hasUrgentAssembly(shown);
  const isBusy = isMeeting || busyJoints(tasks.data?.joints ?? []).length > 0;
  const due = copies.data && copiesDue(copies.data, Date.now());
  return (
    <AllRead
      queries={[assemblies, tasks, events, copies]}
      isQuiet={pending.every((list) => list.length === 0) && due?.state !== 'overdue'}
    >
      {due?.state === 'overdue' && <Copies due={due} />}
      {tasks.data && <TodayList tasks={tasks.data} profile={Profile.full} isMain={!isMeeting} />}
      <AssembliesToday {...shown} />
      <MissingRate>
        <Link to="/Billing/Settings?tab=legal">Registrar la tasa</Link>
      </MissingRate>
      <EventsNow events={ofToday} isMain={!isBusy} />
      <OtherAssemblies {...shown} />
      <StartRehearsal isMain={!isBusy && ofToday.length === 0} />
      {due && due.state !== 'overdue' && <Copies due={due} />}
      <ConcernCards profile={Profile.full} />
    </AllRead>
  );
}

/** Card with the state of the backup copies: shows if the data could be restored today. */
function Copies({ due }: { due: Due }) {
  return (
    <Card title="Copias de seguridad">
      <ul className="stack-4 plain">
        <DueLine title="Copia y ensayo de restauración" due={due} />
      </ul>
      <p>
        <Link to="/Backups">Ver las copias</Link>
      </p>
    </Card>
  );
}
