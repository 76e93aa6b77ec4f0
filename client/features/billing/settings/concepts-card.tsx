import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChargeNature } from '../../../../shared/billing/natures.ts';
import { type ChargeConcept, changeChargeConcept } from '../../../../shared/billing/settings.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../billing.module.css';
import { conceptsQuery, useRefreshBilling } from '../billing.queries.ts';
import { natureOptions } from '../months/month-words.ts';

/** What a joint charges, and what each of it counts as. */
export function ConceptsCard({ jointId }: { jointId: number }) {
  const query = useQuery(conceptsQuery(jointId));
  return (
    <Card title="Conceptos de cobro">
      <p>
        Un nombre nuevo en una planilla se agrega aquí. La clase dice en qué columna de la relación va y si
        causa intereses; un cambio vale desde la próxima planilla.
      </p>
      <QueryView query={query}>
        {(concepts) => (
          <Table
            label="Conceptos de cobro"
            columns={[
              {
                id: 'name',
                header: 'Concepto',
                cell: ({ name }) => <span className={styles.break}>{name}</span>,
              },
              {
                id: 'nature',
                header: 'Clase',
                cell: (concept) => <Nature jointId={jointId} concept={concept} />,
              },
            ]}
            rows={concepts}
            rowKey={({ chargeConceptId }) => chargeConceptId}
            empty="Todavía no hay conceptos: llegan con la primera planilla."
          />
        )}
      </QueryView>
    </Card>
  );
}

function Nature({ jointId, concept }: { jointId: number; concept: ChargeConcept }) {
  const { chargeConceptId, name, nature } = concept;
  const refresh = useRefreshBilling();
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (chosen: ChargeNature) =>
      call(changeChargeConcept, { params: { jointId, chargeConceptId }, body: { nature: chosen } }),
    onSuccess: async () => {
      toast.success(`La clase de «${name}» fue cambiada.`);
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <div className={styles.control}>
      <Select
        label={`Clase de ${name}`}
        isLabelHidden
        items={natureOptions}
        value={saving.isPending ? saving.variables : nature}
        onChange={saving.mutate}
        placeholder="Seleccione una clase"
        isDisabled={saving.isPending}
      />
    </div>
  );
}
