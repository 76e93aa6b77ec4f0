import { reading } from '../platform/sheets/reading.ts';
import type { UnitsRead, UnitsToRead } from './read-units.ts';

/** Kind of reading for a joint's table of units, in a worker. */
export const unitsReading = reading<UnitsToRead, UnitsRead>('units');
