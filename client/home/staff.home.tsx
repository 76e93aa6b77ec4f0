import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getBackups } from '../../shared/backups.api.ts';
import type { Draft } from '../../shared/billing/drafts.api.ts';
import { today } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  AssembliesToday,
  OtherAssemblies,
  StartRehearsal,
  useAssembliesNow,
} from '../features/assemblies/index.ts';
import { billingNowQuery, deadlineOf, MonthsToIssue, waitingDraftsQuery } from '../features/billing/index.ts';
import { EventsNow, eventsQuery } from '../features/events/index.ts';
import { queryOf } from '../lib/query.ts';
import { type Due, DueLine } from '../ui/due-line.tsx';
import { Card } from '../ui/page.tsx';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';
import { copiesDue } from './copies-words.ts';

/** Home of the platform staff: assemblies of today, waiting spreadsheets, months to issue, events of today, copies. */
export default function StaffHome() {
  const assemblies = useAssembliesNow();
  const billing = useQuery(billingNowQuery);
  const drafts = useQuery(waitingDraftsQuery);
  const events = useQuery(eventsQuery);
  const copies = useQuery(queryOf(['backups'], getBackups));
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.full };
  const toIssue = (billing.data ?? []).filter((one) => one.toIssue !== null);
  const ofToday = (events.data ?? []).filter(({ heldOn }) => heldOn === today());
  const pending = [shown.assemblies, toIssue, drafts.data ?? [], ofToday];
  const due = copies.data && copiesDue(copies.data, Date.now());
  return (
    <AllRead
      queries={[assemblies, billing, drafts, events, copies]}
      isQuiet={pending.every((list) => list.length === 0) && due?.state !== 'overdue'}
    >
      <AssembliesToday {...shown} />
      <WaitingDrafts drafts={drafts.data ?? []} />
      <MonthsToIssue books={toIssue} />
      <EventsNow events={ofToday} />
      <OtherAssemblies {...shown} />
      <StartRehearsal />
      {due && <Copies due={due} />}
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

/** Maximum number of items in each list of the home page. The linked page lists all. */
const ITEMS_SHOWN = 5;

/** List of spreadsheets with bills not yet issued, nearest deadline first. Hidden if there are no spreadsheets. */
function WaitingDrafts({ drafts }: { drafts: readonly Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <Card title="Planillas por entregar">
      <ul className="stack-4 plain">
        {drafts.slice(0, ITEMS_SHOWN).map((draft) => {
          const { text, isOverdue } = deadlineOf(draft, Date.now());
          return (
            <DueLine
              key={draft.draftId}
              title={`${draft.jointName}: ${draft.fileName}`}
              due={{ text: `${text}.`, state: isOverdue ? 'overdue' : 'due' }}
            />
          );
        })}
      </ul>
      <p>
        <Link to="/Billing">
          {drafts.length > ITEMS_SHOWN ? `Ver todas (${drafts.length})` : 'Ir a Facturación'}
        </Link>
      </p>
    </Card>
  );
}
