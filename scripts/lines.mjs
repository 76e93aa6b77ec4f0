/**
 * `npm run lines -- <commit> [<commit>]` counts lines of code by folder, and the difference of two commits. Formats
 * both trees with equal settings; skips comments and blank lines. Data files (.json, .csv, .txt) count by lines: data moved
 * out of code stays in the sum.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, toolOf } from './lib/processes.mjs';

const FOLDERS = ['client', 'migrations', 'scripts', 'server', 'shared'];
const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
const COUNTED = /\.(?:[cm]?[jt]s|tsx|css|json|csv|py|html|txt)$/;
const TESTS = /\.(?:test|fixture)\.[cm]?[jt]sx?$|^(?:server|shared)\/testing\/|^client\/e2e\//;
/**
 * Settings of the formatter before counting. An object that fits on a line is written on a single line: line breaks
 * inside of objects do not count.
 */
const FORMAT = {
  formatter: { lineWidth: 110, indentStyle: 'space' },
  javascript: { formatter: { expand: 'never' } },
};

/** Returns lines of code of a commit by area, for instance `server/billing (tests)`. */
function linesOf(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-lines-'));
  try {
    const archive = execFileSync('git', ['archive', commit, ...FOLDERS], { cwd: ROOT, maxBuffer: 2 ** 29 });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    const files = readdirSync(folder, { recursive: true }).filter((file) => COUNTED.test(file));
    for (const file of files) {
      writeFileSync(join(folder, file), withoutComments(file, readFileSync(join(folder, file), 'utf8')));
    }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(FORMAT));
    const [node, biome] = toolOf(ROOT, '@biomejs/biome', 'biome');
    execFileSync(node, [biome, 'format', '--write', '--log-level=none', '.'], { cwd: folder });
    const areas = new Map();
    for (const file of files) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      const area = areaOf(file);
      areas.set(area, (areas.get(area) ?? 0) + lines.filter((line) => line.trim() !== '').length);
    }
    return areas;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutComments(file, text) {
  if (file.endsWith('.css')) return text.replace(/\/\*[\s\S]*?\*\//g, '');
  if (!CODE.test(file)) return text;
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

function areaOf(file) {
  const [folder, room] = file.split('/');
  const name = TESTS.test(file) ? `${folder} (tests)` : folder;
  return folder === 'server' && !TESTS.test(file) ? `server/${room}` : name;
}

const commits = process.argv.slice(2);
if (commits.length === 0) throw new Error('Usage: one or two commits.');
const counts = commits.map(linesOf);
const areas = [...new Set(counts.flatMap((count) => [...count.keys()]))].sort();
const row = (name, values) =>
  [name.padEnd(28), ...values, ...(values.length > 1 ? [values[1] - values[0]] : [])]
    .map((cell) => String(cell).padStart(9))
    .join('');
for (const area of areas)
  console.log(
    row(
      area,
      counts.map((count) => count.get(area) ?? 0),
    ),
  );
const sum = (count) => [...count.values()].reduce((total, lines) => total + lines, 0);
console.log(row('sum', counts.map(sum)));
