/** Pattern of texts without accents, to skip slow steps. */
const ASCII = /^[ -~]*$/;

/** Returns a text in lower case without accents, to compare: 'ADMINISTRACIÓN' becomes 'administracion'. */
export const bareText = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
