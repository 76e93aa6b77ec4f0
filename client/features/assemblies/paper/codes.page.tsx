import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import { assemblyTexts } from '../texts.ts';
import { BadgesCard } from './badges-card.tsx';
import { CardsCard } from './cards-card.tsx';
import styles from './codes.module.css';
import { badgeUnitsQuery, codesQuery } from './codes.queries.ts';
import { CodesTable } from './codes-table.tsx';
import { usePaperChoice } from './paper-choice.store.ts';
import { type Printing, usePrint } from './use-print.ts';

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

const papers: readonly { id: PaperSize; label: string }[] = [
  { id: 'letter', label: 'Carta' },
  { id: 'a4', label: 'A4' },
];

/** The paper that is in the printer. */
function PaperChoice({ isDisabled }: { isDisabled: boolean }) {
  const { paper, choose } = usePaperChoice();
  return (
    <RadioGroup label="Papel" items={papers} value={paper} onChange={choose} isDisabled={isDisabled} inline />
  );
}

/** How the document that was asked for goes on; at the window's foot, since it may be asked for far down. */
function PrintBar({ printing: { isBusy, failure, cancel } }: { printing: Printing }) {
  if (!isBusy && failure === null) return null;
  return (
    <div className={styles.bar}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {isBusy && (
        <>
          <Progress label="Generando el PDF…" />
          <Button variant="secondary" size="small" onPress={cancel}>
            Cancelar
          </Button>
        </>
      )}
    </div>
  );
}
