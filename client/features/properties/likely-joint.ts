import { listAssembliesNow } from '../../../shared/assemblies/assemblies.api.ts';
import { freshOf } from '../../lib/query.ts';
import type { JointOption } from './joint-pick.tsx';

/** Query: today's assemblies of the user. The order ranks the joints. */
export const assembliesNowQuery = freshOf(['assemblies-now'], listAssembliesNow);

/** Default joint of a report: the first ranked joint among the options, else the first option. */
export function likelyJoint(options: readonly JointOption[], ranked: readonly number[]): JointOption | null {
  for (const jointId of ranked) {
    const option = options.find(({ id }) => id === jointId);
    if (option) return option;
  }
  return options[0] ?? null;
}
