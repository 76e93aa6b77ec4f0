import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { Guard, Waiting } from './guard.tsx';

/** A page's code, as it is fetched. */
export type PageModule = Promise<{ default: ComponentType }>;

// The key makes each route wait by itself: without it the last page would stand there, as if nothing happened.

/** A page anyone may open; its code is fetched when it is. */
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

/** A page for these profiles; left out: for whoever is signed in. */
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
