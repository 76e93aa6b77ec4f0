/** Sample assembly for tests. */
import type { Assembly } from '../properties/joints.api.ts';

/** Returns an ordinary assembly in person, not opened, with the changed fields. */
export const assemblyOf = (changes: Partial<Assembly> = {}): Assembly => ({
  assemblyId: 1,
  kind: 'ordinary',
  mode: 'inPerson',
  call: 1,
  title: null,
  agenda: null,
  notice: null,
  convener: null,
  conveningUnits: [],
  president: null,
  secretary: null,
  scheduledAt: null,
  place: null,
  point: null,
  recordingUrl: null,
  roomCode: 'no',
  openedAt: null,
  closedAt: null,
  ...changes,
});
