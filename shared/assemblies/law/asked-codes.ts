/**
 * Codes of the refusals open to confirmation by a person: the same request with the code in `wentOn` passes.
 * Example: 'openingEarly', an assembly opened before the announced day.
 */
export const askedCodes = [
  'openingEarly',
  'beginningEarly',
  'kindAfterVote',
  'agendaAfterVote',
  'outsideAgenda',
] as const;
/** Code of a refusal open to confirmation by a person: a value of `askedCodes`. */
export type AskedCode = (typeof askedCodes)[number];

/** Codes for an opening before the called day, and for a first question or point before the called hour. */
export const earlyCodes = ['openingEarly', 'beginningEarly'] as const satisfies readonly AskedCode[];
/** Codes for the opening of a question: also `outsideAgenda`, for a point outside the sent notice. */
export const openingCodes = [...earlyCodes, 'outsideAgenda'] as const satisfies readonly AskedCode[];
