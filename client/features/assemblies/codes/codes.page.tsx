import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { issueCodes, type JointCode, makeBadges } from '../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../lib/api.ts';
import { count, units } from '../../../lib/format.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Button, Card, Notice } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import styles from './codes.module.css';
import { badgeUnitsQuery, codesQuery, useRefreshCodes } from './codes.queries.ts';
import { PaperChoice } from './paper-choice.tsx';
import { CodesTable } from './table.tsx';
import { type Printing, usePrint, type Wanted } from './use-print.ts';

/** Page '/Assemblies/Codes' for operators: codes to print, as badges for owners, QR cards and voting badges. */
export default function CodesPage() {
  return (
    <AssembliesScreen
      title="Códigos y escarapelas"
      intro="Imprima las escarapelas de los inmuebles, tarjetas QR para entregar en la mesa y papeletas de votación."
    >
      {(joint, picker) => <Codes key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
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

/** Bar with the progress or the error of the requested document, fixed at the bottom of the window. */
function PrintBar({ printing: { isBusy, failure, cancel } }: { printing: Printing }) {
  if (!isBusy && failure === null) return null;
  return (
    <div className={`stack-3 ${styles.bar}`}>
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

interface Props {
  jointId: number;
  codes: readonly JointCode[];
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

/** Card of the page for badges (a printed code per unit): number, button to create missing badges, and printing. */
function BadgesCard({ jointId, codes, unitIds, printing }: Props) {
  const refresh = useRefreshCodes(jointId);
  const [made, setMade] = useState<{ lot: string; issued: number } | null>(null);
  const owning = new Set(codes.flatMap(({ badgeOf }) => badgeOf ?? []));
  const having = [...unitIds].filter((id) => owning.has(id)).length;
  const lacking = unitIds.size - having;
  const making = useRequest(() => call(makeBadges, { params: { jointId }, body: {} }), {
    next: ({ lot, issued }) => {
      if (lot !== null) setMade({ lot, issued });
      toast.success(`Escarapelas nuevas: ${count(issued)}.`);
      return refresh();
    },
    failed: assemblyTexts.codesFailed,
  });
  return (
    <Card title="Escarapelas">
      <p className="tabular">
        Con escarapela: {count(having)} de {units(unitIds.size)}. Sin escarapela: {count(lacking)}.
      </p>
      <div className={`wrap-2 ${styles.buttons}`}>
        <Button
          variant={lacking > 0 ? 'primary' : 'secondary'}
          onPress={() => making.mutate(undefined)}
          isPending={making.isPending}
          isDisabled={lacking === 0}
        >
          Crear las que faltan ({count(lacking)})
        </Button>
        {made !== null && (
          <PrintButton printing={printing} document={{ what: 'badges', lot: made.lot }}>
            Descargar las nuevas ({count(made.issued)})
          </PrintButton>
        )}
        <PrintButton printing={printing} document={{ what: 'badges' }} isDisabled={having === 0}>
          Descargar todas las escarapelas
        </PrintButton>
        <PrintButton
          printing={printing}
          document={{ what: 'votingBadges', of: 'badges' }}
          isDisabled={having === 0}
        >
          Descargar sus papeletas de votación
        </PrintButton>
      </div>
    </Card>
  );
}

interface CardsCardProps {
  jointId: number;
  codes: readonly JointCode[];
  printing: Printing;
}

/** Suggested number of new cards: two sheets of ten cards. */
const SUGGESTED = 20;

/** Card of the page for QR cards (printed codes without a unit): creates lots, and prints a lot or all cards. */
function CardsCard({ jointId, codes, printing }: CardsCardProps) {
  const refresh = useRefreshCodes(jointId);
  const [quantity, setQuantity] = useState(SUGGESTED);
  const [made, setMade] = useState<{ lot: string; issued: number } | null>(null);
  const cards = codes.filter(({ badgeOf }) => badgeOf === null);
  const free = cards.filter(({ apartments }) => apartments.length === 0).length;
  const issuing = useRequest(() => call(issueCodes, { params: { jointId }, body: { quantity } }), {
    done: ({ codes: issued }) => `Tarjetas nuevas: ${count(issued.length)}.`,
    next: ({ codes: issued, lot }) => {
      setMade({ lot, issued: issued.length });
      return refresh();
    },
    failed: assemblyTexts.codesFailed,
  });
  return (
    <Card title="Tarjetas QR">
      <p className="tabular">
        Emitidas: {count(cards.length)}. Sin usar: {count(free)}.
      </p>
      <NumberField
        label="Cantidad de tarjetas nuevas"
        value={quantity}
        onChange={setQuantity}
        minValue={1}
        maxValue={2000}
      />
      <div className={`wrap-2 ${styles.buttons}`}>
        <Button onPress={() => issuing.mutate(undefined)} isPending={issuing.isPending}>
          Emitir tarjetas
        </Button>
        {made !== null && (
          <PrintButton printing={printing} document={{ what: 'cards', lot: made.lot }}>
            Descargar las nuevas ({count(made.issued)})
          </PrintButton>
        )}
        <PrintButton printing={printing} document={{ what: 'cards' }} isDisabled={cards.length === 0}>
          Descargar todas las tarjetas
        </PrintButton>
        <PrintButton
          printing={printing}
          document={{ what: 'votingBadges', of: 'cards' }}
          isDisabled={cards.length === 0}
        >
          Descargar sus papeletas de votación
        </PrintButton>
      </div>
    </Card>
  );
}

interface PrintButtonProps {
  printing: Printing;
  document: Wanted;
  isDisabled?: boolean;
  children: ReactNode;
}

/** Button to print a document. Disabled while another document is made. */
function PrintButton({ printing, document, isDisabled = false, children }: PrintButtonProps) {
  return (
    <Button
      variant="secondary"
      onPress={() => void printing.print(document)}
      isDisabled={isDisabled || printing.isBusy}
    >
      {children}
    </Button>
  );
}
