import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { readScan } from '../../../../shared/assemblies/code.ts';
import {
  departHolder,
  exchangeHolder,
  getHolder,
  type HeldJoint,
  type JointCode,
} from '../../../../shared/assemblies/codes.api.ts';
import { ApiError, call, failureText, hasCode } from '../../../lib/api.ts';
import { coefficient, unitLabel } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { codeIdOf } from '../common/joint-code.ts';
import { assemblyTexts } from '../common/texts.ts';
import { tellDeparture } from './departure/tell-departure.ts';
import styles from './quick-buttons.module.css';
import { useScans } from './scan/use-scans.ts';

/** Dialogs for a person's code, in the order of the buttons. `failed`: error text if the server gives no reason. */
const prompts = [
  {
    id: 'consult',
    title: 'Consultar Coeficiente',
    labels: ['Código QR'],
    submit: 'Consultar',
    failed: assemblyTexts.consultFailed,
  },
  {
    id: 'withdraw',
    title: 'Retirar QR',
    labels: ['Código QR'],
    submit: 'Retirar',
    failed: assemblyTexts.withdrawFailed,
  },
  {
    id: 'exchange',
    title: 'Cambiar QR',
    labels: ['Código QR anterior', 'Código QR nuevo'],
    submit: 'Cambiar',
    failed: assemblyTexts.exchangeFailed,
  },
] as const;
type Prompt = (typeof prompts)[number];

interface Props {
  jointId: number;
  /** Refetches the list of units. Only set while the WebSocket connection is down and cannot report the change. */
  onUnheard: (() => void) | undefined;
}

/**
 * Buttons of the desk for a person's card or badge: show the units of the code, take units back from another
 * person, exchange a lost card.
 * @param onUnheard refetches the units after a change; undefined while live events report changes
 */
