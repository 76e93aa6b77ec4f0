import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { monthsQuery } from '../billing.queries.ts';
import { IssuedMonth } from './issued-month.tsx';
import { leftBehind, monthLabel } from './month-words.ts';
import { PreparedMonth } from './prepared-month.tsx';

interface Props {
  jointId: number;
  year: number;
  month: number;
  onMonth: (month: { year: number; month: number }) => void;
  onBack: () => void;
}

/** A month that is prepared or issued. */
export function MonthView({ jointId, year, month, onMonth, onBack }: Props) {
  const query = useQuery(monthsQuery(jointId));
  useFocusKept(query.data);
  return (
    <QueryView query={query}>
      {(months) => {
        const known = months.find((one) => one.year === year && one.month === month);
        const back = (
          <Button variant="quiet" onPress={onBack}>
            Volver a los meses
          </Button>
        );
        if (known === undefined) {
          return <EmptyState message={`${monthLabel(year, month)} no ha sido cargado.`}>{back}</EmptyState>;
        }
        return known.state === 'issued' ? (
          <IssuedMonth jointId={jointId} month={known} back={back} />
        ) : (
          <PreparedMonth
            jointId={jointId}
            month={known}
            left={leftBehind(months, known)}
            back={back}
            onMonth={onMonth}
            onBack={onBack}
          />
        );
      }}
    </QueryView>
  );
}
