import { claimChannelNames, claimChannels } from '../../shared/personal/claims.ts';

/** Ways noted by the joint's staff: all but the owner's own page. */
export const wayItems = claimChannels
  .filter((id) => id !== 'page')
  .map((id) => ({ id, label: claimChannelNames[id] }));
