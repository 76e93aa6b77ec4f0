import { useState } from 'react';
import { type JointCode, makeBadges } from '../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../lib/api.ts';
import { count, units } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
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
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

/** Badges: who has one, making the others, and printing them with their voting badges. */
export function BadgesCard({ jointId, codes, unitIds, printing }: Props) {
  const refresh = useRefreshCodes(jointId);
  const [made, setMade] = useState<{ lot: string; issued: number } | null>(null);
  const owning = new Set(codes.flatMap(({ badgeOf }) => badgeOf ?? []));
  const having = [...unitIds].filter((id) => owning.has(id)).length;
  const lacking = unitIds.size - having;
  const making = useAct({
    mutationFn: () => call(makeBadges, { params: { jointId }, body: {} }),
    onSuccess: ({ lot, issued }) => {
      if (lot !== null) setMade({ lot, issued });
      toast.success(`Escarapelas nuevas: ${count(issued)}.`);
      return refresh();
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.codesFailed)),
  });
  return (
    <Card title="Escarapelas">
      <p className={styles.figures}>
        Con escarapela: {count(having)} de {units(unitIds.size)}. Sin escarapela: {count(lacking)}.
      </p>
      <div className={styles.buttons}>
        <Button
          variant={lacking > 0 ? 'primary' : 'secondary'}
          onPress={() => making.mutate(undefined)}
          isPending={making.isPending}
          isDisabled={lacking === 0}
        >
          Crear las que faltan ({count(lacking)})
        </Button>
        {made !== null && (
          <Button
            variant="secondary"
            onPress={() => void printing.print({ what: 'badges', lot: made.lot })}
            isDisabled={printing.isBusy}
          >
            Descargar las nuevas ({count(made.issued)})
          </Button>
        )}
        <Button
          variant="secondary"
          onPress={() => void printing.print({ what: 'badges' })}
          isDisabled={having === 0 || printing.isBusy}
        >
          Descargar todas las escarapelas
        </Button>
        <Button
          variant="secondary"
          onPress={() => void printing.print({ what: 'votingBadges', of: 'badges' })}
          isDisabled={having === 0 || printing.isBusy}
        >
          Descargar sus papeletas de votación
        </Button>
      </div>
    </Card>
  );
}
