/** Exports of the assemblies feature for other features. */

export { maskedAddress } from './own-powers/power-text.ts';
export { isAnyAssemblyOpen, isAnyQuestionOpen } from './store/assembly.repository.ts';
export type { RepresentedThen } from './store/attendance/presence.repository.ts';
export { readFileBytes } from './store/papers/assembly-files.repository.ts';
export { openedRoll } from './store/roll/entries.repository.ts';
export { ballotTreeOf, rootOfLines } from './store/tally/ballot-trees.repository.ts';
