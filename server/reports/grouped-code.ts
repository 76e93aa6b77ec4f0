/** A code in groups of four, as the screens show it: easier to read aloud and to type. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
