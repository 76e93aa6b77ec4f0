import { reading } from '../platform/sheets/reading.ts';
import type { UnitsRead, UnitsToRead } from './read-units.ts';

/** Kind of uploaded file 'units': a joint's table of units, read in a worker. For `readUploadAs`. */
export const unitsReading = reading<UnitsToRead, UnitsRead>('units');
