import type { KeptLetterhead } from './letterhead.ts';

const blank: KeptLetterhead = {
  administrator: '',
  address: '',
  phone: '',
  email: '',
  legalText: '',
  rate: null,
  logoId: null,
};

/** Column of an issued month for a letterhead without texts and logo. */
export const BLANK_LETTERHEAD = JSON.stringify(blank);
