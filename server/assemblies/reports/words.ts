import type { Attendee, VoteRow } from './rows.ts';

/** In which capacity somebody answers for a unit. */
export const capacityName = ({ capacity }: Pick<Attendee, 'capacity'>): string =>
  capacity === 'proxy' ? 'Por poder' : 'Propio';

/** Where somebody takes part from. */
export const placeName = ({ remote }: { remote: boolean }): string => (remote ? 'Desde casa' : 'En el salón');

/** How a vote came in. */
export const mediumName = (vote: Pick<VoteRow, 'byOperator' | 'remote'>): string =>
  vote.byOperator ? 'Papeleta' : placeName(vote);
