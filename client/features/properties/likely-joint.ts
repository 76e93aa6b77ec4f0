import { listAssembliesNow } from '../../../shared/assemblies/assemblies.api.ts';
import { freshOf } from '../../lib/query.ts';
import type { JointOption } from './joint-pick.tsx';

/** The assemblies that concern the person today, which rank their joints. */
export const assembliesNowQuery = freshOf(['assemblies-now'], listAssembliesNow);

/** The joint that a report is wanted of where none was chosen: the first of those that rank, else the first of the list. */
export function likelyJoint(options: readonly JointOption[], ranked: readonly number[]): JointOption | null {
  for (const jointId of ranked) {
    const option = options.find(({ id }) => id === jointId);
    if (option) return option;
  }
  return options[0] ?? null;
}
