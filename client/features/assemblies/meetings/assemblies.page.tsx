import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  assemblyKindNames,
  assemblyName,
  callNames,
  formerState,
  modeNames,
} from '../../../../shared/assemblies/words.ts';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import { date, formatCoefficientExact, units } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button, Card, RowButton } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AfterCard } from '../follow-up/card.tsx';
import { useFamilyOnItsWay } from '../live/family.tsx';
import { CorrectionsTable } from '../roll/corrections.tsx';
import { RollTable } from '../roll/table.tsx';
import { ActaCard } from './acta-downloads.tsx';
import styles from './assemblies.page.module.css';
import { assembliesQuery, assemblyJointQuery, useFollowAssembly } from './assemblies.queries.ts';
import { CurrentAssembly } from './assemblies-current.tsx';
import { DebtorsCard } from './assemblies-debtors.tsx';
import { EndedAssembly } from './assemblies-ended.tsx';
import { RulesCard } from './assemblies-law.tsx';
import { AssemblyPlace } from './assemblies-place.tsx';
import { AssembliesScreen } from './assemblies-screen.tsx';
import { ClarificationsCard } from './clarifications.tsx';
import { NewAssemblyForm } from './new-assembly-form.tsx';

/** Page for operators about a joint's assemblies: the current assembly, a form for the next, and the archive. */
export default function AssembliesPage() {
  const [search, setSearch] = useSearchParams();
  const assemblyParam = Number(search.get('assemblyId'));
  const endedId = Number.isSafeInteger(assemblyParam) && assemblyParam > 0 ? assemblyParam : null;
  const show = (assemblyId: number | null) =>
    setSearch(assemblyId === null ? {} : { assemblyId: String(assemblyId) });
  return (
    <AssembliesScreen title="Asambleas">
      {(joint, picker) => (
        <Assemblies key={joint.id} jointId={joint.id} picker={picker} endedId={endedId} onShow={show} />
      )}
    </AssembliesScreen>
  );
}

interface Props {
  jointId: number;
  picker: ReactNode;
  /** Id of the archived assembly to show. Null for the current assembly. */
  endedId: number | null;
  onShow: (assemblyId: number | null) => void;
}

function Assemblies({ jointId, picker, endedId, onShow }: Props) {
  const list = useQuery(assembliesQuery(jointId));
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useFollowAssembly(jointId, live.joint);
  const isAwaited = useFamilyOnItsWay(jointId);
  const [isOpening, setOpening] = useState(false);
  const query = bothOf(list, ofJoint);
  return (
    <QueryView
      query={isAwaited ? { ...query, data: undefined } : query}
      above={picker}
      failed={assemblyTexts.noInformation}
    >
      {([assemblies, joint]) => {
        const [current, ...former] = assemblies;
        const ended = former.find((one) => one.assemblyId === endedId);
        const view = ended ? 'ended' : isOpening || !current ? 'opening' : 'current';
        return (
          <View name={view}>
            {ended ? (
              <EndedAssembly joint={joint} assembly={ended} onBack={() => onShow(null)} />
            ) : (
              <>
                {picker}
                {current && view === 'current' ? (
                  <CurrentAssembly
                    joint={joint}
                    assembly={current}
                    live={live}
                    onOpenNext={() => setOpening(true)}
                  />
                ) : (
                  <NewAssemblyForm
                    joint={joint}
                    current={current ?? null}
                    live={live}
                    onDone={() => setOpening(false)}
                  />
                )}
                {current && current.closedAt !== null && view === 'current' && (
                  <AfterCard jointId={jointId} assemblyId={current.assemblyId} />
                )}
                {current && view === 'current' && (
                  <DebtorsCard joint={joint} assemblyId={current.assemblyId} />
                )}
                {current && current.closedAt !== null && view === 'current' && (
                  <ClarificationsCard jointId={jointId} assemblyId={current.assemblyId} />
                )}
                {current && view === 'current' && (
                  <ActaCard jointId={jointId} assembly={current} isNext={current.closedAt !== null} />
                )}
                {current && <RollCard key={current.assemblyId} joint={joint} assembly={current} />}
                <RulesCard
                  mode={current?.mode}
                  votePer={joint.votePer === 'owner' ? joint.votePer : undefined}
                />
                <ArchiveCard former={former} onShow={onShow} />
              </>
            )}
          </View>
        );
      }}
    </QueryView>
  );
}

/** Content of the assemblies page. Moves the focus to the top after a change of view. */
function View({ name, children }: { name: string; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) top.current?.focus();
    before.current = name;
  }, [name]);
  return (
    <div ref={top} tabIndex={-1} className={`stack-5 ${styles.view}`}>
      {children}
    </div>
  );
}

function RollCard({ joint, assembly }: { joint: Joint; assembly: Assembly }) {
  const [isShown, setShown] = useState(false);
  const [placeId, setPlaceId] = useState(joint.jointId);
  // The server computes the sum.
  const total = useLiveJoint(placeId, { pollMs: QUORUM_POLL_MS }).joint?.total;
  return (
    <Card
      title="Censo de la asamblea"
      actions={
        <Button variant="secondary" size="small" onPress={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Ocultar' : assembly.closedAt === null ? 'Ver y corregir' : 'Ver'}
        </Button>
      }
    >
      <p>
        {total && (
          <strong className="tabular">
            {units(total.apartments)}, suma de coeficientes {formatCoefficientExact(total.coefficient)}.
          </strong>
        )}{' '}
        {assembly.openedAt === null
          ? 'Mientras la asamblea está en preparación, sigue a la tabla de inmuebles.'
          : assembly.closedAt === null
            ? 'Es la tabla de inmuebles como estaba al abrir la asamblea. Solo cambia con una corrección, que queda registrada con quién, cuándo y por qué, y cuenta desde la pregunta siguiente.'
            : 'Es la tabla de inmuebles como estaba al abrir la asamblea, con las correcciones que se registraron hasta el cierre.'}
      </p>
      {isShown && (
        <>
          <AssemblyPlace joint={joint} value={placeId} onChange={setPlaceId} />
          <RollTable key={placeId} jointId={placeId} assembly={assembly} />
          <h3 className="large">Correcciones</h3>
          <CorrectionsTable jointId={placeId} assemblyId={assembly.assemblyId} />
        </>
      )}
    </Card>
  );
}

interface ArchiveCardProps {
  former: readonly Assembly[];
  onShow: (assemblyId: number) => void;
}

function ArchiveCard({ former, onShow }: ArchiveCardProps) {
  return (
    <Card title="Asambleas anteriores">
      <Table
        label="Asambleas anteriores"
        columns={[
          { header: 'Asamblea', cell: assemblyName },
          {
            header: 'Fecha',
            cell: (one) => (one.openedAt === null ? 'No se abrió' : date(one.openedAt)),
          },
          {
            header: 'Clase',
            cell: (one) => `${assemblyKindNames[one.kind]}, ${modeNames[one.mode]}`,
          },
          { header: 'Convocatoria', cell: (one) => callNames[one.call] },
          { header: 'Estado', cell: formerState },
          {
            header: 'Resultado',
            cell: (one) => (
              <RowButton
                act="Ver"
                of={`cómo terminó: ${assemblyName(one)}`}
                onPress={() => onShow(one.assemblyId)}
              />
            ),
          },
        ]}
        rows={former}
        rowKey={(one) => one.assemblyId}
        empty="No hay asambleas anteriores."
        pageSize={20}
      />
    </Card>
  );
}
