import { useRef } from 'react';
import { Button } from './page.tsx';
import { toast } from './toast.tsx';

interface Props {
  text: string;
  /** What it is, a feminine word with its article: 'la llave'. */
  what: string;
}

/** A text that is needed elsewhere, with 'Copiar' beside it. */
export function CopiedText({ text, what }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`Se copió ${what}.`);
    } catch {
      // Without https a browser keeps its clipboard to itself: the text is selected, to be copied by hand.
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
