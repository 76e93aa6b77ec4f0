import { useRef } from 'react';
import { Button } from './page.tsx';
import { toast } from './toast.tsx';

interface Props {
  /** Text shown and copied. */
  text: string;
  /**
   * Spanish name of the copied text with a feminine article, for the message 'Se copió la llave.': 'la llave'.
   */
  what: string;
}

/**
 * Shows a text with a button 'Copiar'. A press copies the text; if the browser blocks copying, the press selects
 * the text to be copied by hand.
 */
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
