import type { Chapter } from './guide.ts';
import { administrators } from './guides/administrators.ts';
import { desk } from './guides/desk.ts';
import { operators } from './guides/operators.ts';
import { owners } from './guides/owners.ts';

/** Every guide, in the order in which people meet them. */
export const chapters: readonly Chapter[] = [owners, desk, operators, administrators];
