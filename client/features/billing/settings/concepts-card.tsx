import { useState } from 'react';
import type { ChargeNature } from '../../../../shared/billing/natures.ts';
import { type ChargeConcept, changeChargeConcept } from '../../../../shared/billing/settings.api.ts';
import { call } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, RowButton, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { QueryTable } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { conceptsQuery, useRefreshBilling } from '../billing.queries.ts';
import { natureOptions } from '../months/words.ts';

/** Settings card: charge concepts of a joint, each with the nature (fee, extra fee, fine or other). */
export function ConceptsCard({ jointId }: { jointId: number }) {
  const [renamed, setRenamed] = useState<ChargeConcept | null>(null);
  return (
    <Card title="Conceptos de cobro">
      <p>
        Un nombre nuevo en una planilla se agrega aquí. La clase dice en qué columna de la relación va y si
        causa intereses; un cambio vale desde la próxima planilla. Las cuentas ya emitidas conservan el nombre
        que tenían.
      </p>
      <QueryTable
        query={conceptsQuery(jointId)}
        label="Conceptos de cobro"
        columns={[
          {
            header: 'Concepto',
            cell: (concept) => (
              <Stack row>
                <span className="anywhere">{concept.name}</span>
                <RowButton act="Cambiar nombre" of={concept.name} onPress={() => setRenamed(concept)} />
              </Stack>
            ),
          },
          {
            header: 'Clase',
            cell: (concept) => <Nature jointId={jointId} concept={concept} />,
          },
        ]}
        rowKey={({ chargeConceptId }) => chargeConceptId}
        empty="Todavía no hay conceptos: llegan con la primera planilla."
      />
      {renamed && <RenameDialog jointId={jointId} concept={renamed} onClose={() => setRenamed(null)} />}
    </Card>
  );
}

interface RenameProps {
  jointId: number;
  concept: ChargeConcept;
  onClose: () => void;
}

function RenameDialog({ jointId, concept: { chargeConceptId, name: before }, onClose }: RenameProps) {
  const refresh = useRefreshBilling();
  const saving = useRequest(
    (name: string) =>
      call(changeChargeConcept, {
        params: { jointId, chargeConceptId },
        body: { name, seen: { name: before } },
      }),
    { done: (_, name) => `El concepto ahora se llama «${name}».`, next: [onClose], onSettled: refresh },
  );
  const form = useForm({
    initial: { name: before },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'Digite el nombre.' : null }),
    onSubmit: ({ name }) => saving.mutate(name.trim()),
  });
  return (
    <Dialog title={`Cambiar el nombre de «${before}»`} onClose={onClose}>
      <Form form={form} act="Guardar" saving={saving} onCancel={onClose}>
        <TextField
          {...form.checked('name')}
          label="Nombre en las cuentas"
          description="Las próximas cuentas llevarán este nombre. Las planillas que traigan el anterior se siguen reconociendo."
          maxLength={120}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

function Nature({ jointId, concept }: { jointId: number; concept: ChargeConcept }) {
  const { chargeConceptId, name, nature } = concept;
  const refresh = useRefreshBilling();
  const saving = useRequest(
    (chosen: ChargeNature) =>
      call(changeChargeConcept, {
        params: { jointId, chargeConceptId },
        body: { nature: chosen, seen: { nature } },
      }),
    { done: `La clase de «${name}» fue cambiada.`, onSettled: refresh, failed: true },
  );
  return (
    <div className={styles.control}>
      <Select
        label={`Clase de ${name}`}
        isLabelHidden
        items={natureOptions}
        value={saving.isPending ? saving.variables : nature}
        onChange={saving.mutate}
        isDisabled={saving.isPending}
      />
    </div>
  );
}
