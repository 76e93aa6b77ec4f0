import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { Guard, Waiting } from './guard.tsx';

/** Dynamic import of a page. */
export type PageModule = Promise<{ default: ComponentType }>;

// The key gives each route a new Suspense boundary. Otherwise the last page would stay visible during loading.

/** Public route. Loads the code on demand. */
export function open(path: string, load: () => PageModule): RouteObject {
  const Component = lazy(load);
  return {
    path,
    element: (
      <Waiting key={path}>
        <Component />
      </Waiting>
    ),
  };
}

/** Route for the given profiles. Default: every signed-in user. */
export function guarded(path: string, load: () => PageModule, profiles?: readonly Profile[]): RouteObject {
  const Component = lazy(load);
  return {
    path,
    element: (
      <Guard key={path} profiles={profiles}>
        <Component />
      </Guard>
    ),
  };
}
