import { reading } from '../platform/sheets/reading.ts';
import type { UnitsRead, UnitsToRead } from './read-units.ts';

/** A joint's table of units. */
export const unitsReading = reading<UnitsToRead, UnitsRead>('units');
