import type { ReactNode } from 'react';
import type { BillingMonth, Relation } from '../../../../shared/billing/months.api.ts';
import { setInterestFreeMonth } from '../../../../shared/billing/settings.api.ts';
import { type Day, type Month, monthWords } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import {
  dueBeforeIssueWords,
  earlyInterestWords,
  leftBehindWords,
  monthLabel,
  monthsWords,
  pastDueWords,
} from './words.ts';

interface Dates {
  issueDate: Day;
  dueDate: Day;
}

/**
 * Returns the warnings shown to the user before a month is issued (unusual dates or amounts), a Spanish
 * sentence each, in display order. Warnings about rates are shown elsewhere.
 * @param relation preview of the bills
 * @param dates dates of issue and of payment, YYYY-MM-DD
 * @param left earlier prepared months, no longer possible to issue afterwards
 */
export function oddWords(
  relation: Relation,
  { issueDate, dueDate }: Dates,
  left: readonly BillingMonth[],
): string[] {
  const { year, month, totals, oddities, relationTo } = relation;
  const behind =
    left.length === 0
      ? null
      : `Antes está ${monthsWords(left)}, sin emitir. ${leftBehindWords(left, monthLabel(year, month))}`;
  const nobody =
    relationTo > 0
      ? null
      : 'La copropiedad no tiene administradores con correo: la relación no se enviará a nadie. Registre el correo en su usuario.';
  const dates = [
    pastDueWords(dueDate, Date.now()),
    dueBeforeIssueWords({ issueDate, dueDate }),
    totals.currentInterest > 0 ? earlyInterestWords({ year, month }, issueDate) : null,
  ];
  return [behind, ...oddities.map(({ text }) => text), ...dates, nobody].flatMap((text) => text ?? []);
}

interface Props {
  jointId: number;
  relation: Relation;
  dates: Dates;
  /** Earlier prepared months that can no longer be issued after the issue of the shown month. */
  left: readonly BillingMonth[];
  onMonth: (month: BillingMonth) => void;
  /** True after the person tried to issue without accepting the warnings. */
  isRefused: boolean;
  /** Checkbox to accept the warnings. */
  children: ReactNode;
}

/**
 * Lists the warnings before the final issue of a month, with possible remedies.
 * @param dates dates of issue and of payment
 * @param left earlier prepared months, no longer possible to issue afterwards
 * @param onMonth opens another month
 * @param isRefused true after a try to issue without accepting the warnings
 * @param children checkbox to accept the warnings
 */
export function BeforeIssue({ jointId, relation, dates, left, onMonth, isRefused, children }: Props) {
  const words = oddWords(relation, dates, left);
  const { interestFree } = relation;
  const marking = useMark(jointId);
  if (words.length === 0 && interestFree.length === 0) return null;
  return (
    <Notice kind={isRefused ? 'error' : 'warning'} title="Antes de emitir, revise:">
      <ul className={`breaks ${styles.list}`}>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {interestFree.length > 0 && (
          <li>
            Sin intereses de mora: {listed(interestFree)}. Después de emitir, los de{' '}
            {interestFree.length === 1 ? 'ese mes' : 'esos meses'} no se cobran.
          </li>
        )}
      </ul>
      {children}
      <Stack row>
        {left.map((earlier) => (
          <Button
            key={`${earlier.year} ${earlier.month}`}
            variant="secondary"
            onPress={() => onMonth(earlier)}
          >
            Ver {monthLabel(earlier.year, earlier.month)}
          </Button>
        ))}
        {interestFree.map((month) => (
          <Button
            key={month}
            variant="secondary"
            onPress={() => marking.mutate({ month, interestFree: false })}
            isPending={marking.isPending && marking.variables.month === month}
          >
            Quitar la marca de {monthWords(month)}
          </Button>
        ))}
      </Stack>
    </Notice>
  );
}

const listed = (months: readonly Month[]): string => new Intl.ListFormat('es').format(months.map(monthWords));

/**
 * Hook with a mutation (`useMutation`) to mark a month of a joint 'sin intereses' (no late interest is
 * charged for the month), or to remove the mark. Input: the month ('2026-05'), and true or false.
 */
export function useMark(jointId: number) {
  const refresh = useRefreshBilling();
  return useRequest(
    (body: { month: Month; interestFree: boolean }) =>
      call(setInterestFreeMonth, { params: { jointId }, body }),
    { failed: true, onSettled: refresh },
  );
}
