/** The catalogue of scenes leaves nothing out: every route, as every profile that may open it sees it. */
import { Children, isValidElement, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { Guard } from '../app/guard.tsx';
import { menus } from '../app/menus.ts';
import { appRoutes } from '../app-routes.tsx';
import { routes } from '../router.tsx';
import { catalogue } from './scenes/catalogue.ts';
import { profileOf } from './scenes/scene.ts';

/** Who signs in and has a menu; a page for whoever is signed in is shown as each of them sees it. */
const withMenu = Object.values(Profile).filter((profile) => menus[profile].length > 0);

interface Props {
  profiles?: readonly Profile[];
  children?: ReactNode;
}

/** The profiles that a route's guard lets in; null where there is no guard: a visitor's. */
function guardOf(node: ReactNode): readonly Profile[] | null {
  for (const element of Children.toArray(node)) {
    if (!isValidElement<Props>(element)) continue;
    if (element.type === Guard) return element.props.profiles ?? withMenu;
    const inner = guardOf(element.props.children);
    if (inner) return inner;
  }
  return null;
}

/** The voters' pages and everybody else's; what neither knows is the last of these. */
const pages = [
  ...routes.flatMap(({ children = [] }: RouteObject) => children).filter(({ path }) => path !== '*'),
  ...appRoutes,
];
const scenes = [...catalogue.values()];

it('the router has its pages', () => {
  expect(pages.length).toBeGreaterThan(20);
});

it.each(pages.map((page) => [page.path ?? '', page.element] as const))('%s is shown', (route, element) => {
  const shownTo = new Set(scenes.filter((scene) => scene.route === route).map(profileOf));
  const profiles = guardOf(element) ?? [Profile.visitor];
  const missing = profiles.filter((profile) => !shownTo.has(profile));
  expect({ isShown: shownTo.size > 0, missing }).toEqual({ isShown: true, missing: [] });
});
