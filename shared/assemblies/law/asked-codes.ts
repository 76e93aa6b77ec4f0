/** Questions that the server asks before it does something; the same call with the code in `wentOn` passes. */
export const askedCodes = ['openingEarly', 'kindAfterVote', 'agendaAfterVote'] as const;
export type AskedCode = (typeof askedCodes)[number];
