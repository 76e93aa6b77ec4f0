import { lazy } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import { Waiting } from './app/guard.tsx';
import { guarded, open } from './app/route-kinds.tsx';
import { Shell } from './app/shell.tsx';

/** Who holds units. */
const holders = [Profile.owner, Profile.qr];

/**
 * All others are known to a chunk of their own: what they are made of is two hundred names of files, which a phone
 * that votes would download before its ballot.
 */
const AppRoutes = lazy(() => import('./app-routes.tsx'));

/** What a voter's link or address opens. Exported for the test that every screen has its scenes. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      open('/', () => import('./home/landing.page.tsx')),
      guarded('/Vote/:jointId', () => import('./features/assemblies/vote/vote.page.tsx'), holders),

      // What is secret in it leaves the address before it is read here (entry-link.ts).
      open(
        '/Register/:jointId/:user?/:password?/:jointName?/:zoomId?/:zoomPassword?',
        () => import('./features/assemblies/entry/register.page.tsx'),
      ),
      open('/VoteQR/:username?', () => import('./features/assemblies/entry/vote-qr.page.tsx')),
      open('/Join/:code?', () => import('./features/assemblies/entry/join.page.tsx')),
      open('/PruebaQR', () => import('./features/assemblies/entry/practice.page.tsx')),
      {
        path: '*',
        element: (
          <Waiting key="*">
            <AppRoutes />
          </Waiting>
        ),
      },
    ],
  },
];

/**
 * Every route. The plain router on purpose: the one with loaders and actions, which nothing here uses, weighs
 * 19 KB more on a phone that only votes.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Routes />
    </BrowserRouter>
  );
}

function Routes() {
  return useRoutes(routes);
}
