import { lazy } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import { LoadingPage } from './app/guard.tsx';
import { guarded, open } from './app/route-kinds.tsx';
import { Shell } from './app/shell.tsx';
import { patientCode } from './lib/patient-code.ts';

/** User profiles with units: owner, and QR code. */
const holders = [Profile.owner, Profile.qr];

/**
 * Routes of all pages except the voter's. A separate code file, because the list of two hundred files would delay
 * the voting page on a phone.
 */
const AppRoutes = lazy(patientCode(() => import('./app-routes.tsx')));

/** Routes opened by a voter's link. Exported for the test of screen scenes. */
export const routes: RouteObject[] = [
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
      <LoadingPage key="*">
        <AppRoutes />
      </LoadingPage>
    ),
  },
];

/**
 * All pages of the application, inside the layout of every page. Uses the plain router: the data router adds 19 KB on a
 * phone for functions not used here.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Shell>
        <Routes />
      </Shell>
    </BrowserRouter>
  );
}

function Routes() {
  return useRoutes(routes);
}
