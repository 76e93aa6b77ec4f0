import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Draft } from '../../shared/billing/drafts.api.ts';
import { today } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import { AssembliesToday, OtherAssemblies, useAssembliesNow } from '../features/assemblies/index.ts';
import { billingNowQuery, deadlineOf, MonthsToIssue, waitingDraftsQuery } from '../features/billing/index.ts';
import { EventsNow, eventsQuery } from '../features/events/index.ts';
import { DueLine } from '../ui/due-line.tsx';
import { Card } from '../ui/page.tsx';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';

/** Home of the platform staff: assemblies of today, waiting spreadsheets, months to issue, events of today. */
export default function StaffHome() {
  const assemblies = useAssembliesNow();
  const billing = useQuery(billingNowQuery);
  const drafts = useQuery(waitingDraftsQuery);
  const events = useQuery(eventsQuery);
  const shown = { assemblies: assemblies.data ?? [], profile: Profile.full };
  const toIssue = (billing.data ?? []).filter((one) => one.toIssue !== null);
  const ofToday = (events.data ?? []).filter(({ heldOn }) => heldOn === today());
  const pending = [shown.assemblies, toIssue, drafts.data ?? [], ofToday];
  return (
    <AllRead
      queries={[assemblies, billing, drafts, events]}
      isQuiet={pending.every((list) => list.length === 0)}
    >
      <AssembliesToday {...shown} />
      <WaitingDrafts drafts={drafts.data ?? []} />
      <MonthsToIssue books={toIssue} />
      <EventsNow events={ofToday} />
      <OtherAssemblies {...shown} />
      <ConcernCards profile={Profile.full} />
    </AllRead>
  );
}

/** Number of listed items. The linked page lists all. */
const SHOWN = 5;

/** Spreadsheets before issue, nearest deadline first. Empty without spreadsheets. */
function WaitingDrafts({ drafts }: { drafts: readonly Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <Card title="Planillas por entregar">
      <ul className="stack-4 plain">
        {drafts.slice(0, SHOWN).map((draft) => {
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
          {drafts.length > SHOWN ? `Ver todas (${drafts.length})` : 'Ir a Facturación'}
        </Link>
      </p>
    </Card>
  );
}
