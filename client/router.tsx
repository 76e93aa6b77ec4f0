import { lazy } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import { Waiting } from './app/guard.tsx';
import { guarded, open } from './app/route-kinds.tsx';
import { Shell } from './app/shell.tsx';

/** Profiles with units. */
const holders = [Profile.owner, Profile.qr];

/**
 * Separate chunk for all other routes: the chunk names two hundred files, and a phone that votes would download the
 * list before the voting page.
 */
const AppRoutes = lazy(() => import('./app-routes.tsx'));

/** Routes of a voter's link or address. Exported for the test of screen scenes. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      open('/', () => import('./home/landing.page.tsx')),
      guarded('/Vote/:jointId', () => import('./features/assemblies/vote/vote.page.tsx'), holders),

      // link.ts removes secrets from the address before the page reads the address.
      open(
        '/Register/:jointId/:user?/:password?/:jointName?/:zoomId?/:zoomPassword?',
        () => import('./features/assemblies/join/register.page.tsx'),
      ),
      open('/VoteQR/:username?', () => import('./features/assemblies/join/vote-qr.page.tsx')),
      open('/Join/:code?', () => import('./features/assemblies/join/join.page.tsx')),
      open('/PruebaQR', () => import('./features/assemblies/join/practice.page.tsx')),
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
 * All routes. Uses the plain router: the data router weighs 19 KB more on a phone, and loaders and actions are not
 * used.
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
