import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type ESTree, type Plugin, type Rolldown } from 'vite';
import { doorWorker } from './scripts/lib/door-worker.ts';

/** True for the client of the browser tests: few chunks, in build/tests (scripts/lib/build.mjs). */
const isForTests = process.env.SCAF_TEST_BUILD === '1';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Questions of React Aria about the browser's language. The application sets the language (ui/provider.tsx), and the
 * first question takes a cheap phone a tenth of a second, before the ballot.
 */
const localeQuestions = [
  {
    file: 'useDefaultLocale.mjs',
    text: 'Intl.DateTimeFormat.supportedLocalesOf',
    instead: '((locales) => locales)',
  },
  // Otherwise React Aria searches the list of languages written from right to left.
  { file: 'utils.mjs', text: 'if (Intl.Locale)', instead: 'if (false)' },
] as const;

/**
 * Keeps only the Spanish and English words of React Aria. The words of thirty languages are half of a page's weight;
 * English is the fallback. The dictionaries of React Aria leave out a locale without words.
 */
function onlySpanish(): Plugin {
  const words = /\/react-(aria|stately|aria-components)\/dist\/private\/intl\/.*\/?([a-z]{2}-[A-Z]{2})\.mjs$/;
  return {
    name: 'scaf:only-spanish',
    enforce: 'pre',
    load(id) {
      const locale = words.exec(id)?.[2];
      if (locale === undefined || locale === 'es-ES' || locale === 'en-US') return null;
      return 'export default undefined;';
    },
    transform(code, id) {
      const question = localeQuestions.find(({ file }) =>
        id.endsWith(`/react-aria/dist/private/i18n/${file}`),
      );
      if (question === undefined) return null;
      if (!code.includes(question.text)) this.error(`${id} no longer has '${question.text}'.`);
      return { code: code.replace(question.text, question.instead), map: null };
    },
  };
}

/**
 * Reduces endpoints to method and path, the only parts used by the browser. Schemas, texts for the OpenAPI page and
 * access rules stay on the server. Endpoints without a caller disappear.
 */
function onlyCalls(): Plugin {
  return {
    name: 'scaf:only-calls',
    transform(code, id) {
      if (!id.startsWith(here('./shared/'))) return null;
      const cuts: { start: number; end: number; text: string }[] = [];
      visit(this.parse(code), (node) => {
        if (node.type !== 'CallExpression') return false;
        const { callee, arguments: callArguments } = node;
        if (callee.type === 'MemberExpression' && nameOf(callee.object) === 'Type') {
          cuts.push({ start: node.start, end: node.end, text: '{ properties: {} }' });
          return true;
        }
        if (!['endpoint', 'reportEndpoint'].includes(nameOf(callee) ?? '')) return false;
        const [, route, declared] = callArguments;
        if (route?.type !== 'Literal' || declared?.type !== 'ObjectExpression') {
          // The schemas and texts would be in the bundle of every phone.
          if (id.endsWith('.api.ts'))
            this.error(`${id}: an endpoint is not declared by its name, route and object.`);
          return false;
        }
        const [method, path] = String(route.value).split(' ');
        const isIdempotent = declared.properties.some(
          (property) => property.type === 'Property' && nameOf(property.key) === 'idempotent',
        );
        const called = { method, path, ...(isIdempotent && { idempotent: true }) };
        cuts.push({ start: node.start, end: node.end, text: JSON.stringify(called) });
        return true;
      });
      const from = (at: number) => cuts[at - 1]?.end ?? 0;
      const parts = cuts.map((cut, at) => code.slice(from(at), cut.start) + cut.text);
      return { code: parts.join('') + code.slice(from(cuts.length)), map: null };
    },
  };
}

type Node = ESTree.Node;

/** Visits every node in the order of the text. Skips the inside of a node if `isDone` returns true. */
function visit(node: Node, isDone: (node: Node) => boolean): void {
  if (isDone(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, isDone);
    }
  }
}

const nameOf = (node: Node): string | null => (node.type === 'Identifier' ? node.name : null);

/** Adds to the client of the browser tests the change of guests inside a document (client/e2e/test-client.ts). */
function testClient(): Plugin {
  return {
    name: 'scaf:test-client',
    transform(code, id) {
      if (!isForTests || id !== here('./client/main.tsx')) return null;
      return { code: `import './e2e/test-client.ts';\n${code}`, map: null };
    },
  };
}

/** Pages opened by a link or an address while a person waits, by the first part of the path. */
const awaitedPages: Readonly<Record<string, string>> = {
  vote: here('./client/features/assemblies/vote/vote.page.tsx'),
  voteqr: here('./client/features/assemblies/join/vote-qr.page.tsx'),
  register: here('./client/features/assemblies/join/register.page.tsx'),
};

/**
 * Writes `preloads.json`: for each awaited page the links for the head, added by the server. The code of the page then
 * arrives while the browser reads the first file. The links have a lower priority than the first file.
 */
