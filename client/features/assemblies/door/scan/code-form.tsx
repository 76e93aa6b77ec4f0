import { type FormEvent, useState } from 'react';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../../ui/page.tsx';
import { assemblyTexts } from '../../common/texts.ts';
import { useScans } from './use-scans.ts';

interface Props {
  label: string;
  description: string;
  /** Words of the button. */
  act: string;
  isPending?: boolean;
  /** True for a scanned text that is complete without a final Enter. Must not change between renders. */
  isWhole?: (text: string) => boolean;
  onCode: (text: string) => void;
  /** Called at each change of the typed text. */
  onTyping?: () => void;
}

/**
 * Form with a field for the code of a card or badge, typed or scanned. A scan in any field of the page goes to the
 * form. Empties the field after each code.
 * @param onCode called with the scanned or typed text
 */
export function CodeForm({ label, description, act, isPending, isWhole, onCode, onTyping }: Props) {
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const change = (changed: string) => {
    setText(changed);
    setMissing(false);
    onTyping?.();
  };
  const take = (code: string) => {
    change('');
    onCode(code);
  };
  const box = useScans<HTMLFormElement>(take, isWhole);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setMissing(true);
    else take(text);
    box.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={box} onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label={label}
          description={description}
          value={text}
          onChange={change}
          error={isMissing ? assemblyTexts.codeRequired : null}
          autoCapitalize="characters"
          spellCheck="false"
          maxLength={300}
          isRequired
        />
        <Button type="submit" size="large" isPending={isPending}>
          {act}
        </Button>
      </Stack>
    </form>
  );
}
