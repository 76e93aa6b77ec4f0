import { counted, dateTime } from '../../../shared/format.ts';
import { lay, type Written } from '../../platform/mail/page.ts';
import type { ActaPublication, KeptActaFile } from './acta-files.repository.ts';

/** Content of the mail to owners about a published signed acta. */
export interface ActaNews {
  jointName: string;
  /** Title of the assembly; without a title, the kind of the assembly. */
  assembly: string;
  files: readonly KeptActaFile[];
  publication: ActaPublication;
  /** Signed chain head made over the files, as a text of several lines; null without a head. */
  head: string | null;
  /** Address of the acta's page on the platform. */
  url: string;
}

/**
 * Writes the mail to the owners with the link to the signed acta (minutes of an assembly), and the hashes of
 * the files to compare copies.
 */
export function writeActaNews({ jointName, assembly, files, publication, head, url }: ActaNews): Written {
  const at = dateTime(new Date(publication.publishedAt).toISOString());
  const again = publication.reason === null ? '' : ` Reemplaza a la anterior. Motivo: ${publication.reason}`;
  return {
    subject: `Acta firmada de la asamblea de ${jointName}`,
    ...lay([
      { paragraph: `Señor(a) propietario(a) de ${jointName}:` },
      {
        paragraph: `El acta firmada de la asamblea «${assembly}» está a su disposición desde el ${at} (Ley 675 de 2001, art. 47).${again}`,
      },
      {
        paragraph: 'Entre con su usuario para descargarla. Si no tiene usuario, pídalo a la administración:',
      },
      { link: url, label: 'Ver el acta firmada' },
      {
        title: `Huella SHA-256 de ${counted(files.length, 'archivo')}`,
        lines: files.map(({ fileName, sha256 }) => `${fileName}: ${sha256}`),
      },
      ...(head === null
        ? []
        : [
            {
              paragraph:
                'Guarde este correo. Las líneas que siguen son la cabeza que firma esas huellas y todo lo que se hizo en la asamblea: con ella cualquiera puede comprobar después que ni esos archivos ni lo que se hizo antes se cambiaron. Van también en el archivo cabeza.txt.',
            },
            { title: 'Cabeza firmada', lines: head.split('\n') },
          ]),
      {
        paragraph: `Este mensaje se envió a los propietarios de ${jointName} que tienen correo registrado. Si no lo esperaba, bórrelo y avise a la administración.`,
      },
    ]),
  };
}
