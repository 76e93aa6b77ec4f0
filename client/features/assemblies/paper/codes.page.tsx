import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import { assemblyTexts } from '../texts.ts';
import { BadgesCard } from './badges-card.tsx';
import { CardsCard } from './cards-card.tsx';
import styles from './codes.module.css';
import { badgeUnitsQuery, codesQuery } from './codes.queries.ts';
import { CodesTable } from './codes-table.tsx';
import { PaperChoice, PrintBar } from './print-bar.tsx';
import { usePrint } from './use-print.ts';

/** '/Assemblies/Codes': what is handed out on paper before an assembly. */
export default function CodesPage() {
  return (
    <Page
      title="Códigos y escarapelas"
      intro="Imprima las escarapelas de los inmuebles, tarjetas QR para entregar en la mesa y papeletas de votación."
    >
      <AssembliesNav />
      <JointPicker>
        {(joint, picker) => <Codes key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Codes({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const codes = useQuery(codesQuery(jointId));
  const units = useQuery(badgeUnitsQuery(jointId));
  const printing = usePrint(jointId);
  if (codes.isPending || units.isPending) {
    return (
      <>
        {picker}
        <Loading />
      </>
    );
  }
  if (!codes.data || !units.data) {
    const retry = () => void Promise.all([codes.refetch(), units.refetch()]);
    return (
      <>
        {picker}
        <ErrorState message={assemblyTexts.noInformation} onRetry={retry} />
      </>
    );
  }
  const unitIds = new Set(units.data.map((unit) => unit.apartmentId));
  return (
    <>
      <div className={styles.choices}>
        {picker}
        <PaperChoice isDisabled={printing.isBusy} />
      </div>
      <div className={styles.cards}>
        <BadgesCard jointId={jointId} codes={codes.data} unitIds={unitIds} printing={printing} />
        <CardsCard jointId={jointId} codes={codes.data} printing={printing} />
      </div>
      <CodesTable jointId={jointId} codes={codes.data} unitIds={unitIds} printing={printing} />
      <PrintBar printing={printing} />
    </>
  );
}
