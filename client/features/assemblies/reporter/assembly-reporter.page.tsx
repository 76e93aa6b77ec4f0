import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { assembliesQuery } from '../meetings/assemblies.queries.ts';
import { assemblyTexts } from '../texts.ts';
import styles from './reporter.module.css';
import { ReporterForm } from './reporter-form.tsx';

/** '/AssemblyReporter': an assembly's reports, as files. */
export default function AssemblyReporterPage() {
  return (
    <Page title="Generar Reportes">
      <Card>
        <div className={styles.fields}>
          <JointPicker withSectors>
            {(joint, picker) => <OfJoint key={joint.id} jointId={joint.id} picker={picker} />}
          </JointPicker>
        </div>
      </Card>
    </Page>
  );
}

function OfJoint({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const assemblies = useQuery(assembliesQuery(jointId));
  return (
    <>
      {picker}
      {assemblies.isPending ? (
        <Loading />
      ) : assemblies.isError && !assemblies.data ? (
        <ErrorState message={assemblyTexts.noInformation} onRetry={() => void assemblies.refetch()} />
      ) : assemblies.data.length === 0 ? (
        <EmptyState message={assemblyTexts.noConcepts} />
      ) : (
        <ReporterForm jointId={jointId} assemblies={assemblies.data} />
      )}
    </>
  );
}
