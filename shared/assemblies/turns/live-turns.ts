import Type, { type Static } from 'typebox';
import { Instant, Nullable } from '../../api.ts';

/** Maximum number of minutes of a turn to speak, and of an extension. */
export const MOST_TURN_MINUTES = 30;

/** State of the turns to speak in an open assembly, for wall and phones. Carries no names of persons. */
export const LiveTurns = Type.Object({
  /** Running turn; stays after `endsAt`, until the secretary ends the turn. Null without a running turn. */
  speaking: Nullable(
    Type.Object({
      turnId: Type.Integer(),
      /** Units of the speaker. */
      units: Type.Array(Type.String()),
      givenAt: Instant,
      /** End of the given time, with the extensions. */
      endsAt: Instant,
    }),
  ),
  /** Numbers of the waiting requests, in the order of asking. */
  waiting: Type.Array(Type.Integer()),
});
export type LiveTurns = Static<typeof LiveTurns>;
