/** Test of a journey from the notice to the morning after, with twelve invented units. */
import { describe } from 'vitest';
import { journeyFromNotice } from './notice-journey.ts';

describe('from the notice to the morning after', journeyFromNotice(false));
