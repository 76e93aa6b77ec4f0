import type { ReactNode } from 'react';
import { count } from '../lib/format.ts';
import { useLiveJoint } from '../lib/live.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { CodesCard } from './codes-card.tsx';
import { weightWords } from './concept-words.ts';
import { JointPicker } from './joint-picker.tsx';
import { LiveLine } from './live-line.tsx';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { RegisterForm } from './register-form.tsx';
import { texts } from './texts.ts';
import { useUnits } from './use-units.ts';

/** The door: units are registered with the code of whoever comes in for them. */
export default function RegisterQrPage() {
  return (
    <Page title="Registro de Asistencia" width="narrow">
      <JointPicker>
        {(joint, picker) => <Door key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Door({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { query, units } = useUnits(jointId, live);
  const refetch = () => void query.refetch();
  return (
    <>
      {picker}
      <LiveLine live={live} />
      {live.joint && (
        <p>
          Registrados: {weightWords(live.joint.registered)}, de {count(live.joint.total.apartments)} en total.
        </p>
      )}
      {query.isPending ? (
        <Loading />
      ) : query.isError && !query.data ? (
        <ErrorState message={texts.noInformation} onRetry={refetch} />
      ) : units.length === 0 ? (
        <EmptyState message={texts.noUnitsOfJoint} />
      ) : (
        <RegisterForm
          jointId={jointId}
          units={units}
          onUnheard={live.status === 'live' ? undefined : refetch}
        />
      )}
      <CodesCard jointId={jointId} />
    </>
  );
}
