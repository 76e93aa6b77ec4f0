import type { ActaFile, PublishedActa } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { FileLine } from '../common/file-line.tsx';
import { useSaveActaFile } from './signed-acta.queries.ts';

interface Props {
  jointId: number;
  publication: PublishedActa;
}

/**
 * Part of the page of signed actas about a publication: time, place, reason, and each file with its hash and a download
 * button.
 */
export function Publication({ jointId, publication: { publishedAt, reason, place, files } }: Props) {
  return (
    <>
      <p>
        Publicada el {dateTime(publishedAt)}.{place !== null && ` Lugar de la copia: ${place}.`}
        {reason !== null && ` Reemplaza a la anterior. Motivo: ${reason}`}
      </p>
      <ul className="stack-4 plain">
        {files.map((file) => (
          <li key={file.fileId} className="stack-2">
            <ActaFileLine jointId={jointId} file={file} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Line with the name and hash of an acta file, and a download button. */
export function ActaFileLine({ jointId, file }: { jointId: number; file: ActaFile }) {
  return <FileLine file={file} saving={useSaveActaFile(jointId)} />;
}
