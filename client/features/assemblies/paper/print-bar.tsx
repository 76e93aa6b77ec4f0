import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './codes.module.css';
import { usePaperChoice } from './paper-choice.store.ts';
import type { Printing } from './use-print.ts';

const papers: readonly { id: PaperSize; label: string }[] = [
  { id: 'letter', label: 'Carta' },
  { id: 'a4', label: 'A4' },
];

/** The paper that is in the printer. */
export function PaperChoice({ isDisabled }: { isDisabled: boolean }) {
  const { paper, choose } = usePaperChoice();
  return (
    <RadioGroup label="Papel" items={papers} value={paper} onChange={choose} isDisabled={isDisabled} inline />
  );
}

/** How the document that was asked for goes on; at the window's foot, since it may be asked for far down. */
export function PrintBar({ printing: { isBusy, failure, cancel } }: { printing: Printing }) {
  if (!isBusy && failure === null) return null;
  return (
    <div className={styles.bar}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {isBusy && (
        <>
          <Progress label="Generando el PDF…" />
          <Button variant="secondary" size="small" onPress={cancel}>
            Cancelar
          </Button>
        </>
      )}
    </div>
  );
}
