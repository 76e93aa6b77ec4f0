import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { FileDrop, SHEET_FILES } from '../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import styles from './file-import.module.css';

interface SentFile<Said> {
  file: File;
  /** With `commit`, stores every row, or no row if there is an error. Without, only previews. */
  query: { commit?: true };
  /** Answers given by the person to questions about the file, for example roles of columns. */
  body?: Said;
}

/**
 * Answers given by the person about a file, and a function to give more. After each answer the file is read again.
 */
interface ByHand<Said> {
  choices: Said | undefined;
  onSay: (choices: Said) => void;
}

interface Props<Report, Said> {
  title: string;
  /** Buttons shown beside the card's title. */
  actions?: ReactNode;
  send: (sent: SentFile<Said>) => Promise<Report>;
  /** Called after the rows are stored: refetches the changed queries. */
  onStored: (report: Report) => Promise<unknown>;
  /** Label of the progress bar: 'Guardando los pagos'. */
  storing: string;
  label: string;
  description: string;
  /** File name endings. Default: spreadsheets and CSV. */
  accept?: readonly string[];
  /** Content shown below the drop area. */
  below?: ReactNode;
  preview: (report: Report, file: File, byHand: ByHand<Said>) => ReactNode;
  /** Number of rows to store. The import button is disabled at 0. */
  quantityOf: (report: Report) => number;
  /** Label of the button to store the rows. Default: 'Importar'. */
  act?: (report: Report) => string;
  done: (report: Report) => ReactNode;
  failure?: (error: Error, isStoring: boolean) => string;
}

/**
 * Card to import a spreadsheet (units, participants, payments, powers or rates): drop area, preview with
 * problems, button to store all rows or no row, result.
 * @param props texts of the card; `send` uploads the file for a check or for storing; `preview` and `done`
 *   render the check and the result; `quantityOf` returns the number of rows to store
 */
export function FileImport<Report extends { problems: readonly ImportProblem[] }, Said = undefined>(
  props: Props<Report, Said>,
) {
  const { send, onStored, quantityOf, act = () => 'Importar', failure = (error) => messageOf(error) } = props;
  const { preview, leave, done, reading, read, store } = useSheetImport(send, onStored);
  const isStoring = reading.variables?.query.commit === true;
  const busy = isStoring ? props.storing : 'Leyendo el archivo';
  return (
    <Card title={props.title} actions={props.actions}>
      {done && props.done(done)}
      {preview && <Progress label={busy} valueLabel="" isIdle={!reading.isPending} />}
      {reading.isError && <Notice kind="error">{failure(reading.error, isStoring)}</Notice>}
      {preview ? (
        <div className={styles.open}>
          <Stack>
            {props.preview(preview.report, preview.file, {
              // Shows the latest answers while the file is read again.
              choices: reading.isPending ? reading.variables.body : preview.choices,
              onSay: (choices) => read(preview.file, choices),
            })}
            <Stack row end>
              <Button variant="secondary" onPress={leave} isDisabled={reading.isPending}>
                Elegir otro archivo
              </Button>
              <Button
                onPress={() => store(preview.file, preview.choices)}
                isPending={reading.isPending}
                isDisabled={
                  quantityOf(preview.report) === 0 ||
                  preview.report.problems.some(({ severity }) => severity === 'error')
                }
              >
                {act(preview.report)}
              </Button>
            </Stack>
          </Stack>
        </div>
      ) : (
        <>
          <FileDrop
            label={props.label}
            description={props.description}
            accept={props.accept ?? SHEET_FILES}
            onFile={(file) => read(file)}
            busy={reading.isPending ? busy : null}
          />
          {props.below}
        </>
      )}
    </Card>
  );
}

/** Sends a file for a check, then again to store the rows. Keeps the last check and the result. */
function useSheetImport<Report extends { problems: readonly ImportProblem[] }, Said>(
  send: Props<Report, Said>['send'],
  onStored: Props<Report, Said>['onStored'],
) {
  const [preview, setPreview] = useState<{ file: File; report: Report; choices?: Said } | null>(null);
  const [done, setDone] = useState<Report | null>(null);
  useFocusKept(preview);
  const reading = useMutation({ mutationFn: send });
  const read = (file: File, choices?: Said) => {
    setDone(null);
    reading.mutate(
      { file, query: {}, body: choices },
      { onSuccess: (report) => setPreview({ file, report, choices }) },
    );
  };
  const store = (file: File, choices?: Said) =>
    reading.mutate(
      { file, query: { commit: true }, body: choices },
      {
        onSuccess: (report) => {
          setPreview(null);
          setDone(report);
          void onStored(report);
        },
        onError: (error) => {
          // A row valid in the preview may clash with rows stored by another person meanwhile.
          if (hasCode(error, 'importHasProblems'))
            setPreview({ file, report: error.details as Report, choices });
        },
      },
    );
  return { preview, leave: () => setPreview(null), done, reading, read, store };
}