export function QuickButtons({ jointId, onUnheard }: Props) {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const client = useQueryClient();
  const close = () => {
    setPrompt(null);
    for (const act of Object.values(acts)) act.reset();
  };
  const changed = (words: string) => {
    close();
    toast.success(words);
    void client.invalidateQueries({ queryKey: ['codes'] });
    onUnheard?.();
  };

  // An address with the public id holds no code.
  const idOf = (code: string) => codeIdOf(client.getQueryData<JointCode[]>(['codes', jointId]), code);
  const consulting = useMutation({
    mutationFn: ([code = '']: string[]) => call(getHolder, { params: { code } }),
    onSuccess: () => setPrompt(null),
  });
  const withdrawing = useMutation({
    mutationFn: ([code = '']: string[]) => call(departHolder, { params: { code }, body: {} }),
    onSuccess: (departure, [code = '']) => {
      tellDeparture(jointId, code, departure);
      changed(assemblyTexts.withdrawn);
    },
  });
  const exchanging = useMutation({
    mutationFn: ([from = '', to = '']: string[]) =>
      call(exchangeHolder, { params: { code: from }, body: { code: to } }),
    onSuccess: () => changed(assemblyTexts.exchanged),
  });
  const acts = { consult: consulting, withdraw: withdrawing, exchange: exchanging };

  return (
    <div className="wrap-3">
      {prompts.map((one) => (
        <Button key={one.id} variant="secondary" onPress={() => setPrompt(one)}>
          {one.title}
        </Button>
      ))}

      {prompt !== null && (
        <CodePrompt
          key={prompt.id}
          prompt={prompt}
          isPending={acts[prompt.id].isPending}
          error={acts[prompt.id].error}
          onSubmit={(codes) => acts[prompt.id].mutate(codes.map(idOf))}
          onType={acts[prompt.id].reset}
          onClose={close}
        />
      )}
      {prompt === null && consulting.data && (
        <HeldDialog
          held={consulting.data}
          onAgain={() => {
            consulting.reset();
            setPrompt(prompts[0]);
          }}
          onScan={(text) => {
            setPrompt(prompts[0]);
            consulting.mutate([idOf(scannedCode(text))]);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/**
 * Error text of a code dialog. Server's message for a code without registered units, otherwise the text of
 * `failureText`. Null without an error.
 */
function promptFailure(error: Error | null, fallback: string): string | null {
  if (error === null) return null;
  if (error instanceof ApiError && error.code === 'holderNotFound') return error.message;
  return failureText(error, fallback);
}

interface HeldDialogProps {
  held: readonly HeldJoint[];
  onAgain: () => void;
  /** Handles a scan while the dialog is open: looks up the code, so that the page behind registers no unit. */
  onScan: (text: string) => void;
  onClose: () => void;
}

/** Dialog with the units registered for a code, by joint. The server computes the sums. */
function HeldDialog({ held, onAgain, onScan, onClose }: HeldDialogProps) {
  useScans(onScan);
  return (
    <Dialog
      title="Coeficiente acumulado"
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
          <ul className={`stack-2 plain ${styles.units}`}>
            {joint.apartments.map((unit) => (
              <li key={unit.apartmentId} className={styles.unit}>
                <span>{unitLabel(unit)}</span>
                <span className={`tabular ${styles.figure}`}>{coefficient(unit.coefficient)}</span>
              </li>
            ))}
          </ul>
          <p className={`bold ${styles.sum}`}>
            <span>{joint.jointName.toLocaleLowerCase('es-CO')}</span>
            <span className={`tabular ${styles.figure}`}>{coefficient(joint.coefficient)}</span>
          </p>
        </section>
      ))}
    </Dialog>
  );
}

interface CodePromptProps {
  prompt: Prompt;
  isPending: boolean;
  /** Error of the request, shown until the user types. Null without an error. */
  error: Error | null;
  /** Called with the code of each field. A scanned QR address is reduced to the code. */
  onSubmit: (codes: string[]) => void;
  onType: () => void;
  onClose: () => void;
}

/**
 * Extracts the attendance code from the scanned address of a card. Returns other text unchanged, at most 40
 * characters, for the server to reject.
 */
const scannedCode = (text: string): string => readScan(text)?.code ?? text.trim().slice(0, 40);

/**
 * Values of the dialog's code fields, typed or scanned. While the dialog is open, every scan fills its fields.
 * `empty`: index of the empty field at the last submit; null without. `box`: ref for the form.
 */
function useCodeFields(
  quantity: number,
  { isPending, onSubmit, onType }: Pick<CodePromptProps, 'isPending' | 'onSubmit' | 'onType'>,
) {
  const [values, setValues] = useState<string[]>(() => Array.from({ length: quantity }, () => ''));
  const [empty, setEmpty] = useState<number | null>(null);
  const isEmpty = (value: string) => value.trim() === '';

  const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])];
  const change = (next: string[]) => {
    setValues(next);
    setEmpty(null);
    onType();
  };
  const send = (names: readonly string[]) => {
    const missing = names.findIndex(isEmpty);
    if (missing === -1) return onSubmit(names.map(scannedCode));
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
    // After the first of two codes the focus moves on; the empty next field is no error.
    const missing = next.findIndex(isEmpty);
    if (missing === -1) send(next);
    else inputs()[missing]?.focus();
  });
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) send(values);
  };
  return { values, empty, change, box, submitForm };
}

/** Dialog with fields for attendance codes: a field for each label of the prompt. */
function CodePrompt({ prompt, error, onClose, ...sending }: CodePromptProps) {
  const { title, labels, submit, failed } = prompt;
  const id = useId();
  const { values, empty, change, box, submitForm } = useCodeFields(labels.length, sending);
  const failure = promptFailure(error, failed);
  const failedAt = prompt.id === 'exchange' && hasCode(error, 'codeInUse', 'codeUnknown') ? 1 : 0;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} isPending={sending.isPending}>
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
              // Room for a scanned address with the code at the end.
              maxLength={300}
              isRequired
            />
          ))}
        </Stack>
      </form>
    </Dialog>
  );
}
