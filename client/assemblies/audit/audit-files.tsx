import { useMutation } from '@tanstack/react-query';
import { auditReport } from '../../../shared/audit/audit.api.ts';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { filterQuery, type TrailFilter } from './filter-query.ts';

const FAILED = 'No se puede generar el informe en estos momentos. Intente nuevamente.';

/** The filtered trail as a file: to read, or to verify elsewhere. */
export function AuditFiles({ jointId, filter }: { jointId: number; filter: TrailFilter }) {
  const save = useMutation({
    mutationFn: (jsonl: boolean) =>
      download(auditReport, {
        params: { jointId },
        query: { ...filterQuery(filter), ...(jsonl ? { jsonl } : {}) },
      }),
    onSuccess: saveFile,
    onError: () => toast.error(FAILED),
  });
  return (
    <Stack row>
      <Button
        variant="secondary"
        onPress={() => save.mutate(false)}
        isPending={save.isPending && !save.variables}
      >
        Exportar a Excel
      </Button>
      <Button
        variant="secondary"
        onPress={() => save.mutate(true)}
        isPending={save.isPending && save.variables}
      >
        Exportar para verificar (JSON)
      </Button>
    </Stack>
  );
}
