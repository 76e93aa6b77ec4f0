import type { RouteObject } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { DisplayGate } from './display-gate.tsx';
import { guarded, type PageModule } from './route-kinds.tsx';

/**
 * A guarded page that a display link and a code open too. Apart from the other kinds of routes: a phone that votes
 * downloads those.
 */
export function wall(path: string, load: () => PageModule, profiles: readonly Profile[]): RouteObject {
  const { element } = guarded(path, load, profiles);
  return { path, element: <DisplayGate key={path}>{element}</DisplayGate> };
}
