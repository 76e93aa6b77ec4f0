import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { decidePowers, type Power } from '../../../../shared/assemblies/powers/powers.api.ts';
import { powerOriginNames } from '../../../../shared/assemblies/powers/words.ts';
import { powersReport } from '../../../../shared/assemblies/reports.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { coefficient, count, counted } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.store.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { blockedBy } from '../common/failure.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import { PowerForm } from './form.tsx';
import { PowersImport } from './import.tsx';
import { PowerPages } from './pages.tsx';
import { powersQuery, useRefreshPowers } from './powers.queries.ts';
import {
  isShown,
  type PowerFilter,
  personText,
  powerFilters,
  powerLines,
  powerText,
  unitsText,
} from './texts.ts';

/**
 * Page '/Assemblies/Powers' for operators: powers of attorney on paper of the current assembly, to enter, check and
 * accept.
 */
export default function PowersPage() {
  return (
    <AssembliesScreen
      title="Poderes"
      intro="Los poderes en papel de la asamblea: quién representa a quién, quién los revisó, y qué advierten los límites."
    >
      {(joint, picker) => <Powers key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

function Powers({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const [isAdding, setAdding] = useState(false);
  // An operator may not read the table; the right of an administrator for this page covers the table.
  const hasTable = useSession((state) => state.user?.profileId) !== Profile.operator;
  return (
    <QueryView query={powersQuery(jointId)} above={picker}>
      {(powers) => (
        <>
          {picker}
          <Stack row>
            <Button onPress={() => setAdding(true)}>Agregar poder</Button>
            {powers.length > 0 && (
              <>
                <ReportButton
                  report={powersReport}
                  input={{ params: { jointId }, query: {} }}
                  look={{ variant: 'secondary' }}
                >
                  Lista en PDF
                </ReportButton>
                <ReportButton
                  report={powersReport}
                  input={{ params: { jointId }, query: { xlsx: true } }}
                  look={{ variant: 'secondary' }}
                >
                  Lista en Excel
                </ReportButton>
              </>
            )}
            {hasTable && <Link to={`/Joints/${jointId}`}>Límites y personas impedidas</Link>}
          </Stack>
          <PowerList jointId={jointId} powers={powers} />
          <PowersImport jointId={jointId} />
          {isAdding && <PowerForm jointId={jointId} onClose={() => setAdding(false)} />}
        </>
      )}
    </QueryView>
  );
}

/** Open dialog for a decision with a reason: reject a pending power, or revoke an accepted power. */
interface DecisionToMake {
  decision: 'reject' | 'revoke';
  power: Power;
}

function PowerList({ jointId, powers }: { jointId: number; powers: readonly Power[] }) {
  const [filter, setFilter] = useState<PowerFilter>('all');
  const [openDecision, setAsked] = useState<DecisionToMake | null>(null);
  const refresh = useRefreshPowers();
  const { field, found } = useSearch(powers, powerText);
  const deciding = useMutation({
    mutationFn: (body: { powerIds: number[]; decision: 'accept' | 'reject' | 'revoke'; reason?: string }) =>
      call(decidePowers, { params: { jointId }, body }),
    onSuccess: () => setAsked(null),
    onError: (error, { decision }) => {
      if (decision === 'accept') toast.error([messageOf(error), ...blockedBy(error)].join(' '));
    },
    onSettled: refresh,
  });
  const accept = (some: readonly Power[]) =>
    deciding.mutate({ powerIds: some.map(({ powerId }) => powerId), decision: 'accept' });
  const shown = found.filter((power) => isShown(power, filter));
  const clean = powers.filter(({ state, warnings }) => state === 'pending' && warnings.length === 0);
  return (
    <>
      <Stack row>
        <Select
          label="Mostrar"
          items={(Object.keys(powerFilters) as PowerFilter[]).map((id) => ({
            id,
            label: `${powerFilters[id]} (${count(powers.filter((power) => isShown(power, id)).length)})`,
          }))}
          value={filter}
          onChange={(id) => setFilter(id)}
        />
        <TextField label="Buscar" {...field} placeholder="Inmueble o persona" />
        {clean.length > 1 && (
          <Button variant="secondary" onPress={() => accept(clean)} isPending={deciding.isPending}>
            Aceptar los {count(clean.length)} sin advertencias
          </Button>
        )}
      </Stack>
      <Table
        label="Poderes"
        columns={powerColumns({ jointId, onAccept: (power) => accept([power]), onDecide: setAsked })}
        rows={shown}
        rowKey={({ powerId }) => powerId}
        empty={powers.length === 0 ? 'Todavía no hay poderes.' : 'Ningún poder coincide.'}
        pageSize={50}
      />
      {openDecision && (
        <DecisionDialog
          toMake={openDecision}
          saving={deciding}
          onYes={(reason) =>
            deciding.mutate({
              powerIds: [openDecision.power.powerId],
              decision: openDecision.decision,
              reason,
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface PowerActsProps {
  onAccept: (power: Power) => void;
  /** Opens the dialog for a decision with a reason. */
  onDecide: (toMake: DecisionToMake) => void;
}

/** Columns of the table of powers. */
function powerColumns({ jointId, ...acts }: PowerActsProps & { jointId: number }): Column<Power>[] {
  return [
    { header: 'Inmuebles', cell: (power) => <strong>{unitsText(power)}</strong> },
    { header: 'Lo da', cell: ({ granter }) => personText(granter) },
    {
      header: 'Lo recibe',
      cell: ({ holder, substitute, instructions }) => (
        <div className="stack-2">
          <span>{personText(holder)}</span>
          {substitute && <span className="soft">Suplente: {personText(substitute)}</span>}
          {instructions && <span className="soft">Instrucciones: {instructions}</span>}
        </div>
      ),
    },
    {
      header: 'Coeficiente',
      cell: (power) => coefficient(power.coefficient),
      align: 'end',
    },
    {
      header: 'Estado',
      cell: (power) => (
        <div className="stack-2">
          {powerLines(power).map((line) => (
            <span key={line}>{line}</span>
          ))}
          {power.warnings.map(({ code, message, blocks }) => (
            <span key={code} className={blocks ? 'wrong' : 'warned'}>
              {message}
            </span>
          ))}
          <span className="soft">{powerOriginNames[power.origin]}</span>
        </div>
      ),
    },
    { header: 'Hojas', cell: (power) => <PowerPages jointId={jointId} power={power} /> },
    {
      header: 'Revisar',
      cell: (power) => <PowerActs power={power} {...acts} />,
    },
  ];
}

/** Buttons to decide on a power: accept or reject a pending power, revoke an accepted power. */
function PowerActs({ power, onAccept, onDecide }: PowerActsProps & { power: Power }) {
  const of = `el poder de ${unitsText(power)}`;
  if (power.state === 'pending') {
    return (
      <Stack row>
        <RowButton act="Aceptar" of={of} onPress={() => onAccept(power)} />
        <RowButton act="Rechazar" of={of} onPress={() => onDecide({ decision: 'reject', power })} />
      </Stack>
    );
  }
  return power.state === 'accepted' || power.state === 'used' ? (
    <RowButton act="Revocar" of={of} onPress={() => onDecide({ decision: 'revoke', power })} />
  ) : null;
}

interface DecisionDialogProps {
  toMake: DecisionToMake;
  saving: { isPending: boolean; error: unknown };
  onYes: (reason: string) => void;
  onClose: () => void;
}

/** Dialog for the reason to reject a pending power, or to revoke an accepted power. */
function DecisionDialog({ toMake: { decision, power }, ...rest }: DecisionDialogProps) {
  return decision === 'reject' ? (
    <ReasonDialog
      title={`¿Rechazar el poder de ${unitsText(power)}?`}
      body="Queda en la lista, con el motivo y quién lo rechazó."
      yes="Rechazar"
      {...rest}
    />
  ) : (
    <ReasonDialog
      title={`¿Revocar el poder de ${unitsText(power)}?`}
      body={`${power.holder.name} deja de representar ${counted(power.units.length, 'inmueble')}; los que están registrados con este poder salen de la asamblea, y se anula su voto en la pregunta abierta.`}
      yes="Revocar"
      {...rest}
    />
  );
}
