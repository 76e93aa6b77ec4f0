import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { readScan } from '../../../../shared/assemblies/code.ts';
import {
  exchangeHolder,
  getHolder,
  type HeldJoint,
  withdrawHolder,
} from '../../../../shared/assemblies/codes.api.ts';
import { ApiError, call, hasCode } from '../../../lib/api.ts';
import { coefficient, unitLabel } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import styles from './quick-buttons.module.css';
import { useScans } from './scan/use-scans.ts';

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

  const consulting = useMutation({
    mutationFn: (code: string) => call(getHolder, { params: { code } }),
    onSuccess: () => setPrompt(null),
  });
  const withdrawing = useMutation({
    mutationFn: (code: string) => call(withdrawHolder, { params: { code }, query: {} }),
    onSuccess: () => changed(assemblyTexts.withdrawn),
  });
  const exchanging = useMutation({
    mutationFn: ([from = '', to = '']: string[]) =>
      call(exchangeHolder, { params: { code: from }, body: { code: to } }),
    onSuccess: () => changed(assemblyTexts.exchanged),
  });

  return (
    <div className="wrap-3">
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

interface HeldDialogProps {
  held: readonly HeldJoint[];
  onAgain: () => void;
  /** Another code is read while this is open: it is looked up, and registers nobody behind it. */
  onScan: (text: string) => void;
  onClose: () => void;
}

/** What a code holds, joint by joint; the sums are the server's. */
function HeldDialog({ held, onAgain, onScan, onClose }: HeldDialogProps) {
  useScans(onScan);
  return (
    <Dialog
      title="Coeficiente acumulado"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onAgain}>
            Consultar otro
          </Button>
          <Button onPress={onClose} autoFocus>
            Cerrar
          </Button>
        </>
      }
    >
      {held.map((joint) => (
        <section key={joint.jointId} className={styles.joint} aria-label={joint.jointName}>
          <ul className={`stack-2 ${styles.units}`}>
            {joint.apartments.map((unit) => (
              <li key={unit.apartmentId} className={styles.unit}>
                <span>{unitLabel(unit)}</span>
                <span className={styles.figure}>{coefficient(unit.coefficient)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.sum}>
            <span>{joint.jointName.toLocaleLowerCase('es-CO')}</span>
            <span className={styles.figure}>{coefficient(joint.coefficient)}</span>
          </p>
        </section>
      ))}
    </Dialog>
  );
}

interface CodePromptProps {
  title: string;
  /** One field for each code that is asked for. */
  labels: readonly string[];
  submit: string;
  isPending: boolean;
  /** Why it failed; stays until something is typed. */
  failure: string | null;
  /** Which field it is about; the first unless told. */
  failedAt?: number;
  /** Gets as many codes as there are fields, without what a QR's address has around them. */
  onSubmit: (codes: string[]) => void;
  onType: () => void;
  onClose: () => void;
}

/** A code of a card carries an address; what is no code goes as it is, and the server says so. */
const codeOf = (text: string): string => readScan(text)?.code ?? text.trim().slice(0, 40);

/** Asks for codes, typed or scanned: while it is open, every scan lands in its fields and nowhere else. */
function CodePrompt({
  title,
  labels,
  submit,
  isPending,
  failure,
  failedAt = 0,
  onSubmit,
  onType,
  onClose,
}: CodePromptProps) {
  const id = useId();
  const [values, setValues] = useState<string[]>(() => labels.map(() => ''));
  const [empty, setEmpty] = useState<number | null>(null);
  const isEmpty = (value: string) => value.trim() === '';

  const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])];
  const change = (next: string[]) => {
    setValues(next);
    setEmpty(null);
    onType();
  };
  const send = (given: readonly string[]) => {
    const missing = given.findIndex(isEmpty);
    if (missing === -1) return onSubmit(given.map(codeOf));
    setEmpty(missing);
    inputs()[missing]?.focus();
  };
  const box = useScans<HTMLFormElement>((text) => {
    if (isPending) return;
    const focused = inputs().findIndex((input) => input.matches(':focus'));
    const waiting = values.findIndex(isEmpty);
    const at = focused !== -1 ? focused : waiting !== -1 ? waiting : values.length - 1;
    const next = values.map((value, other) => (other === at ? text : value));
    change(next);
    // After the first of two codes the next field's turn comes; that it is empty yet is no mistake.
    const missing = next.findIndex(isEmpty);
    if (missing === -1) send(next);
    else inputs()[missing]?.focus();
  });
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) send(values);
  };

  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} isPending={isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} ref={box} onSubmit={submitForm} noValidate>
        <Stack>
          {labels.map((label, at) => (
            <TextField
              key={label}
              label={label}
              value={values[at] ?? ''}
              onChange={(text) => change(values.map((value, other) => (other === at ? text : value)))}
              error={empty === at ? assemblyTexts.codeRequired : at === failedAt ? failure : null}
              autoFocus={at === 0}
              autoCapitalize="characters"
              spellCheck="false"
              // An address with a code at its end may be scanned here too.
              maxLength={300}
              isRequired
            />
          ))}
        </Stack>
      </form>
    </Dialog>
  );
}
