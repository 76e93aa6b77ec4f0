import { readdirSync } from 'node:fs';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { SHIPPED_COMMANDS } from './scripts/lib/build.mjs';
import { makeVerifierPage } from './scripts/lib/verifier-page.mjs';

/**
 * Builds the server and all imports into a single file, because finding and reading two thousand files took most of a
 * start; and the workers and commands, with shared chunks. `vite build --mode server` and `--mode workers`, both into build/server.
 */
const INPUT: Readonly<Record<string, Record<string, string>>> = {
  server: { server: 'server/main.ts' },
  workers: Object.fromEntries(
    [
      ...readdirSync('server', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.worker.ts'))
        .map((file) => join('server', file)),
      ...SHIPPED_COMMANDS.map((name) => join('scripts', `${name}.ts`)),
    ].map((file) => [basename(file, '.ts'), file]),
  ),
};

/** Packages left in node_modules: machine code, readers of separate files, or loaded at the first use. */
const OUTSIDE = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@socket.io/postgres-adapter',
  'better-sqlite3',
  'bwip-js',
  'docx',
  'exceljs',
  'fast-json-stringify',
  'nodemailer',
  'pdfkit',
  'pdfmake',
  'pg',
  'prom-client',
];

/** Writes `main.js`: loads the server with the code compiled by V8 (scripts/lib/code-cache.mjs). */
function main(): Plugin {
  return {
    name: 'scaf:main',
    async writeBundle({ dir = '' }) {
      await copyFile('server/main.cjs', join(dir, 'main.js'));
      await writeFile(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
    },
  };
}

/** Copies files read by the workers beside them: verifiers of expedientes, and the typeface of printed documents. */
function workerFiles(): Plugin {
  return {
    name: 'scaf:worker-files',
    async writeBundle({ dir = '' }) {
      await cp('server/assemblies/evidence/verifiers', join(dir, 'verifiers'), { recursive: true });
      await cp('server/platform/documents/typeface', join(dir, 'typeface'), { recursive: true });
      await makeVerifierPage('.', join(dir, 'verifiers'));
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [mode === 'server' ? main() : workerFiles()],
  publicDir: false,
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: false,
    // The oldest supported version.
    target: 'node20',
    // Without minifying, a stack names readable functions and lines.
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: INPUT[mode],
      output: {
        // Node.js 20 stores no compiled code of an ES module.
        format: 'cjs',
        // With stored code, `import()` of a module fails.
        dynamicImportInCjs: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
}));
