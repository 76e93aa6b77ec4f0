import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActaFile, SignedActa } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { ActaFileLine, Publication } from './acta-files.tsx';
import { signedActasQuery, useSignedActa } from './signed-acta.queries.ts';

interface Props {
  jointId: number;
  assemblyId: number;
}

/**
 * Part of the operators' page for the signed acta (minutes) of an assembly: published files, unpublished files, and
 * the button to publish.
 */
export function SignedActaDesk({ jointId, assemblyId }: Props) {
  const query = useQuery(signedActasQuery(jointId));
  return (
    <QueryView query={query}>
      {(actas) => {
        const acta = actas.find((one) => one.assemblyId === assemblyId);
        return (
          <Desk
            jointId={jointId}
            assemblyId={assemblyId}
            publications={acta?.publications ?? []}
            unpublished={acta?.unpublished ?? []}
          />
        );
      }}
    </QueryView>
  );
}

function Desk({
  jointId,
  assemblyId,
  publications,
  unpublished,
}: Props & Pick<SignedActa, 'publications' | 'unpublished'>) {
  const { keeping, publishing } = useSignedActa(jointId, assemblyId);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isReplacing, setReplacing] = useState(false);
  const last = publications.at(-1);
  const chosen = unpublished.filter(({ fileId }) => !left.has(fileId));
  const fileIds = chosen.map(({ fileId }) => fileId);
  const publish = async () => {
    if (last !== undefined) return setReplacing(true);
    const title = '¿Publicar el acta firmada?';
    const body = 'La podrán descargar los propietarios con usuario, y se avisa a cada correo registrado.';
    if (await confirm({ title, body })) publishing.mutate({ fileIds });
  };
  return (
    <>
      {last ? (
        <Publication jointId={jointId} publication={last} />
      ) : (
        <p>
          Suba el acta con sus firmas, en un PDF o en una imagen de cada hoja. Se guarda como llega, con su
          huella. Al publicarla se avisa a cada propietario con correo (Ley 675 de 2001, art. 47).
        </p>
      )}
      {unpublished.length > 0 && (
        <UnpublishedList jointId={jointId} files={unpublished} left={left} onLeft={setLeft} />
      )}
      <Stack row>
        <FileButton
          label={last ? 'Subir otra acta firmada' : 'Subir acta firmada'}
          accept={['.pdf', '.jpg', '.jpeg', '.png']}
          isMultiple
          isPending={keeping.isPending}
          onFiles={(files) => keeping.mutate(files)}
        />
        {chosen.length > 0 && (
          <Button onPress={() => void publish()} isPending={publishing.isPending}>
            Publicar y avisar
          </Button>
        )}
      </Stack>
      {isReplacing && (
        <ReasonDialog
          title="¿Reemplazar el acta firmada?"
          body="La anterior se conserva y los propietarios verán las dos. Se avisa otra vez a cada correo registrado."
          yes="Reemplazar"
          saving={publishing}
          onYes={(reason) => publishing.mutate({ fileIds, reason }, { onSuccess: () => setReplacing(false) })}
          onClose={() => setReplacing(false)}
        />
      )}
    </>
  );
}

interface UnpublishedListProps {
  jointId: number;
  files: readonly ActaFile[];
  /** Ids of the files left out of the publication. */
  left: ReadonlySet<number>;
  onLeft: (left: ReadonlySet<number>) => void;
}

/** List of the unpublished files, each with a checkbox for the publication. */
function UnpublishedList({ jointId, files, left, onLeft }: UnpublishedListProps) {
  return (
    <ul className="stack-4 plain" aria-label="Archivos sin publicar">
      {files.map((file) => (
        <li key={file.fileId} className="stack-2">
          <Unpublished
            jointId={jointId}
            file={file}
            isChosen={!left.has(file.fileId)}
            onChoose={(isChosen) => {
              const others = new Set(left);
              if (isChosen) others.delete(file.fileId);
              else others.add(file.fileId);
              onLeft(others);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

interface UnpublishedProps {
  jointId: number;
  file: ActaFile;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Unpublished({ jointId, file, isChosen, onChoose }: UnpublishedProps) {
  return (
    <>
      <ActaFileLine jointId={jointId} file={file} />
      <Checkbox isSelected={isChosen} onChange={onChoose}>
        Va en el acta<span className="unseen">: {file.fileName}</span>
      </Checkbox>
    </>
  );
}
