import {
  assemblyKindNames,
  assemblyName,
  callNames,
  formerState,
  modeNames,
} from '../../../../shared/assemblies/assembly-words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { date } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';

interface Props {
  former: readonly Assembly[];
  onShow: (assemblyId: number) => void;
}

/** The assemblies that were, the latest first. */
export function ArchiveCard({ former, onShow }: Props) {
  return (
    <Card title="Asambleas anteriores">
      <Table
        label="Asambleas anteriores"
        columns={[
          { id: 'title', header: 'Asamblea', cell: assemblyName },
          {
            id: 'date',
            header: 'Fecha',
            cell: (one) => (one.openedAt === null ? 'No se abrió' : date(one.openedAt)),
          },
          {
            id: 'kind',
            header: 'Clase',
            cell: (one) => `${assemblyKindNames[one.kind]}, ${modeNames[one.mode]}`,
          },
          { id: 'call', header: 'Convocatoria', cell: (one) => callNames[one.call] },
          { id: 'state', header: 'Estado', cell: formerState },
          {
            id: 'show',
            header: 'Resultado',
            cell: (one) => (
              <Button
                variant="secondary"
                size="small"
                onPress={() => onShow(one.assemblyId)}
                aria-label={`Ver cómo terminó: ${assemblyName(one)}`}
              >
                Ver
              </Button>
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
