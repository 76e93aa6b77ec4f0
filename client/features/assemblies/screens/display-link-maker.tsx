import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createDisplayLink } from '../../../../shared/assemblies/live.api.ts';
import { call } from '../../../lib/api.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button } from '../../../ui/page.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';

const FAILED = 'No se puede crear el enlace en este momento. Intente nuevamente.';

interface Props {
  jointId: number;
  /** Without a press of its own: where somebody has asked for it already. */
  isMadeAtOnce?: boolean;
  onMade?: () => void;
}

/** Makes a link that opens the wall, and shows it to be copied. */
export function DisplayLinkMaker({ jointId, isMadeAtOnce = false, onMade }: Props) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(createDisplayLink, { params: { jointId } }),
    onSuccess: onMade,
  });
  const isBegun = useRef(false);
  useEffect(() => {
    // Once, also where React mounts twice to find faults: each one that is made is a way in.
    if (isMadeAtOnce && !isBegun.current) mutate(undefined);
    isBegun.current = true;
  }, [isMadeAtOnce, mutate]);
  if (isPending) return <Loading />;
  if (data) return <CopyField url={data.url} />;
  if (error) return <ErrorState message={failureText(error, FAILED)} onRetry={() => mutate(undefined)} />;
  return isMadeAtOnce ? null : (
    <Button variant="secondary" onPress={() => mutate(undefined)}>
      Crear enlace
    </Button>
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
