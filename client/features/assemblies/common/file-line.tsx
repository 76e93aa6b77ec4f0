import type { ReactNode } from 'react';
import type { ActaFile } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { RowButton } from '../../../ui/page.tsx';
import styles from './file-line.module.css';

interface Props {
  file: ActaFile;
  /** Mutation that downloads the file. */
  saving: { isPending: boolean; mutate: (file: ActaFile) => void };
  /** Further actions for the file. */
  children?: ReactNode;
}

/** Line with the name and hash of an uploaded file, and a download button. */
export function FileLine({ file, saving, children }: Props) {
  return (
    <>
      <p className="wrap-3 middle">
        <span className="anywhere strong">{file.fileName}</span>
        <RowButton
          act="Descargar"
          of={file.fileName}
          isPending={saving.isPending}
          onPress={() => saving.mutate(file)}
        />
        {children}
      </p>
      <p className="faint">
        Huella SHA-256: <span className={`breaks ${styles.hash}`}>{file.sha256}</span>
      </p>
    </>
  );
}
