import { claimChannelNames, notedChannels } from '../../shared/personal/claims.ts';

/** Choices for the way of a claim or an authorisation noted by the joint's staff. */
export const wayItems = notedChannels.map((id) => ({ id, label: claimChannelNames[id] }));
