import { type FormEvent, useId, useState } from 'react';
import { readScan } from '../../../../shared/assemblies/code.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { assemblyTexts } from '../texts.ts';
import { useScans } from './scan/use-scans.ts';

interface Props {
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
export const codeOf = (text: string): string => readScan(text)?.code ?? text.trim().slice(0, 40);

/** Asks for codes, typed or scanned: while it is open, every scan lands in its fields and nowhere else. */
export function CodePrompt({
  title,
  labels,
  submit,
  isPending,
  failure,
  failedAt = 0,
  onSubmit,
  onType,
  onClose,
}: Props) {
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
              autoComplete="off"
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
