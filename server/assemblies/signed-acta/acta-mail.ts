import { counted, dateTime } from '../../../shared/format.ts';
import { lay, type Written } from '../../platform/mail/mail-page.ts';
import type { ActaPublication, KeptActaFile } from './acta-files.repository.ts';

/** What an owner is told of a signed acta. */
export interface ActaNews {
  jointName: string;
  /** The assembly's own title, or what kind it was. */
  assembly: string;
  files: readonly KeptActaFile[];
  publication: ActaPublication;
  /** The signed head that binds the files; null where none was made. */
  head: string | null;
  /** Where it is. */
  url: string;
}

/** Where the signed acta is, with the fingerprints that tell whether what somebody shows is the same. */
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
