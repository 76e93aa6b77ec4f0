import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type JointLogo, removeLogo, setLogo } from '../../../../shared/billing/settings.api.ts';
import { call, messageOf, upload } from '../../../lib/api.ts';
import { smallImage } from '../../../ui/face/small-image.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Button, Notice } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { logoQuery } from '../billing.queries.ts';
import styles from './logo.module.css';

/** Size of a printed logo in pixels: enough for a bill at more than 300 dpi. */
const PRINTED = { width: 480, height: 240 };

/** Part of the letterhead card to show, change and remove the logo for the bills of the next issue. */
export function LogoPart({ jointId }: { jointId: number }) {
  const client = useQueryClient();
  const keep = (logo: JointLogo, sentence: string) => {
    client.setQueryData(logoQuery(jointId).queryKey, logo);
    toast.success(sentence);
  };
  const sending = useMutation({
    mutationFn: async (file: File) =>
      upload(setLogo, { params: { jointId }, file: await smallImage(file, PRINTED) }),
    onSuccess: (logo) => keep(logo, 'El logo quedó guardado.'),
  });
  const removing = useMutation({
    mutationFn: () => call(removeLogo, { params: { jointId } }),
    onSuccess: () => keep({ image: null, width: null, height: null }, 'El logo se quitó.'),
  });
  const error = sending.error ?? removing.error;
  return (
    <QueryView query={logoQuery(jointId)}>
      {({ image }) => (
        <div className="stack-3">
          {image !== null && (
            <div className={`wrap middle ${styles.shown}`}>
              <img src={image} alt="Logo de la copropiedad" className={styles.logo} />
              <Button variant="quiet" isPending={removing.isPending} onPress={() => removing.mutate()}>
                Quitar el logo
              </Button>
            </div>
          )}
          <FileDrop
            label={image === null ? 'Arrastre aquí el logo' : 'Arrastre aquí otro logo'}
            description="Imagen PNG o JPEG. Se reduce al tamaño con que se imprime, sobre fondo blanco."
            accept={['.png', '.jpg', '.jpeg']}
            isDisabled={sending.isPending}
            onFile={(file) => sending.mutate(file)}
          />
          {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
        </div>
      )}
    </QueryView>
  );
}
