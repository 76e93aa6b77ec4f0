import { useRef, useState } from 'react';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { failureText } from './failure.ts';
import { useAct } from './use-act.ts';

const FAILED = 'No se puede crear el enlace en este momento. Intente nuevamente.';

/** An operator's way to put the wall on a screen that nobody is signed in on. */
export function WallLink({ jointId, jointName }: { jointId: number; jointName: string }) {
  const [isOpen, setOpen] = useState(false);
  const making = useAct({
    mutationFn: () => call(createDisplayLink, { params: { jointId } }),
  });
  const open = () => {
    setOpen(true);
    making.mutate(undefined);
  };
  return (
    <>
      <Button variant="quiet" size="small" onPress={open}>
        Enlace para pantalla
      </Button>
      <Dialog
        title="Enlace para pantalla"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="secondary" onPress={() => setOpen(false)}>
            Cerrar
          </Button>
        }
      >
        <p>
          Ábralo en el equipo del proyector: muestra el quorum y las votaciones de {jointName} sin iniciar
          sesión y sin nombres de propietarios. Sirve durante 30 días a quien lo tenga.
        </p>
        {making.isError && (
          <ErrorState message={failureText(making.error, FAILED)} onRetry={() => making.mutate(undefined)} />
        )}
        {making.isPending && <Loading />}
        {making.data && <CopyField url={making.data.url} />}
      </Dialog>
    </>
  );
}

function CopyField({ url }: { url: string }) {
  const box = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Enlace copiado.');
    } catch {
      // Without https a browser keeps its clipboard to itself: the text is selected, to be copied by hand.
      box.current?.querySelector('input')?.select();
      toast.info('Copie el enlace con Ctrl + C.');
    }
  };
  return (
    <>
      <div ref={box}>
        <TextField label="Enlace" value={url} isReadOnly />
      </div>
      <Button onPress={() => void copy()}>Copiar enlace</Button>
    </>
  );
}
