import type { ComponentProps, ReactNode } from 'react';
import type { Endpoint } from '../../shared/api.ts';
import type { CallInput } from '../lib/api.ts';
import { Button } from '../ui/page.tsx';
import styles from './button.module.css';
import { ReportProgress } from './progress.tsx';
import { useReport } from './use-report.ts';

interface Props<E extends Endpoint> {
  report: E;
  input: Pick<CallInput<E>, 'params' | 'query'>;
  children: ReactNode;
  /** Error sentence in place of the default. */
  failed?: string;
  look?: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'isDisabled' | 'aria-label'>;
}

/**
 * Button that downloads a report, with progress and error below: `<ReportButton report={assistanceReport} input={{
 * params: { jointId } }}>Descargar</ReportButton>`.
 */
export function ReportButton<E extends Endpoint>({ report, input, children, failed, look }: Props<E>) {
  const making = useReport(failed);
  return (
    <div className={`stack-3 top ${styles.column}`}>
      <Button {...look} isPending={making.isBusy} onPress={() => void making.make(report, input)}>
        {children}
      </Button>
      <ReportProgress report={making} />
    </div>
  );
}
