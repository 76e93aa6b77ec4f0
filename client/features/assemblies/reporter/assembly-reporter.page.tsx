import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
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
      <QueryView query={assemblies} failed={assemblyTexts.noInformation} empty={assemblyTexts.noConcepts}>
        {(data) => <ReporterForm jointId={jointId} assemblies={data} />}
      </QueryView>
    </>
  );
}
