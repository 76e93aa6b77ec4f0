import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmPresence, getQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { call, hasCode } from '../../lib/api.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { queryOf } from '../../lib/query.ts';
import { cx } from '../../ui/cx.ts';
import { Button } from '../../ui/page.tsx';
import { failureText } from './failure.ts';
import styles from './presence-card.module.css';
import { assemblyTexts } from './texts.ts';

const key = ['quorum-check'];

interface Props {
  jointId: number;
  live: LiveEntry;
  /** A banner above a ballot rather than a card. */
  isCompact?: boolean;
}

/** Who of one's units is asked to confirm, while 'Verificar quórum' runs. */
export function useQuorumCheck(jointId: number, live: LiveEntry) {
  const checkId = live.joint?.check?.checkId;
  return useQuery({
    ...queryOf([...key, jointId, checkId], getQuorumCheck, { params: { jointId } }),
    enabled: checkId !== undefined,
  });
}

/** While 'Verificar quórum' runs, asks those who are at home to say with one press that they are there. */
export function PresenceCard({ jointId, live, isCompact }: Props) {
  const client = useQueryClient();
  const checkId = live.joint?.check?.checkId;
  const check = useQuorumCheck(jointId, live);
  const confirming = useMutation({
    mutationFn: () => call(confirmPresence, { params: { jointId } }),
    // A check that ended meanwhile is no longer there to be asked about either.
    // And one press answers in the joint and in its sectors.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });

  const asked =
    checkId !== undefined && !hasCode(check.error, 'noQuorumCheck') ? (check.data?.units ?? []) : [];
  const missing = asked.filter((unit) => unit.confirmedAt === null);
  return (
    <div role="status" className={styles.place}>
      {missing.length > 0 ? (
        <section
          aria-label={assemblyTexts.confirmPresence}
          className={cx('stack-3', styles.card, isCompact && styles.compact)}
        >
          <h2 className={styles.title}>{assemblyTexts.confirmPresence}</h2>
          {!isCompact && (
            <p>
              Se está verificando el quórum. Confirme que sigue en la asamblea. Inmuebles:{' '}
              {missing.map((unit) => unit.apartmentId).join(', ')}.
            </p>
          )}
          {confirming.isError && (
            <p className={styles.fault} role="alert">
              {failureText(confirming.error, assemblyTexts.presenceFailed)}
            </p>
          )}
          <Button
            size={isCompact ? 'normal' : 'large'}
            wide={!isCompact}
            onPress={() => confirming.mutate(undefined)}
            isPending={confirming.isPending}
          >
            Confirmar
          </Button>
        </section>
      ) : (
        asked.length > 0 && <p className="good strong">{assemblyTexts.presenceConfirmed}</p>
      )}
    </div>
  );
}
