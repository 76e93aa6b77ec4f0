import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { contrast, groundOf, houseGround } from '../../../shared/properties/colour.ts';
import { changeFace, type JointFace, removeCrest, setCrest } from '../../../shared/properties/face.api.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import { call, messageOf, upload } from '../../lib/api.ts';
import { faceQuery } from '../../ui/face/joint-face.tsx';
import { smallImage } from '../../ui/face/small-image.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Stack } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { sendChanges } from '../../ui/send-facts.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './joint-face.module.css';

/** Size of a shown crest in pixels. */
const SHOWN = { width: 192, height: 192 };

/** Settings card: colour and crest of a joint, for the wall, phones, mails and papers. */
export function JointFaceCard({ joint }: { joint: Joint }) {
  return (
    <Card title="Color y escudo">
      <p>Salen en el muro, los celulares, los correos, las escarapelas y los papeles de la asamblea.</p>
      <QueryView query={faceQuery(joint.jointId)}>
        {(face) => (
          <>
            <ColourPart joint={joint} colour={face.colour} />
            <CrestPart jointId={joint.jointId} crest={face.crest} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** Hook: stores a changed face in the cache of the screens, and shows a notice about the change. */
function useStoredFace(jointId: number) {
  const client = useQueryClient();
  return (changed: Partial<JointFace>, sentence: string) => {
    client.setQueryData(faceQuery(jointId).queryKey, (face) => face && { ...face, ...changed });
    toast.success(sentence);
  };
}

function ColourPart({ joint, colour: opened }: { joint: Joint; colour: string | null }) {
  const id = useId();
  const [colour, setColour] = useState(opened);
  const [picked, setPicked] = useState(colour ?? houseGround.ground);
  const store = useStoredFace(joint.jointId);
  const saving = useMutation({
    mutationFn: (chosen: string | null) =>
      sendChanges(
        (body) => call(changeFace, { params: { jointId: joint.jointId }, body }),
        { colour: chosen },
        { colour },
      ),
    onSuccess: (face) => {
      if (face === null) return;
      setColour(face.colour);
      setPicked(face.colour ?? houseGround.ground);
      store(face, 'El color quedó guardado.');
    },
  });
  const { ground, ink } = groundOf(picked);
  const isDarkened = ground !== picked.toLowerCase();
  return (
    <div className="stack-3">
      <div className={`wrap-3 middle ${styles.colour}`}>
        <label htmlFor={id} className="strong">
          Color de la copropiedad
        </label>
        <input id={id} type="color" value={picked} onChange={({ target }) => setPicked(target.value)} />
      </div>
      <p className={`bold breaks ${styles.sample}`} style={{ background: ground, color: ink }}>
        {joint.jointName}
      </p>
      {isDarkened && (
        <p role="status" className="faint">
          Con {picked} las letras blancas no se leen bien (contraste{' '}
          {contrast(picked, ink).toFixed(1).replace('.', ',')}; se pide 4,5): se usará {ground}, más oscuro.
        </p>
      )}
      {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
      <Stack row>
        <Button
          variant="secondary"
          isPending={saving.isPending}
          isDisabled={picked.toLowerCase() === colour}
          onPress={() => saving.mutate(picked)}
        >
          Guardar el color
        </Button>
        {colour !== null && (
          <Button variant="quiet" isPending={saving.isPending} onPress={() => saving.mutate(null)}>
            Quitar el color
          </Button>
        )}
      </Stack>
    </div>
  );
}

function CrestPart({ jointId, crest }: { jointId: number; crest: string | null }) {
  const store = useStoredFace(jointId);
  const [isChanging, setChanging] = useState(false);
  const sending = useMutation({
    mutationFn: async (file: File) =>
      upload(setCrest, { params: { jointId }, file: await smallImage(file, SHOWN) }),
    onSuccess: (face) => {
      store(face, 'El escudo quedó guardado.');
      setChanging(false);
    },
  });
  const removing = useMutation({
    mutationFn: () => call(removeCrest, { params: { jointId } }),
    onSuccess: () => store({ crest: null }, 'El escudo se quitó.'),
  });
  const error = sending.error ?? removing.error;
  return (
    <div className="stack-3">
      {crest !== null && (
        <Stack row>
          <img src={crest} alt="Escudo de la copropiedad" className={styles.crest} />
          <Button variant="quiet" isPending={removing.isPending} onPress={() => removing.mutate()}>
            Quitar el escudo
          </Button>
        </Stack>
      )}
      {isChanging ? (
        <FileDrop
          label={crest === null ? 'Arrastre aquí el escudo' : 'Arrastre aquí otro escudo'}
          description="Imagen PNG o JPEG, mejor cuadrada. Se reduce a 192 píxeles, sobre fondo blanco."
          accept={['.png', '.jpg', '.jpeg']}
          isDisabled={sending.isPending}
          onFile={(file) => sending.mutate(file)}
        />
      ) : (
        <Stack row>
          <Button variant="secondary" onPress={() => setChanging(true)}>
            {crest === null ? 'Subir un escudo' : 'Cambiar el escudo'}
          </Button>
        </Stack>
      )}
      {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
    </div>
  );
}
