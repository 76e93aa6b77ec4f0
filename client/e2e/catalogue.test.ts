/** Test of the catalogue of screens: has a scene of every route for every allowed profile. */
import { Children, isValidElement, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { Guard } from '../app/guard.tsx';
import { menus } from '../app/menus.ts';
import { appRoutes } from '../app-routes.tsx';
import { routes } from '../router.tsx';
import { catalogue } from './scenes/catalogue.ts';
import { profileOf } from './scenes/scene.ts';

/** Profiles with a menu. A page for any signed-in user needs a scene per profile. */
const withMenu = Object.values(Profile).filter((profile) => menus[profile].length > 0);

interface Props {
  profiles?: readonly Profile[];
  children?: ReactNode;
}

/** Profiles allowed by the route's guard. Null for a public route. */
function guardOf(node: ReactNode): readonly Profile[] | null {
  for (const element of Children.toArray(node)) {
    if (!isValidElement<Props>(element)) continue;
    if (element.type === Guard) return element.props.profiles ?? withMenu;
    const inner = guardOf(element.props.children);
    if (inner) return inner;
  }
  return null;
}

/** All page routes, of voters and others. The not-found page is last. */
const pages = [...routes.filter(({ path }) => path !== '*'), ...appRoutes];
const scenes = [...catalogue.values()];

it('the router has all pages of the catalogue', () => {
  expect(pages.length).toBeGreaterThan(20);
});

it.each(pages.map((page) => [page.path, page.element] as const))(
  'the catalogue shows %s',
  (route, element) => {
    const shownTo = new Set(scenes.filter((scene) => scene.route === route).map(profileOf));
    const profiles = guardOf(element) ?? [Profile.visitor];
    const missing = profiles.filter((profile) => !shownTo.has(profile));
    expect({ isShown: shownTo.size > 0, missing }).toEqual({ isShown: true, missing: [] });
  },
);
