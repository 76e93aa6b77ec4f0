/** Page of results (`docs/bench.md`): a section per bench with the last measurement, and a table of all marks. */

const INTRO = `# What was measured

\`npm run bench -- --page\` writes this page; with names (\`npm run bench -- votes --page\`) only the sections of those
benches. \`scripts/bench/README.md\` says what each one does and what it is held against. Absolute figures are of the
machine that a section names and of whatever else ran on it, the load of the generators included; what compares are the
ratios, since both sides take turns in one run. A mark that is not met is said.
`;

/** Line of a mark, as printed by `judge` of results.ts. */
const MARK = /^(.+): ([^:]+); mark (.+): (met.*|NOT met)$/;
const SECTION = /^## (\S+)\n/;

/** Section of the page from the output of a bench. */
export function sectionOf(name, lines, { date, commit }) {
  return `## ${name}\n\nMeasured ${date}, commit ${commit}.\n\n\`\`\`text\n${lines.join('\n').trim()}\n\`\`\`\n`;
}

/** Replaces sections of the page; `order` is the order of the benches. */
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
