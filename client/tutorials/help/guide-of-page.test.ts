import { expect, it } from 'vitest';
import { appRoutes } from '../../app-routes.tsx';
import { routes } from '../../router.tsx';
import { chapters, manuals } from '../guides/chapters.ts';
import { guideOfPage, helpAddress, helpPages, MANUAL } from './guide-of-page.ts';

const paths = [...routes, ...appRoutes].flatMap(({ path }) =>
  path === undefined || path === '*' ? [] : [path],
);
const ids = new Set(chapters.flatMap(({ guides }) => guides.map(({ id }) => id)));

it('every page has a help', () => {
  const bare = paths.map((path) => path.replace(/\/:.*$/, '') || '/');
  const named = new Set([...Object.keys(guideOfPage), ...helpPages]);
  expect(bare.filter((path) => !named.has(path))).toEqual([]);
  expect([...named].filter((path) => !bare.includes(path))).toEqual([]);
});

it('every help is a guide, and every section of a manual too', () => {
  const wanted = new Set(Object.values(guideOfPage).filter((guide) => guide !== MANUAL));
  const ofManuals = manuals.flatMap(({ guides }) => guides.map(({ id }) => id));
  expect([...wanted, ...ofManuals].filter((id) => !ids.has(id))).toEqual([]);
  expect(manuals.map(({ id }) => id)).toEqual([
    ...['operador', 'secretaria', 'propietario'],
    ...['administracion', 'contador', 'plataforma'],
  ]);
});

it('an address leads to the help of its page', () => {
  const help = {
    '/': '/Tutorials#entrar',
    '/vote/7': '/Tutorials#votar',
    '/Assemblies/Prepare': '/Tutorials#preparar',
    '/Bills/7/1203': '/Tutorials#cuanto-debo',
    '/UserHome': '/Manual',
    '/Tutorials': null,
    '/Manual/operador': null,
    '/nothing': '/Tutorials',
  };
  expect(Object.keys(help).map(helpAddress)).toEqual(Object.values(help));
});
