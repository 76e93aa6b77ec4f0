/** Test of a journey from the notice to the morning after, with the 240 units of a real table, or twelve invented units. */
import { describe } from 'vitest';
import { journeyFromNotice } from './notice-journey.ts';
import { hasRealXlsx, REAL_XLSX } from './real-table.ts';

if (!hasRealXlsx) console.warn(`${REAL_XLSX} is not here: twelve units make the journey instead of 240.`);

describe.skipIf(hasRealXlsx)('from the notice to the morning after', journeyFromNotice(false));

describe.skipIf(!hasRealXlsx)(
  'from the notice to the morning after in a building of 240 units',
  journeyFromNotice(true),
);
