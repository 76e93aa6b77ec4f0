import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createDisplayLink } from '../../../../shared/assemblies/live.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button } from '../../../ui/page.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';

const LINK_FAILED = 'No se puede crear el enlace en este momento. Intente nuevamente.';

interface Props {
  jointId: number;
  /** True to create the link at once, without a press in this component. */
  isMadeAtOnce?: boolean;
  onMade?: () => void;
}

/**
 * Creates a link to show the wall screen on another device, and shows the link to copy.
 * @param isMadeAtOnce true to create the link without a press
 * @param onMade called after the link is created
 */
export function DisplayLinkMaker({ jointId, isMadeAtOnce = false, onMade }: Props) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(createDisplayLink, { params: { jointId } }),
    onSuccess: onMade,
  });
  const isBegun = useRef(false);
  useEffect(() => {
    // Only once, even if React mounts twice in development: each link grants access.
    if (isMadeAtOnce && !isBegun.current) mutate(undefined);
    isBegun.current = true;
  }, [isMadeAtOnce, mutate]);
  if (isPending) return <Loading />;
  if (data) return <CopyField url={data.url} />;
  if (error)
    return <ErrorState message={failureText(error, LINK_FAILED)} onRetry={() => mutate(undefined)} />;
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
      // Without https the clipboard is blocked: the text is selected, to copy by hand.
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
