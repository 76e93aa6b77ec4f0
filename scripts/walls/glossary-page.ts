import { glossary, type Term } from './glossary.ts';

const HEAD = `# Glossary

One word for each thing. The first column has the word of code, comments and documents; the second column has the word of the screens.
The page is printed from \`scripts/walls/glossary.ts\` by \`npm run glossary\`. A wall refuses exported names with a word of the last
column.

| Term | Spanish | Meaning | In code | Not |
|---|---|---|---|---|
`;

/** Returns docs/start/glossary.md as Markdown. */
export const glossaryPage = (): string => HEAD + glossary.map(rowOfTerm).join('');

function rowOfTerm({ term, spanish = '—', meaning, code = [], synonyms = [] }: Term): string {
  const names = code.map((name) => `\`${name}\``).join(', ');
  return `| ${term} | ${spanish} | ${meaning} | ${names} | ${synonyms.join(', ')} |\n`;
}