function preloads(): Plugin {
  return {
    name: 'scaf:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const reached = (files: readonly string[]): Set<string> => {
        const all = new Set(files);
        for (const file of all) for (const next of byFile.get(file)?.imports ?? []) all.add(next);
        return all;
      };
      const isThere = reached(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      const linksOf = (page: string) => {
        const own = chunks.find(({ facadeModuleId }) => facadeModuleId === page);
        if (own === undefined) return isForTests ? '' : this.error(`${page} is no page of its own.`);
        const files = [...reached([own.fileName])].filter((file) => !isThere.has(file));
        const styles = new Set(
          files.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]),
        );
        return [
          ...files.map(
            (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
          ),
          ...[...styles].map(
            (file) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`,
          ),
        ].join('');
      };
      const source = JSON.stringify(
        Object.fromEntries(Object.entries(awaitedPages).map(([path, page]) => [path, linksOf(page)])),
      );
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    },
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes each text file also as .br and .gz, as small as possible except for tests. The server sends the files
 * unchanged, without compressing while two hundred phones arrive. Phones get gzip if the hall has no TLS.
 */
function compressed(): Plugin {
  return {
    name: 'scaf:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      for (const file of files.filter((name) => /\.(js|css|svg|wasm)$/.test(name))) {
        const path = join(dir, file);
        const bytes = await readFile(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: isForTests ? 4 : constants.BROTLI_MAX_QUALITY };
        const level = isForTests ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION;
        await writeFile(`${path}.br`, await brotli(bytes, { params }));
        await writeFile(`${path}.gz`, await zip(bytes, { level }));
      }
    },
  };
}

/**
 * Returns a test for our own modules reached from a module by static imports: all load together. The bundler adds the
 * used parts of libraries; following the index files of libraries would reach everything.
 */
function reachOf(root: string) {
  const reach = new Set<string>();
  return (id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean => {
    const rest = reach.size === 0 ? [root] : [];
    for (const next of rest) {
      if (reach.has(next)) continue;
      reach.add(next);
      const imported = graph.getModuleInfo(next)?.importedIds ?? [];
      rest.push(...imported.filter((one) => !one.includes('/node_modules/')));
    }
    return reach.has(id);
  };
}
const isOfMain = reachOf(here('./client/main.tsx'));
/** Small parts of many pages. Grouped with the vote, the parts would load the whole vote for the form of '/Join'. */
const ofAnyPage = [here('./client/lib/patient-code.ts'), here('./client/ui/fields/focus-fault.ts')];
/** Frame of every page, the joint's band and the footer: one small file after the first load. */
const ofFrame = [
  'ui/face/joint-band.tsx',
  'app/footer.tsx',
  'ui/face/need-help.tsx',
  'ui/face/help-joint.ts',
  'lib/public-settings.ts',
].map((path) => here(`./client/${path}`));
const isOfVote = reachOf(here('./client/features/assemblies/vote/vote.page.tsx'));
const isOfCode = reachOf(here('./client/features/assemblies/join/vote-qr.page.tsx'));
const isOfLink = reachOf(here('./client/features/assemblies/join/register.page.tsx'));

const door = {
  page: here('./client/features/assemblies/door/door.page.tsx'),
  start: [here('./client/app-routes.tsx')],
  worker: here('./client/features/assemblies/door/worker.ts'),
  panelWorker: here('./client/features/assemblies/panel/worker.ts'),
  address: '/RegisterQR',
};

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/** Few files: the headers of a file weigh as much as a small file, and a crowded Wi-Fi serves files in turn. */
const groups: Groups = [
  { name: (id, graph) => (isOfMain(id, graph) || ofAnyPage.includes(id) ? 'base' : null) },
  { name: (id) => (ofFrame.includes(id) ? 'frame' : null) },
  { name: (id, graph) => (isOfVote(id, graph) ? 'assembly' : null), minShareCount: 2 },
  { name: (id, graph) => (isOfCode(id, graph) || isOfLink(id, graph) ? 'entry' : null), minShareCount: 2 },
];

/** Heavy libraries that few pages load, with their only users. */
const OF_FEW_PAGES = /\/(recharts|d3-[a-z]+|victory-vendor|barcode-detector|zxing-wasm)\/|-chart\.tsx$/;

/**
 * All pages in one file, apart from charts and cameras: tests open a thousand pages with an empty cache, and each file
 * costs work in four processes. A service worker stands alone.
 */
const groupsForTests: Groups = [
  {
    name: (id) =>
      OF_FEW_PAGES.test(id) || [door.worker, door.panelWorker].includes(id) || id.startsWith('\0rolldown')
        ? null
        : 'app',
  },
];

export default defineConfig({
  root: 'client',
  plugins: [react(), onlySpanish(), onlyCalls(), testClient(), doorWorker(door), preloads(), compressed()],
  resolve: {
    alias: [
      // The remains of the schemas after onlyCalls need no library (a sixth of the first load).
      { find: 'typebox', replacement: fileURLToPath(new URL('./client/lib/no-schemas.ts', import.meta.url)) },
      // The package leads to the development build, with warnings for developers.
      { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  build: {
    outDir: isForTests ? '../build/tests/client' : '../build/client',
    emptyOutDir: true,
    ...(isForTests ? { chunkSizeWarningLimit: 5_000 } : {}),
    // Chrome 109 is the last version for Windows 7, still present in assemblies.
    target: 'chrome109',
    // The polyfill would be an inline script; all supported browsers preload modules without a polyfill.
    modulePreload: { polyfill: false },
    // Files instead of data: addresses, so that the content policy can forbid data: for scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: isForTests ? groupsForTests : groups },
      },
    },
  },
  server: {
    proxy: { '/SCAF': { target: 'http://localhost:3000', ws: true } },
  },
});
