/** Makes a page with small versions of all pictures, to look at hundreds of pictures in a few minutes. */
import { looks } from './views.ts';

const STYLE = `
  body { margin: 0; padding: 1rem; background: #8a8f90; font: 15px system-ui, sans-serif; color: #111; }
  nav { columns: 5; margin-bottom: 1rem; }
  h2 { margin: 2rem 0 0.5rem; }
  h3 { margin: 1rem 0 0.25rem; font-size: 1rem; font-weight: 600; }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: flex-start; }
  img { display: block; height: 15rem; width: auto; object-fit: cover; object-position: top; background: #fff; }
  a:hover img { outline: 3px solid #0a6fd1; }
`;

/** Returns the file of a picture, for example 'quorum/4-display-question-open.wall-dark.png'. */
export const fileOf = (scene: string, look: string): string => `${scene}.${look}.png`;
const FILE = /^((.+?)[\\/].+)\.([\w-]+)\.png$/;

/** Returns the page as HTML: pictures below the name of the scene, scenes below the name of the screen. */
export function contactSheet(files: readonly string[]): string {
  const screens = new Map<string, Map<string, string[]>>();
  for (const file of [...files].sort()) {
    const [, scene = '', screen = '', name = ''] = FILE.exec(file) ?? [];
    const look = looks[name];
    if (!look) continue;
    const scenes = screens.get(screen) ?? new Map<string, string[]>();
    // Only the upper part of a long page, which is enough to recognise the page.
    const shape = `aspect-ratio: ${look.width} / ${look.height}`;
    const link = `<a href="${file}" title="${name}"><img src="${file}" alt="${name}" loading="lazy" style="${shape}"></a>`;
    scenes.set(scene, [...(scenes.get(scene) ?? []), link]);
    screens.set(screen, scenes);
  }
  const links = [...screens.keys()].map((screen) => `<a href="#${screen}">${screen}</a><br>`);
  const sections = [...screens].map(([screen, scenes]) => {
    const rows = [...scenes].map(([name, images]) => {
      return `<h3>${name}</h3>\n<div class="row">\n${images.join('\n')}\n</div>`;
    });
    return `<h2 id="${screen}">${screen}</h2>\n${rows.join('\n')}`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures of SCAF</title>
<style>${STYLE}</style>
<nav>${links.join('\n')}</nav>
${sections.join('\n')}
</html>
`;
}
