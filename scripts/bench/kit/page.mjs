/** Page written by `npm run bench -- --page`: `docs/measured/figures.md` with a row per goal. */

const FIGURES = `# Figures

\`npm run bench -- --page\` writes this page; with names (\`npm run bench -- votes --page\`) only the rows of the named benches.
\`scripts/bench/README.md\` describes each bench and its opponent. The long output goes to the ignored \`test-results/bench/\`.
Absolute figures depend on the machine and on other running programs, the load generators included. Compare the ratios: both contenders
take turns in one run. [Limits](../run/limits.md) explains each missed mark.
`;
const HEAD = '| bench | what | figure | mark | | measured | commit |\n|---|---|---|---|---|---|---|';

/** Pattern of an output line about a goal, as printed by `judge` of results.ts. */
const MARK = /^(.+): ([^:]+); mark (.+): (met.*|NOT met)$/;

/** Returns the page of figures with the rows of a bench replaced. `order`: names of the benches in order. */
export function figuresWith(page, name, lines, { date, commit }, order) {
  const rows = page.split('\n').filter((line) => /^\| [\w-]+ \| (?!what \|)/.test(line));
  const others = rows.filter((row) => !row.startsWith(`| ${name} |`));
  const own = lines
    .map((line) => MARK.exec(line))
    .filter((found) => found !== null)
    .map(
      ([, what, figure, mark, verdict]) =>
        `| ${name} | ${what} | ${figure} | ${mark} | ${verdict} | ${date} | ${commit} |`,
    );
  const benchOf = (row) => order.indexOf(row.split(' ')[1]);
  const all = [...others, ...own].filter((row) => benchOf(row) >= 0).sort((a, b) => benchOf(a) - benchOf(b));
  return `${FIGURES}\n${HEAD}\n${all.join('\n')}\n`;
}
