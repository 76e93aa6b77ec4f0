/** The door of billing: what other features use of it. */
export { type ReplayedBooks, replayBooks } from './proof/replay.ts';
