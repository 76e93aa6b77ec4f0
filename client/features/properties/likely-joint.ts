import { listAssembliesNow } from '../../../shared/assemblies/assemblies.api.ts';
import { freshOf } from '../../lib/query.ts';
import type { JointOption } from './joint-pick.tsx';

/** Options for `useQuery`: today's assemblies of the signed-in user, used to rank the joints in a picker. */
export const assembliesNowQuery = freshOf(['assemblies-now'], listAssembliesNow);

/**
 * Returns the joint to select at first in a picker: the first joint of `ranked` among the options, else the
 * first option. Null without options.
 * @param ranked ids of joints, the most likely first
 */
export function likelyJoint(options: readonly JointOption[], ranked: readonly number[]): JointOption | null {
  for (const jointId of ranked) {
    const option = options.find(({ id }) => id === jointId);
    if (option) return option;
  }
  return options[0] ?? null;
}
