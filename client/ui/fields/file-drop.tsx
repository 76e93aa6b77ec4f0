import { useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { Text } from 'react-aria-components/Text';
import { isFileDropItem } from 'react-aria-components/useDrop';
import { cx } from '../cx.ts';
import { Progress } from '../progress.tsx';
import { FileButton } from './file-button.tsx';
import styles from './file-drop.module.css';

/** File name extensions of readable spreadsheets. */
export const SHEET_FILES: readonly string[] = ['.xlsx', '.xls', '.xlsm', '.csv'];

interface Props {
  label: string;
  /** Sentence about the accepted files, shown in the drop area. */
  description: string;
  /** Accepted file name extensions, for example `.xlsx`. Empty: any file. */
  accept: readonly string[];
  onFile: (file: File) => void;
  isDisabled?: boolean;
  /** Progress text while a file is handled. Replaces the description, so the layout does not move. */
  busy?: string | null;
}

/**
 * Area to take a single file: dropped, pasted, or chosen with the button. Calls `onFile` with each file.
 * @param accept accepted file name extensions ('.xlsx'); empty: any file
 * @param busy progress text while a file is handled; null: the area takes a file
 */
export function FileDrop({ label, description, accept, onFile, isDisabled = false, busy = null }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    const fits = accept.length === 0 || accept.some((ending) => file.name.toLowerCase().endsWith(ending));
    setRefused(fits ? null : refusalOf(file.name, accept));
    if (fits) onFile(file);
  };
  return (
    <DropZone
      className={`stack-3 ${styles.zone}`}
      isDisabled={isDisabled || busy !== null}
      onDrop={async (event) => {
        const item = event.items.find(isFileDropItem);
        take(await item?.getFile());
      }}
    >
      <Text slot="label" className="strong large">
        {label}
      </Text>
      <FileButton
        label="Elegir archivo"
        accept={accept}
        isDisabled={isDisabled || busy !== null}
        onFiles={([file]) => take(file)}
      />
      <div className={styles.place}>
        <p className={cx('soft', busy !== null && styles.away)}>{description}</p>
        {busy !== null && <Progress label={busy} valueLabel="" />}
      </div>
      {refused && (
        <p className="wrong" role="alert">
          {refused}
        </p>
      )}
    </DropZone>
  );
}

/** Pattern of the names of spreadsheets in another format. */
const OTHER_SHEET = /\.(xlsb|ods|numbers)$/i;

/** Returns the message for a refused file and the advice: 'Elija un archivo .xlsx, .xls, .xlsm o .csv.'. */
function refusalOf(name: string, accept: readonly string[]): string {
  const endings = `${accept.slice(0, -1).join(', ')}${accept.length > 1 ? ' o ' : ''}${accept.at(-1)}`;
  const way =
    OTHER_SHEET.test(name) && accept.includes('.xlsx')
      ? 'Ábralo en su programa de hojas de cálculo y guárdelo como .xlsx.'
      : `Elija un archivo ${endings}.`;
  return `«${name}» no se puede leer aquí. ${way}`;
}
