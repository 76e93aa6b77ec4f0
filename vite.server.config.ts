import { readdirSync } from 'node:fs';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { makeVerifierPage } from './scripts/lib/verifier-page.mjs';

/**
 * The server with what it imports in one file, since finding and reading two thousand files took most of a start;
 * and its workers, which share theirs. `vite build --mode server` and `--mode workers`, both into build/server.
 */
const INPUT: Readonly<Record<string, Record<string, string>>> = {
  server: { server: 'server/main.ts' },
  workers: Object.fromEntries(
    readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.worker.ts'))
      .map((file) => [basename(file, '.ts'), join('server', file)]),
  ),
};

/** Stay in node_modules: they are machine code, read files of their own, or are loaded when they are used. */
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

/** `main.js`, which loads the server with the code that V8 compiled for it: see scripts/lib/code-cache.mjs. */
function main(): Plugin {
  return {
    name: 'scaf:main',
    async writeBundle({ dir = '' }) {
      await copyFile('server/main.cjs', join(dir, 'main.js'));
      await writeFile(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
    },
  };
}

/** Programs and text that an expediente carries, beside the worker that makes it. */
function verifiers(): Plugin {
  return {
    name: 'scaf:verifiers',
    async writeBundle({ dir = '' }) {
      await cp('server/assemblies/evidence/verifiers', join(dir, 'verifiers'), { recursive: true });
      await makeVerifierPage('.', join(dir, 'verifiers'));
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [mode === 'server' ? main() : verifiers()],
  publicDir: false,
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: false,
    // The oldest that is supported.
    target: 'node20',
    // As it is, a stack names functions and lines that somebody can read.
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: INPUT[mode],
      output: {
        // Of a module of ES, Node.js 20 keeps no compiled code.
        format: 'cjs',
        // And where it kept some, `import()` fails.
        dynamicImportInCjs: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
}));
