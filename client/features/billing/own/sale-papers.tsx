import { useMutation } from '@tanstack/react-query';
import { requestClearance } from '../../../../shared/billing/clearance-check.api.ts';
import { salePapersReport } from '../../../../shared/billing/reports.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { ReportProgress } from '../../../reports/progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { Button, Notice } from '../../../ui/page.tsx';
import { dayWords } from '../words.ts';

/**
 * Button for the papers of a sale: keeps the day of the request (Ley 675, art. 29), and makes paz y salvo and statement in one
 * file. With a debt the request is kept all the same.
 */
export function SalePapers({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
  const report = useReport();
  const requesting = useMutation({
    mutationFn: () => call(requestClearance, { params: { jointId }, body: { apartmentId } }),
    onSuccess: () => report.make(salePapersReport, { params: { jointId, apartmentId } }),
  });
  return (
    <>
      <Button
        variant="secondary"
        isPending={requesting.isPending || report.isBusy}
        onPress={() => requesting.mutate()}
      >
        Papeles para la venta
      </Button>
      {requesting.error !== null && <Notice kind="error" title={messageOf(requesting.error)} />}
      {requesting.data && (
        <p role="status">
          Su solicitud de paz y salvo quedó registrada el {dayWords(requesting.data.requestedOn)}.
        </p>
      )}
      <ReportProgress report={report} />
    </>
  );
}
