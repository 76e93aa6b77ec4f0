import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { correctRoll, type RollUnit } from '../../../../shared/assemblies/roll.api.ts';
import { apartmentKindNames, apartmentKinds } from '../../../../shared/properties/apartment-kinds.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { count, formatCoefficientExact } from '../../../lib/format.ts';
import { refreshJoint, useLiveJoint } from '../../../lib/live/live.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, Notice, RowButton } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { unitText } from '../../properties/index.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { activeQuestion, conceptName } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { RollPreview } from './preview.tsx';
import styles from './roll.module.css';
import { rollQuery } from './roll.queries.ts';
import {
  changedFacts,
  correctionOf,
  draftOfUnit,
  type RollDraft,
  rollFaults,
  standingFacts,
} from './words.ts';

/** Number of rows per page of the table. Users search for a unit by name. */
const ROWS_OF_PAGE = 15;

const NO_UNITS: readonly RollUnit[] = [];

/**
 * Table of the units in an assembly's roll (list of units) with a search field, and a button to correct each unit.
 */
export function RollTable({ jointId, assembly }: { jointId: number; assembly: Assembly }) {
  const client = useQueryClient();
  const { assemblyId } = assembly;
  const query = useQuery(rollQuery(jointId, assemblyId));
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS }).joint;
  const open = live && activeQuestion(live.concepts);
  const [isPendingOnly, setPendingOnly] = useState(false);
  const [corrected, setCorrected] = useState<RollUnit | null>(null);

  // Pending corrections take effect when the open question closes.
  const openId = open?.conceptId ?? null;
  const before = useRef(openId);
  useEffect(() => {
    if (before.current !== null && openId !== before.current) {
      void client.invalidateQueries({ queryKey: ['roll', jointId] });
    }
    before.current = openId;
  }, [client, jointId, openId]);

  const all = query.data ?? NO_UNITS;
  const { field, search, found } = useSearch(all, unitText);
  const rows = isPendingOnly ? found.filter((unit) => unit.pending !== null) : found;
  const waiting = all.filter((unit) => unit.pending !== null).length;
  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => (
        <>
          <TextField label="Buscar en el censo" {...field} placeholder="Inmueble, propietario o documento" />
          <div className={`wrap-2 soft middle ${styles.found}`}>
            <p role="status">
              {rows.length === all.length
                ? `${count(all.length)} inmuebles.`
                : `${count(rows.length)} de ${count(all.length)} inmuebles.`}
            </p>
            {(waiting > 0 || isPendingOnly) && (
              <Button variant="quiet" size="small" onPress={() => setPendingOnly(!isPendingOnly)}>
                {isPendingOnly ? 'Ver todos' : `Ver solo los pendientes (${waiting})`}
              </Button>
            )}
          </div>
          <Table
            // A new search starts at the first page.
            key={`${search} ${isPendingOnly}`}
            label="Censo"
            columns={rollColumns(assembly.closedAt === null, setCorrected)}
            rows={rows}
            rowKey={(unit) => unit.apartmentId}
            empty={
              all.length === 0 ? assemblyTexts.noUnitsOfJoint : 'Ningún inmueble coincide con la búsqueda.'
            }
            pageSize={ROWS_OF_PAGE}
          />
          {corrected && (
            <RollCorrectionDialog
              key={corrected.apartmentId}
              jointId={jointId}
              unit={corrected}
              open={open ?? null}
              onClose={() => setCorrected(null)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

/**
 * Columns of the table of the roll.
 * @param isOpen false after the end of the assembly: without the buttons to correct
 */
function rollColumns(isOpen: boolean, onCorrect: (unit: RollUnit) => void): Column<RollUnit>[] {
  return [
    { header: 'Inmueble', cell: (unit) => unit.apartmentId },
    {
      header: 'Propietario',
      cell: (unit) => (
        <span className="anywhere stack">
          {unit.owner || 'Sin propietario'}
          {unit.ownerDocument && <span className="soft">{unit.ownerDocument}</span>}
        </span>
      ),
    },
    { header: 'Tipo', cell: (unit) => apartmentKindNames[unit.kind] },
    {
      header: 'Coeficiente',
      cell: (unit) => formatCoefficientExact(unit.coefficient),
      align: 'end',
    },
    {
      header: 'Corrección',
      cell: (unit) => (
        <span className={`wrap-2 middle ${styles.correct}`}>
          {unit.pending && <span className={`warned ${styles.pending}`}>Pendiente</span>}
          {isOpen ? <RowButton act="Corregir" of={unit.apartmentId} onPress={() => onCorrect(unit)} /> : '—'}
        </span>
      ),
    },
  ];
}

interface Props {
  jointId: number;
  unit: RollUnit;
  /** Open question, null without any. A correction takes effect after the question closes. */
  open: LiveConcept | null;
  onClose: () => void;
}

function RollCorrectionDialog({ jointId, unit, open, onClose }: Props) {
  const formId = useId();
  const { form, correcting } = useRollCorrection({ jointId, unit, onClose });
  const { values: draft, isTried } = form;
  const changes = changedFacts(unit, draft);
  const hasChanges = Object.keys(changes).length > 0;

  return (
    <Dialog
      title={`Corregir ${unit.apartmentId}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={correcting.isPending}>
            Guardar corrección
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className={`stack-4 ${styles.form}`}>
        {open && (
          <Notice kind="warning" title="Contará al cerrar la votación">
            <p>
              {conceptName(open.conceptId)} está abierta y sigue con el censo como está. Los votos ya dados
              conservan su coeficiente.
            </p>
          </Notice>
        )}
        <div className={`grid-4 ${styles.pair}`}>
          <TextField label="Propietario" {...form.checked('owner')} maxLength={200} />
          <TextField label="Documento" {...form.field('ownerDocument')} maxLength={40} />
          <Select
            label="Tipo"
            items={apartmentKinds.map((id) => ({ id, label: apartmentKindNames[id] }))}
            {...form.field('kind')}
          />
          <TextField label="Coeficiente" {...form.checked('coefficient')} inputMode="decimal" />
        </div>
        <TextField
          label="Motivo"
          {...form.checked('reason')}
          description="Queda en el registro: por ejemplo, la escritura o el acta que lo respalda."
          maxLength={500}
          isRequired
        />
        <RollPreview before={standingFacts(unit)} after={changes} />
        {isTried && !hasChanges && (
          <p role="status" className="warned">
            Todavía no ha cambiado ningún dato.
          </p>
        )}
        {correcting.isError && (
          <Notice kind="error">
            <p>
              {failureText(
                correcting.error,
                'No se puede corregir el censo en este momento. Intente nuevamente.',
              )}
            </p>
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** Hook: form and mutation to correct a unit of the roll. A form without a change sends nothing. */
function useRollCorrection({ jointId, unit, onClose }: Pick<Props, 'jointId' | 'unit' | 'onClose'>) {
  const client = useQueryClient();
  const correcting = useRequest(
    (written: RollDraft) =>
      call(correctRoll, {
        params: { jointId, apartmentId: unit.apartmentId },
        body: correctionOf(unit, written),
      }),
    {
      done: (answer) =>
        answer.pending
          ? 'La corrección ha sido guardada. Contará al cerrar la votación.'
          : 'La corrección ha sido guardada.',
      next: [onClose],
      onSettled: () => {
        void client.invalidateQueries({ queryKey: ['roll'] });
        refreshJoint(jointId);
      },
    },
  );
  const form = useForm({
    initial: () => draftOfUnit(unit),
    faultsOf: (draft: RollDraft) => rollFaults(unit, draft),
    isBusy: correcting.isPending,
    onSubmit: (draft) => {
      if (Object.keys(changedFacts(unit, draft)).length > 0) correcting.mutate(draft);
    },
  });
  return { form, correcting };
}
