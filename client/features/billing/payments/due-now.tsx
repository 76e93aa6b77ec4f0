import { useQuery } from '@tanstack/react-query';
import { isDay } from '../../../../shared/days.ts';
import { paymentDueQuery } from '../billing.queries.ts';
import { unbroken } from '../billing-words.ts';
import { discountWords, dueWords } from './payment-words.ts';

interface Props {
  jointId: number;
  apartmentId: string;
  valueDate: string;
}

/** What the unit at the desk owes, and what settles its bill while the discount for prompt payment lasts. */
export function DueNow({ jointId, apartmentId, valueDate }: Props) {
  const { data } = useQuery({
    ...paymentDueQuery(jointId, apartmentId, valueDate),
    enabled: isDay(valueDate),
  });
  return (
    <div role="status">
      {data && (
        <>
          <p>{unbroken(dueWords(data, apartmentId))}</p>
          {data.discounts.map((discount) => (
            <p key={discount.bill}>
              <strong>{unbroken(discountWords(discount))}</strong>
            </p>
          ))}
        </>
      )}
    </div>
  );
}
