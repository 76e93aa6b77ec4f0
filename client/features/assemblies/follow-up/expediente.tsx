import { expedienteReport } from '../../../../shared/evidence/evidence.api.ts';
import { ReportButton } from '../../../reports/button.tsx';

/** Button to download the expediente, the evidence of an assembly for a court. For operators and administrators. */
export function Expediente({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  return (
    <>
      <p>
        Un archivo .zip con el censo, todo lo que se hizo, los votos uno por uno, los resultados, las firmas y
        el borrador del acta, y con dos programas que comprueban que todo cuadra sin este sistema: es lo que
        se entrega a un juez o a la inspección. Trae nombres y documentos de los propietarios.
      </p>
      <ReportButton
        report={expedienteReport}
        input={{ params: { jointId }, query: { assemblyId } }}
        look={{ variant: 'secondary' }}
      >
        Descargar el expediente
      </ReportButton>
    </>
  );
}
