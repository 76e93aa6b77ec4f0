import { actaDraft } from '../../../../shared/assemblies/reports.api.ts';
import { assemblyName } from '../../../../shared/assemblies/words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { ButtonLink, Card, Stack } from '../../../ui/page.tsx';
import styles from './acta-downloads.module.css';

interface Props {
  jointId: number;
  assembly: Assembly;
  /** True if the download is the next step of the page: the PDF has the full button. */
  isNext?: boolean;
}

/** Card to download the draft of an assembly's acta (minutes). */
export function ActaCard(props: Props) {
  return (
    <Card title="Borrador de acta">
      <ActaDownloads {...props} />
    </Card>
  );
}

/** Buttons to download the draft of an acta as PDF or Word, and a link to read the draft on screen. */
export function ActaDownloads({ jointId, assembly, isNext = false }: Props) {
  const input = { params: { jointId }, query: { assemblyId: assembly.assemblyId } };
  const name = assemblyName(assembly);
  return (
    <>
      <p className={`faint ${styles.text}`}>
        Trae lo que pide el artículo 47 de la Ley 675 de 2001 con lo que registró el sistema. Lo que debe
        escribir una persona queda señalado.
      </p>
      {assembly.closedAt === null && (
        <p className={`faint ${styles.text}`}>
          La asamblea no se ha cerrado: el borrador llega hasta este momento.
        </p>
      )}
      <Stack row>
        <ButtonLink
          to={`/BorradorActa/${jointId}/${assembly.assemblyId}`}
          variant="secondary"
          label={`Ver el acta en pantalla: ${name}`}
        >
          Ver el acta en pantalla
        </ButtonLink>
        <ReportButton
          report={actaDraft}
          input={input}
          look={{
            variant: isNext ? 'primary' : 'secondary',
            'aria-label': `Borrador de acta en PDF: ${name}`,
          }}
        >
          Borrador de acta en PDF
        </ReportButton>
        <ReportButton
          report={actaDraft}
          input={{ ...input, query: { ...input.query, docx: true } }}
          look={{ variant: 'secondary', 'aria-label': `Borrador de acta en Word: ${name}` }}
        >
          Borrador de acta en Word
        </ReportButton>
      </Stack>
    </>
  );
}
