import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';

/** Page of the application: pattern of the path, as '/Bills/:jointId/:bill?' or '*', and the content. */
export interface Route {
  path: string;
  element: ReactNode;
}

/** Address of the shown page. `key` differs for each visit; `state` is the value given to `navigate`. */
interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}

interface Navigation {
  /** True to replace the current entry of the browser's history. */
  replace?: boolean;
  /** Value for the next page, kept by the browser for the tab. */
  state?: unknown;
}

const listeners = new Set<() => void>();
let place: Place | null = null;

function currentPlace(): Place {
  if (place === null) {
    const { pathname, search, hash } = window.location;
    const entry = window.history.state as Partial<Place> | null;
    place = { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'default' };
  }
  return place;
}

function tellPlace(): void {
  place = null;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', tellPlace);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', tellPlace);
  };
}

/** Opens another page of the application without loading a document. The same address replaces its entry. */
function navigate(to: string, { replace = false, state = null }: Navigation = {}): void {
  const { href } = new URL(to, window.location.href);
  const way = replace || href === window.location.href ? 'replaceState' : 'pushState';
  window.history[way]({ state, key: String(Math.random()) }, '', href);
  tellPlace();
}

/** Hook: the address of the shown page. */
export function useLocation(): Place {
  return useSyncExternalStore(listen, currentPlace);
}

/** Hook: the function that opens another page, by path. */
export function useNavigate(): typeof navigate {
  return navigate;
}

/** Hook: the query of the address, and a function that replaces the query. */
export function useSearchParams() {
  const { search } = useLocation();
  const setSearch = (next: Record<string, string>, options?: Navigation) =>
    navigate(`?${new URLSearchParams(next)}`, options);
  return [new URLSearchParams(search), setSearch] as const;
}

type Params = Readonly<Record<string, string | undefined>>;
const Parameters = createContext<Params>({});

/** Hook: the parts of the path named in the pattern of the page, decoded. */
export function useParams(): Params {
  return useContext(Parameters);
}

/** Shows the first page of the list with a matching path. Capital letters and a last slash do not matter. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation();
  for (const { path, element } of routes) {
    const params = matched(path, pathname);
    if (params) return <Parameters value={params}>{element}</Parameters>;
  }
  return null;
}

function matched(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {};
  const parts = pattern.split('/').slice(1);
  const found = pathname.replace(/\/$/, '').split('/').slice(1);
  const fits =
    found.length <= parts.length &&
    parts.every((part, at) => {
      const value = found[at];
      if (part.startsWith(':')) return part.endsWith('?') || Boolean(value);
      return part.toLowerCase() === (value ?? '').toLowerCase();
    });
  if (!fits) return null;
  const named = parts.flatMap((part, at) =>
    part.startsWith(':') ? [[part.replace(/[:?]/g, ''), decoded(found[at])] as const] : [],
  );
  return Object.fromEntries(named);
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value ? decodeURIComponent(value) : undefined;
  } catch {
    return value;
  }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Navigation & { to: string };

/** Link to a page of the application. With a modifier key the browser opens the page, in a tab of its own. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    navigate(to, { replace, state });
  };
  return <a {...rest} href={to} onClick={open} />;
}

/** Link of a menu: marked as the current page on the page, and with `end` not on the pages below. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const at = useLocation().pathname.toLowerCase().replace(/\/$/, '');
  const own = rest.to.toLowerCase();
  const isHere = at === own || (!end && at.startsWith(`${own}/`));
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />;
}

/** Opens another page as soon as shown. */
export function Navigate({ to, replace, state }: Navigation & { to: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state object of each rendering is the same move
  useEffect(() => navigate(to, { replace, state }), [to, replace]);
  return null;
}
