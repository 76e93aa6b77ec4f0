import { reading } from '../platform/sheets/reading.ts';
import type { CoefficientTable } from './coefficient-table.types.ts';

/** A joint's table of units. */
export const unitsReading = reading<null, CoefficientTable>('units');
