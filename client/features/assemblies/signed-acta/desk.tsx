import { useState } from 'react';
import type { ActaFile, SignedActa } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { ActaDeliveriesPart } from './acta-deliveries.tsx';
import { ActaFileLine, Publication } from './acta-files.tsx';
import { signedActasQuery, useSignedActa } from './signed-acta.queries.ts';

const PLACE = { label: 'Lugar donde queda la copia completa', missing: 'Digite el lugar.' };

const PUBLISHING = {
  title: '¿Publicar el acta firmada?',
  body: 'La podrán descargar los propietarios con usuario, y se avisa a cada correo registrado. Escriba en qué lugar queda la copia completa (Ley 675 de 2001, art. 47).',
  yes: 'Publicar',
};
const REPLACING = {
  title: '¿Reemplazar el acta firmada?',
  body: 'La anterior se conserva y los propietarios verán las dos. Se avisa otra vez a cada correo registrado.',
  yes: 'Reemplazar',
};

interface Props {
  jointId: number;
  assemblyId: number;
}

/**
 * Part of the operators' page for the signed acta (minutes) of an assembly: published files, unpublished files, and
 * the button to publish.
 */
export function SignedActaDesk({ jointId, assemblyId }: Props) {
  return (
    <QueryView query={signedActasQuery(jointId)}>
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
  const [isAsking, setAsking] = useState(false);
  const last = publications.at(-1);
  const chosen = unpublished.filter(({ fileId }) => !left.has(fileId));
  const fileIds = chosen.map(({ fileId }) => fileId);
  return (
    <>
      {last ? (
        <>
          <Publication jointId={jointId} publication={last} />
          <ActaDeliveriesPart jointId={jointId} assemblyId={assemblyId} />
        </>
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
          <Button onPress={() => setAsking(true)} isPending={publishing.isPending}>
            Publicar y avisar
          </Button>
        )}
      </Stack>
      {isAsking && (
        <PublishDialog
          last={last}
          fileIds={fileIds}
          publishing={publishing}
          onClose={() => {
            setAsking(false);
            publishing.reset();
          }}
        />
      )}
    </>
  );
}

interface PublishDialogProps {
  /** Publication to be replaced. */
  last: SignedActa['publications'][number] | undefined;
  fileIds: number[];
  publishing: ReturnType<typeof useSignedActa>['publishing'];
  onClose: () => void;
}

/** Dialog to publish the chosen files: asks for the place of the complete copy, and for the reason of a replacement. */
function PublishDialog({ last, fileIds, publishing, onClose }: PublishDialogProps) {
  // Fixed at the opening: the list, and so `last`, is read again before the dialog closes.
  const [replaced] = useState(last);
  const [place, setPlace] = useState(replaced?.place ?? '');
  const isMissing = replaced !== undefined && place.trim() === '';
  return (
    <ReasonDialog
      {...(replaced ? REPLACING : { ...PUBLISHING, text: PLACE })}
      saving={publishing}
      onYes={(text) => {
        const body = { fileIds, ...(replaced ? { place: place.trim(), reason: text } : { place: text }) };
        if (!isMissing) publishing.mutate(body, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      {replaced && (
        <TextField
          label={PLACE.label}
          value={place}
          onChange={setPlace}
          maxLength={300}
          isRequired
          error={isMissing ? PLACE.missing : null}
        />
      )}
    </ReasonDialog>
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
    <>
      <p className="strong">Archivos sin publicar</p>
      <ul className="stack-4 plain" aria-label="Archivos sin publicar">
        {files.map((file) => (
          <li key={file.fileId} className="stack-2">
            <ActaFileLine jointId={jointId} file={file} />
            <Checkbox
              isSelected={!left.has(file.fileId)}
              onChange={(isChosen) => {
                const others = new Set(left);
                if (isChosen) others.delete(file.fileId);
                else others.add(file.fileId);
                onLeft(others);
              }}
            >
              Va en el acta<span className="unseen">: {file.fileName}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}
