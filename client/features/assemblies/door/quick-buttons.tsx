import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exchangeHolder, getHolder, withdrawHolder } from '../../../../shared/assemblies/codes.api.ts';
import { ApiError, call, hasCode } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import { CodePrompt, codeOf } from './code-prompt.tsx';
import { HeldDialog } from './held-dialog.tsx';
import styles from './quick-buttons.module.css';

type Prompt = 'consult' | 'withdraw' | 'exchange';

interface Props {
  /** Set while the hub cannot tell of what was done here: the list must be fetched. */
  onUnheard: (() => void) | undefined;
}

/** What the desk does with a code beside registering: look up, take back, exchange a lost card. */
export function QuickButtons({ onUnheard }: Props) {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const client = useQueryClient();
  const close = () => {
    setPrompt(null);
    for (const act of [consulting, withdrawing, exchanging]) act.reset();
  };
  const changed = (words: string) => {
    close();
    toast.success(words);
    void client.invalidateQueries({ queryKey: ['codes'] });
    onUnheard?.();
  };

  const consulting = useAct({
    mutationFn: (code: string) => call(getHolder, { params: { code } }),
    onSuccess: () => setPrompt(null),
  });
  const withdrawing = useAct({
    mutationFn: (code: string) => call(withdrawHolder, { params: { code }, query: {} }),
    onSuccess: () => changed(assemblyTexts.withdrawn),
  });
  const exchanging = useAct({
    mutationFn: ([from = '', to = '']: string[]) =>
      call(exchangeHolder, { params: { code: from }, body: { code: to } }),
    onSuccess: () => changed(assemblyTexts.exchanged),
  });

  return (
    <div className={styles.buttons}>
      <Button variant="secondary" onPress={() => setPrompt('consult')}>
        Consultar Coeficiente
      </Button>
      <Button variant="secondary" onPress={() => setPrompt('withdraw')}>
        Retirar QR
      </Button>
      <Button variant="secondary" onPress={() => setPrompt('exchange')}>
        Cambiar QR
      </Button>

      {prompt === 'consult' && (
        <CodePrompt
          title="Consultar Coeficiente"
          labels={['Código QR']}
          submit="Consultar"
          isPending={consulting.isPending}
          failure={promptFailure(consulting.error, assemblyTexts.consultFailed)}
          onSubmit={([code = '']) => consulting.mutate(code)}
          onType={consulting.reset}
          onClose={close}
        />
      )}
      {prompt === null && consulting.data && (
        <HeldDialog
          held={consulting.data}
          onAgain={() => {
            consulting.reset();
            setPrompt('consult');
          }}
          onScan={(text) => {
            setPrompt('consult');
            consulting.mutate(codeOf(text));
          }}
          onClose={close}
        />
      )}
      {prompt === 'withdraw' && (
        <CodePrompt
          title="Retirar QR"
          labels={['Código QR']}
          submit="Retirar"
          isPending={withdrawing.isPending}
          failure={promptFailure(withdrawing.error, assemblyTexts.withdrawFailed)}
          onSubmit={([code = '']) => withdrawing.mutate(code)}
          onType={withdrawing.reset}
          onClose={close}
        />
      )}
      {prompt === 'exchange' && (
        <CodePrompt
          title="Cambiar QR"
          labels={['Código QR anterior', 'Código QR nuevo']}
          submit="Cambiar"
          isPending={exchanging.isPending}
          failure={promptFailure(exchanging.error, assemblyTexts.exchangeFailed)}
          failedAt={hasCode(exchanging.error, 'codeInUse', 'codeUnknown') ? 1 : 0}
          onSubmit={(codes) => exchanging.mutate(codes)}
          onType={exchanging.reset}
          onClose={close}
        />
      )}
    </div>
  );
}

/**
 * Why a prompt's act failed: that a code holds nothing, or is taken, the server says itself; for the rest there
 * is the specification's sentence. Null while nothing failed.
 */
function promptFailure(error: Error | null, fallback: string): string | null {
  if (error === null) return null;
  if (error instanceof ApiError && error.code === 'holderNotFound') return error.message;
  return failureText(error, fallback);
}
