import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { correctRoll, type RollUnit } from '../../../../shared/assemblies/roll.api.ts';
import { apartmentKinds } from '../../../../shared/properties/apartment-kinds.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { kindNames } from '../../properties/index.ts';
import { conceptName } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { useAct } from '../use-act.ts';
import styles from './roll.module.css';
import { RollPreview } from './roll-preview.tsx';
import {
  changedFacts,
  correctionOf,
  draftOfUnit,
  type RollDraft,
  rollFaults,
  standingFacts,
} from './roll-words.ts';

interface Props {
  jointId: number;
  unit: RollUnit;
  /** The question that is open, which a correction waits for. */
  open: LiveConcept | null;
  onClose: () => void;
}

/** Corrects a unit of the roll: what becomes of it stands below while it is written. */
export function RollCorrectionDialog({ jointId, unit, open, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const correcting = useAct({
    mutationFn: (written: RollDraft) =>
      call(correctRoll, {
        params: { jointId, apartmentId: unit.apartmentId },
        body: correctionOf(unit, written),
      }),
    onSuccess: (answer) => {
      toast.success(
        answer.pending
          ? 'La corrección ha sido guardada. Contará al cerrar la votación.'
          : 'La corrección ha sido guardada.',
      );
      onClose();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['roll'] });
      refreshJoint(jointId);
    },
  });
  const form = useForm({
    initial: () => draftOfUnit(unit),
    faultsOf: (draft: RollDraft) => rollFaults(unit, draft),
    isBusy: correcting.isPending,
    onSubmit: (draft) => {
      if (Object.keys(changedFacts(unit, draft)).length > 0) correcting.mutate(draft);
    },
  });
  const { values: draft, set: change, shown: faults, isTried } = form;
  const changes = changedFacts(unit, draft);
  const hasChanges = Object.keys(changes).length > 0;

  return (
    <Dialog
      title={`Corregir ${unit.apartmentId}`}
      isOpen
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
      <form id={formId} onSubmit={form.submit} noValidate className={styles.form}>
        {open && (
          <Notice kind="warning" title="Contará al cerrar la votación">
            <p>
              {conceptName(open.conceptId)} está abierta y sigue con el censo como está. Los votos ya dados
              conservan su coeficiente.
            </p>
          </Notice>
        )}
        <div className={styles.pair}>
          <TextField
            label="Propietario"
            value={draft.owner}
            onChange={(owner) => change({ owner })}
            error={faults.owner ?? null}
            maxLength={200}
            autoComplete="off"
          />
          <TextField
            label="Documento"
            value={draft.ownerDocument}
            onChange={(ownerDocument) => change({ ownerDocument })}
            maxLength={40}
            autoComplete="off"
          />
          <Select
            label="Tipo"
            items={apartmentKinds.map((id) => ({ id, label: kindNames[id] }))}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            placeholder="Seleccione un tipo"
          />
          <TextField
            label="Coeficiente"
            value={draft.coefficient}
            onChange={(coefficient) => change({ coefficient })}
            error={faults.coefficient ?? null}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <TextField
          label="Motivo"
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          description="Queda en el registro: por ejemplo, la escritura o el acta que lo respalda."
          error={faults.reason ?? null}
          maxLength={500}
          isRequired
          autoComplete="off"
        />
        <RollPreview before={standingFacts(unit)} after={changes} />
        {isTried && !hasChanges && (
          <p role="status" className={styles.nothing}>
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
