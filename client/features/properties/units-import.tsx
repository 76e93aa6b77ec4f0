import { useState } from 'react';
import type { ImportReport as Report } from '../../../shared/properties/apartments.api.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { formatCoefficientExact, units } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { ImportReport } from './import-report.tsx';
import { useImport } from './joints.queries.ts';

interface Preview {
  file: File;
  report: Report;
}

/** Loads a table of units: file, preview with its problems, 'Importar' (all rows or none), result. */
export function UnitsImport({ jointId, hasUnits }: { jointId: number; hasUnits: boolean }) {
  const reading = useImport(jointId);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [done, setDone] = useState<Report | null>(null);

  const read = (file: File) => {
    setPreview(null);
    setDone(null);
    reading.mutate({ file, commit: false }, { onSuccess: (report) => setPreview({ file, report }) });
  };
  const store = ({ file }: Preview) => {
    reading.mutate(
      { file, commit: true },
      {
        onSuccess: (report) => {
          setPreview(null);
          setDone(report);
          toast.success(`Importación exitosa: ${units(report.rows.length)}.`);
        },
        onError: (error) => {
          // What was right in the preview may clash with what another person stored meanwhile.
          if (hasCode(error, 'importHasProblems')) setPreview({ file, report: error.details as Report });
        },
      },
    );
  };

  return (
    <Card title="Cargar tabla de inmuebles">
      {done && (
        <Notice kind="success" title={`Se importaron ${units(done.rows.length)}.`}>
          La suma de sus coeficientes es {formatCoefficientExact(done.sum)}.
        </Notice>
      )}
      {reading.isPending && (
        <Progress
          label={reading.variables.commit ? 'Guardando los inmuebles' : 'Leyendo el archivo'}
          valueLabel=""
        />
      )}
      {reading.error && !reading.isPending && <Notice kind="error">{messageOf(reading.error)}</Notice>}
      {preview ? (
        <>
          <ImportReport fileName={preview.file.name} report={preview.report} />
          <Stack row end>
            <Button variant="secondary" onPress={() => setPreview(null)} isDisabled={reading.isPending}>
              Elegir otro archivo
            </Button>
            <Button
              onPress={() => store(preview)}
              isPending={reading.isPending}
              isDisabled={preview.report.rows.length === 0 || hasErrors(preview.report)}
            >
              Importar
            </Button>
          </Stack>
        </>
      ) : (
        <FileDrop
          label={
            hasUnits
              ? 'Arrastre aquí la tabla que reemplaza a la actual'
              : 'Arrastre aquí la tabla de coeficientes'
          }
          description="Archivo Excel (.xlsx) o CSV con inmueble, propietario y coeficiente. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
          accept={['.xlsx', '.csv']}
          onFile={read}
          isDisabled={reading.isPending}
        />
      )}
    </Card>
  );
}

function hasErrors(report: Report): boolean {
  return report.problems.some((problem) => problem.severity === 'error');
}
