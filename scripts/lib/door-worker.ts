import { createHash } from 'node:crypto';
import { dirname, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

interface Places {
  /** Source file of the service worker. */
  worker: string;
  /** Source file of the panel's service worker. */
  panelWorker: string;
  /**
   * Source file of the served page. The service worker stores the page's folder and everything the page imports.
   */
  page: string;
  /** Source files loaded at the start of every page: the routes and the menu. */
  start: readonly string[];
  /** Address (path) of the page. */
  address: string;
}

/**
 * Makes `/panel-sw.js`, and `/sw.js`: the service worker of a single page, with the list of files of the page. The list is part of the
 * worker, so a build with other files has another worker, and browsers notice the difference.
 */
export function doorWorker({ worker, panelWorker, page, start, address }: Places): Plugin {
  const folder = dirname(page) + sep;
  return {
    name: 'scaf:door-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: worker, fileName: 'sw.js' });
      this.emitFile({ type: 'chunk', id: panelWorker, fileName: 'panel-sw.js' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const own = bundle['sw.js'];
        const html = bundle['index.html'];
        if (own?.type !== 'chunk' || html?.type !== 'asset')
          throw new Error('The build has no index.html or no sw.js.');
        if (own.imports.length > 0) throw new Error('The service worker must not import other files.');
        const shell = [...String(html.source).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
          (one) => one[1] ?? '',
        );
        const chunks = Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && one !== own ? [one] : [],
        );
        const always = reach(
          bundle,
          chunks.filter(
            ({ fileName, facadeModuleId }) =>
              shell.includes(`/${fileName}`) || start.includes(facadeModuleId ?? ''),
          ),
        );
        const ofPage = chunks.filter(({ facadeModuleId, moduleIds }) =>
          [facadeModuleId ?? '', ...moduleIds].some((id) => id.startsWith(folder)),
        );
        const needed = reach(bundle, [...always, ...ofPage], (chunk) => !always.has(chunk));
        const files = new Set([...shell, ...[...needed].flatMap(filesOf)]);
        const list = [...files].sort();
        const version = createHash('sha256')
          .update(`${own.code}${html.source}${list}`)
          .digest('hex')
          .slice(0, 16);
        const manifest = JSON.stringify({ version, page: address, files: list, shell });
        own.code = `self.scafDoor=${manifest};\n${own.code}`;
      },
    },
  };
}

/**
 * Returns the chunks with a static import in the given chunks; for some of the chunks also dynamic imports. Skips
 * dynamic imports of chunks that every page loads, because the imports lead to other pages.
 */
function reach(
  bundle: Rolldown.OutputBundle,
  from: readonly Rolldown.OutputChunk[],
  loadsLater: (chunk: Rolldown.OutputChunk) => boolean = () => false,
): Set<Rolldown.OutputChunk> {
  const reached = new Set(from);
  for (const chunk of reached) {
    for (const name of [...chunk.imports, ...(loadsLater(chunk) ? chunk.dynamicImports : [])]) {
      const next = bundle[name];
      if (next?.type === 'chunk') reached.add(next);
    }
  }
  return reached;
}

/** Returns the addresses of a chunk, and of its styles and assets. */
function filesOf({ fileName, viteMetadata }: Rolldown.OutputChunk): string[] {
  const { importedCss = [], importedAssets = [] } = viteMetadata ?? {};
  return [fileName, ...importedCss, ...importedAssets].map((name) => `/${name}`);
}
