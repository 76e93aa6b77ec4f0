import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { patientCode } from '../lib/patient-code.ts';
import { Guard, LoadingPage } from './guard.tsx';

/** Result of the dynamic import of a page's module. */
export type PageModule = Promise<{ default: ComponentType }>;

// The key gives each route a new Suspense boundary. Otherwise the last page would stay visible during loading.

/** Route for everybody, also without a session. Downloads the page's code on demand. */
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
 * Route for signed-in users with the given profiles. Default: every signed-in user. Downloads the page's code on
 * demand.
 */
export function guarded(path: string, load: () => PageModule, profiles?: readonly Profile[]): RouteObject {
  const Component = lazy(patientCode(load));
  return {
    path,
    element: (
      <Guard key={path} profiles={profiles}>
        <Component />
      </Guard>
    ),
  };
}
