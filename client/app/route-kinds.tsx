import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import type { Right } from '../../shared/rights.ts';
import { patientCode } from '../lib/patient-code.ts';
import { Guard, LoadingPage } from './guard.tsx';

/** Result of the dynamic import of a page's module. */
export type PageModule = Promise<{ default: ComponentType }>;

// The key gives each route a new Suspense boundary. Otherwise the last page would stay visible during loading.

/**
 * Makes a route for everybody, also without a session. The browser loads the code of the page at the first
 * visit.
 */
export function open(path: string, load: () => PageModule): RouteObject {
  const Component = lazy(patientCode(load));
  return {
    path,
    element: (
      <LoadingPage key={path}>
        <Component />
      </LoadingPage>
    ),
  };
}

/**
 * Makes a route for signed-in users with an allowed profile; default: every profile. The browser loads the
 * code of the page at the first visit.
 * @param right right of administrators for the page
 */
export function guarded(
  path: string,
  load: () => PageModule,
  profiles?: readonly Profile[],
  right?: Right,
): RouteObject {
  const Component = lazy(patientCode(load));
  return {
    path,
    element: (
      <Guard key={path} profiles={profiles} right={right}>
        <Component />
      </Guard>
    ),
  };
}
