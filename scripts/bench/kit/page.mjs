/** The page of results (`docs/bench.md`): a section for each bench, as it was last measured, and its marks in one table. */

const INTRO = `# What was measured

\`npm run bench -- --page\` writes this page; with names (\`npm run bench -- votes --page\`) only the sections of those
benches. \`scripts/bench/README.md\` says what each one does and what it is held against. Absolute figures are of the
machine that a section names and of whatever else ran on it, the load of the generators included; what compares are the
ratios, since both sides take turns in one run. A mark that is not met is said.
`;

/** A mark's line, as \`judge\` of results.ts prints it. */
const MARK = /^(.+): ([^:]+); mark (.+): (met.*|NOT met)$/;
const SECTION = /^## (\S+)\n/;

/** What a bench printed, as a section of the page. */
export function sectionOf(name, lines, { date, commit }) {
  return `## ${name}\n\nMeasured ${date}, commit ${commit}.\n\n\`\`\`text\n${lines.join('\n').trim()}\n\`\`\`\n`;
}

/** The page with these sections in the place of its former ones; `order` is that of the benches. */
export function pageWith(page, sections, order) {
  const all = new Map();
  for (const part of page.split(/^(?=## )/m)) {
    const name = SECTION.exec(part)?.[1];
    if (name !== undefined && order.includes(name)) all.set(name, part.trim());
  }
  for (const [name, section] of sections) all.set(name, section.trim());
  const named = order.filter((name) => all.has(name));
  const rows = named.flatMap((name) =>
    all
      .get(name)
      .split('\n')
      .map((line) => MARK.exec(line))
      .filter((found) => found !== null)
      .map(([, what, told, mark, verdict]) => `| ${name} | ${what} | ${told} | ${mark} | ${verdict} |`),
  );
  const marks = ['| bench | what | figure | mark | |', '|---|---|---|---|---|', ...rows].join('\n');
  return `${INTRO}\n${marks}\n\n${named.map((name) => all.get(name)).join('\n\n')}\n`;
}
