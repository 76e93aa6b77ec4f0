import { useState } from 'react';
import { issueCodes, type JointCode } from '../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import styles from './codes.module.css';
import { useRefreshCodes } from './codes.queries.ts';
import type { Printing } from './use-print.ts';

interface Props {
  jointId: number;
  codes: readonly JointCode[];
  printing: Printing;
}

/** Two sheets of ten. */
const SUGGESTED = 20;

/** QR cards: issued in lots, printed by lot or all of them, with their voting badges. */
export function CardsCard({ jointId, codes, printing }: Props) {
  const refresh = useRefreshCodes(jointId);
  const [quantity, setQuantity] = useState(SUGGESTED);
  const [made, setMade] = useState<{ lot: string; issued: number } | null>(null);
  const cards = codes.filter(({ badgeOf }) => badgeOf === null);
  const free = cards.filter(({ apartments }) => apartments.length === 0).length;
  const issuing = useAct({
    mutationFn: () => call(issueCodes, { params: { jointId }, body: { quantity } }),
    onSuccess: ({ codes: issued, lot }) => {
      setMade({ lot, issued: issued.length });
      toast.success(`Tarjetas nuevas: ${count(issued.length)}.`);
      return refresh();
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.codesFailed)),
  });
  return (
    <Card title="Tarjetas QR">
      <p className={styles.figures}>
        Emitidas: {count(cards.length)}. Sin usar: {count(free)}.
      </p>
      <NumberField
        label="Cantidad de tarjetas nuevas"
        value={quantity}
        onChange={setQuantity}
        minValue={1}
        maxValue={2000}
      />
      <div className={styles.buttons}>
        <Button onPress={() => issuing.mutate(undefined)} isPending={issuing.isPending}>
          Emitir tarjetas
        </Button>
        {made !== null && (
          <Button
            variant="secondary"
            onPress={() => void printing.print({ what: 'cards', lot: made.lot })}
            isDisabled={printing.isBusy}
          >
            Descargar las nuevas ({count(made.issued)})
          </Button>
        )}
        <Button
          variant="secondary"
          onPress={() => void printing.print({ what: 'cards' })}
          isDisabled={cards.length === 0 || printing.isBusy}
        >
          Descargar todas las tarjetas
        </Button>
        <Button
          variant="secondary"
          onPress={() => void printing.print({ what: 'votingBadges', of: 'cards' })}
          isDisabled={cards.length === 0 || printing.isBusy}
        >
          Descargar sus papeletas de votación
        </Button>
      </div>
    </Card>
  );
}
