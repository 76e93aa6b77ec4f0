import { useRef } from 'react';
import { Button } from './page.tsx';
import { toast } from './toast.tsx';

interface Props {
  text: string;
  /** Name of the copied text with a feminine article, for the message: 'la llave'. */
  what: string;
}

/** Shows a text with a button 'Copiar'. */
export function CopiedText({ text, what }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`Se copió ${what}.`);
    } catch {
      // Without https the clipboard is blocked. Selects the text to be copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      toast.info(`Quedó seleccionada ${what}: cópiela.`);
    }
  };
  return (
    <span className="wrap-2">
      <span ref={shown} className="anywhere">
        {text}
      </span>
      <Button variant="secondary" size="small" aria-label={`Copiar ${what}`} onPress={() => void copy()}>
        Copiar
      </Button>
    </span>
  );
}
