import { readFileSync } from 'node:fs';

/** Word of the project with a single meaning, a row of the table in docs/start/glossary.md. */
export interface Term {
  /** Word in code, comments and documents. */
  term: string;
  /** Names in code for the thing. */
  code: readonly string[];
  /** Words, or groups of words (`bill line`), forbidden in exported names for the thing. */
  synonyms: readonly string[];
  /** Exported names allowed to contain a synonym: in another sense, or required by the specification. */
  allowed?: readonly string[];
  /** Word allowed only in names of the thing; `owners` lists the names. */
  owns?: string;
  owners?: readonly string[];
}

/** Exceptions of the wall of names, by term. */
const exceptions: Readonly<Record<string, Pick<Term, 'allowed' | 'owns' | 'owners'>>> = {
  'power (of attorney)': { allowed: ['readProxyLimit', 'setProxyLimit'] },
  ballot: {
    owns: 'ballot',
    owners: [
      'BallotBox',
      'BallotLeaf',
      'BallotTree',
      'ClosedBallots',
      'KeptBallotTree',
      'ballotInTrail',
      'ballotLine',
      'ballotTreeOf',
      'ballotUnderHead',
      'ballotsPath',
      'castBallots',
      'keepBallotTree',
      'readBallotLine',
      'readBallotTrees',
      'readBallots',
      'treeOfBallots',
    ],
  },
  act: {
    owns: 'act',
    owners: [
      'ActFacts',
      'ActsPage',
      'AssemblyAct',
      'DEMO_ACT',
      'JointAct',
      'OtherActs',
      'actOfEntry',
      'actWord',
      'actWords',
      'actsOf',
      'billingActsReport',
      'checkBillingActs',
      'listBillingActs',
      'makeBillingActs',
      'otherActs',
      'readActs',
      'readAssemblyActs',
      'readOtherActs',
    ],
  },
};

/**
 * Reads the words of the project from the table of the glossary page.
 * @param page text of the page
 */
export function readTerms(page: string): Term[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => {
    const [term = '', , , code = '', synonyms = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return {
      term,
      code: namesIn(code.replaceAll('`', '')),
      synonyms: namesIn(synonyms),
      ...exceptions[term],
    };
  });
}

const namesIn = (cell: string): string[] => cell.split(', ').filter((name) => name !== '');

/** Words of the project. */
export const glossary: readonly Term[] = readTerms(
  readFileSync(new URL('../../docs/start/glossary.md', import.meta.url), 'utf8'),
);
