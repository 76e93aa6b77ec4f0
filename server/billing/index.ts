/** Public functions of billing for other features. */
export { type ReplayedBooks, replayBooks } from './proof/replay.ts';
