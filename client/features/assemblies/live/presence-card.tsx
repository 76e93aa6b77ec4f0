import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clockWords } from '../../../../shared/assemblies/concept-names.ts';
import { confirmPresence, getQuorumCheck } from '../../../../shared/assemblies/presence.api.ts';
import { call, failureText, hasCode } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { queryOf } from '../../../lib/query.ts';
import { useCalled } from '../../../lib/use-attention.ts';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { useSecondsTo } from './countdown.tsx';
import styles from './presence-card.module.css';

const key = ['quorum-check'];

interface Props {
  jointId: number;
  live: LiveEntry;
  /** True to show a banner at the top of the screen, over the page, instead of a card: a check moves no control. */
  isBanner?: boolean;
}

/**
 * Hook with a query (`useQuery`): own units with the presence to confirm, while the operator's check 'Verificar
 * quórum' runs. Fetched again when units leave the check: a released unit is no longer asked.
 */
function useQuorumCheck(jointId: number, live: LiveEntry) {
  const check = live.joint?.check;
  return useQuery({
    ...queryOf([...key, jointId, check?.checkId, check?.asked.apartments], getQuorumCheck, {
      params: { jointId },
    }),
    enabled: check != null,
    placeholderData: keepPreviousData,
  });
}

interface AnswerTimeProps {
  answerBy: string;
  /** Words after the end of the time. */
  over: string;
  className?: string | undefined;
}

/**
 * Time left to confirm the presence in a quorum check ('Verificar quórum'), by the server's clock.
 * @param answerBy end of the time, ISO 8601
 * @param over words after the end of the time
 */
export function AnswerTime({ answerBy, over, className }: AnswerTimeProps) {
  const left = useSecondsTo(Date.parse(answerBy));
  return (
    <p role="timer" className={className ?? 'bold'}>
      {left === 0 ? over : `Quedan ${clockWords(left)} para confirmar.`}
    </p>
  );
}

/**
 * Card for people at home with a button to confirm their presence, while the operator's check 'Verificar quórum'
 * runs.
 * @param isBanner true to show a banner at the top of the screen, over the page, instead of a card
 */
export function PresenceCard({ jointId, live, isBanner }: Props) {
  const client = useQueryClient();
  const checkId = live.joint?.check?.checkId;
  const check = useQuorumCheck(jointId, live);
  const confirming = useMutation({
    mutationFn: () => call(confirmPresence, { params: { jointId } }),
    onSuccess: () => toast.success(assemblyTexts.presenceConfirmed),
    // Invalidates all checks: an ended check must be refetched too, and a press confirms in the joint and its
    // sectors.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });

  const isOfCheck = check.data !== undefined && check.data.checkId === checkId;
  const unitsToConfirm = isOfCheck && !hasCode(check.error, 'noQuorumCheck') ? check.data.units : [];
  const missing = unitsToConfirm.filter((unit) => unit.confirmedAt === null);
  useCalled(missing.length > 0 ? (checkId ?? null) : null, assemblyTexts.confirmPresence, true);
  return (
    <div role="status" className={styles.place}>
      {missing.length > 0 && (
        <section
          aria-label={assemblyTexts.confirmPresence}
          className={cx('stack-3', styles.card, isBanner && styles.banner)}
        >
          <h2 className={styles.title}>{assemblyTexts.confirmPresence}</h2>
          {live.joint?.check && (
            <AnswerTime answerBy={live.joint.check.answerBy} over="El plazo terminó. Confirme ya." />
          )}
          <p>
            {!isBanner && 'Se está verificando el quórum. Confirme que sigue en la asamblea. '}
            Inmuebles: {missing.map((unit) => unit.apartmentId).join(', ')}.
          </p>
          {confirming.isError && (
            <p className={styles.fault} role="alert">
              {failureText(confirming.error, assemblyTexts.presenceFailed)}
            </p>
          )}
          <Button
            size={isBanner ? 'normal' : 'large'}
            wide={!isBanner}
            onPress={() => confirming.mutate(undefined)}
            isPending={confirming.isPending}
          >
            Confirmar
          </Button>
        </section>
      )}
    </div>
  );
}
