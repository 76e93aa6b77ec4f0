import { useMemo } from 'react';
import { create } from 'zustand';
import { onSessionEnd } from '../../../../lib/session.store.ts';

/**
 * Departure registered at this desk since the page was opened, for the list on the screen. Not stored on the
 * device.
 */
export interface DeskDeparture {
  id: string;
  jointId: number;
  /** Attendance code of the person. */
  code: string;
  apartments: readonly string[];
  /** Time of the departure by the server's clock, ISO 8601. */
  at: string;
  isUndone: boolean;
}

/** Maximum number of departures kept for the list. */
const MOST_DEPARTURES = 20;

const useDepartures = create<{ departures: readonly DeskDeparture[] }>(() => ({ departures: [] }));
onSessionEnd(() => useDepartures.setState({ departures: [] }));

/** Hook: returns the departures of a joint registered at this desk, newest first. Updates at each change. */
export function useDeskDepartures(jointId: number): DeskDeparture[] {
  const departures = useDepartures((state) => state.departures);
  return useMemo(
    () => departures.filter((departure) => departure.jointId === jointId),
    [departures, jointId],
  );
}

/** Adds a departure (units freed because a person leaves) to the list on the desk's screen. */
export const addDeparture = (added: DeskDeparture): void =>
  useDepartures.setState(({ departures }) => ({
    departures: [added, ...departures].slice(0, MOST_DEPARTURES),
  }));

/**
 * Marks a departure in the desk's list as undone: the units are registered again.
 * @param id id of the departure in the list of the desk
 */
export const markUndone = (id: string): void =>
  useDepartures.setState(({ departures }) => ({
    departures: departures.map((departure) =>
      departure.id === id ? { ...departure, isUndone: true } : departure,
    ),
  }));
