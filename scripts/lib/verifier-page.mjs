/**
 * Makes `verificar.html` from client/verifier and shared/evidence: a page in a single file, for an expert to check
 * evidence without network.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the text of the page, the same bytes from the same sources. Not minified, because an expert may read the
 * script.
 */
async function pageOf(root) {
  const client = resolve(root, 'client');
  const [{ output }] = [
    await build({
      configFile: false,
      root: client,
      logLevel: 'warn',
      // Of the schemas in shared/ the page needs nothing, as the client's pages.
      resolve: { alias: { typebox: join(client, 'lib', 'no-schemas.ts') } },
      build: {
        write: false,
        minify: false,
        target: 'chrome109',
        lib: { entry: join(client, 'verifier', 'main.ts'), formats: ['iife'], name: 'page' },
      },
    }),
  ].flat();
  const script = `\n${output[0].code.replaceAll('</script', '<\\/script')}`;
  const frame = readFileSync(join(client, 'verifier', 'verificar.html'), 'utf8');
  const [, style] = /<style>([\s\S]*)<\/style>/.exec(frame);
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return frame
    .replace('<title>', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<title>`)
    .replace('</html>', () => `<script>${script}</script>\n</html>`);
}

/**
 * Writes the page into a folder, by renaming a finished file: tests of other processes may read the page meanwhile.
 */
export async function makeVerifierPage(root, folder) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'verificar.html');
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, await pageOf(root));
  renameSync(beside, path);
}
