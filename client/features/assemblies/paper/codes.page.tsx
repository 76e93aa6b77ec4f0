import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
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
  const ofCodes = useQuery(codesQuery(jointId));
  const ofUnits = useQuery(badgeUnitsQuery(jointId));
  const printing = usePrint(jointId);
  return (
    <QueryView query={bothOf(ofCodes, ofUnits)} above={picker} failed={assemblyTexts.noInformation}>
      {([codes, units]) => {
        const unitIds = new Set(units.map((unit) => unit.apartmentId));
        return (
          <>
            <div className={styles.choices}>
              {picker}
              <PaperChoice isDisabled={printing.isBusy} />
            </div>
            <div className={styles.cards}>
              <BadgesCard jointId={jointId} codes={codes} unitIds={unitIds} printing={printing} />
              <CardsCard jointId={jointId} codes={codes} printing={printing} />
            </div>
            <CodesTable jointId={jointId} codes={codes} unitIds={unitIds} printing={printing} />
            <PrintBar printing={printing} />
          </>
        );
      }}
    </QueryView>
  );
}
