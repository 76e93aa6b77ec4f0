import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { NavLink } from 'react-router-dom';
import { listUserRights, ME } from '../../../shared/accounts/users.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Right } from '../../../shared/rights.ts';
import { queryOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.store.ts';
import { ButtonLink, Notice, Page } from '../../ui/page.tsx';
import navStyles from '../../ui/page-nav.module.css';
import { QueryView } from '../../ui/query-view.tsx';

/** Options for `useQuery`: the rights of the signed-in administrator, by joint with sectors. */
export const ownRightsQuery = queryOf(['own-rights'], listUserRights, { params: { userId: ME } });

const rightNames: Readonly<Record<Right, string>> = {
  assemblies: 'Asambleas',
  payments: 'Pagos y extractos',
  months: 'Meses',
};

const deeds: Readonly<Record<Right, string>> = {
  assemblies: 'preparar ni dirigir asambleas',
  payments: 'registrar pagos ni leer extractos',
  months: 'revisar ni emitir meses',
};

/** Ids of the joints with the right for the page. Null on a page open by profile. */
const RightJoints = createContext<ReadonlySet<number> | null>(null);

/**
 * Shows a page to an administrator with a right in some joint, with pickers limited to the joints with the right. Without
 * the right: shows a refusal with the next step.
 */
export function ByRight({ right, children }: { right: Right; children: ReactNode }) {
  return (
    <QueryView query={ownRightsQuery} page>
      {(held) => {
        const joints = held.filter((one) => one.rights.includes(right)).map(({ jointId }) => jointId);
        if (joints.length === 0) return <NoRight right={right} />;
        return <RightJoints.Provider value={new Set(joints)}>{children}</RightJoints.Provider>;
      }}
    </QueryView>
  );
}

function NoRight({ right }: { right: Right }) {
  return (
    <Page title={`No tiene permiso para ${deeds[right]}.`} width="narrow">
      <Notice kind="warning">
        <p>
          Pida a la plataforma el permiso «{rightNames[right]}» para su copropiedad: lo da en su usuario, y su
          página de inicio le muestra entonces las tarjetas nuevas.
        </p>
      </Notice>
      <ButtonLink to="/UserHome">Ir a la página de inicio</ButtonLink>
    </Page>
  );
}

interface Choice<Option extends { id: number }> {
  options: readonly Option[];
  picked: Option | null;
}

/**
 * Hook: limits the choice of a joint to the joints with the right for the page. A single remaining joint is picked. On a
 * page open by profile: returns the choice unchanged.
 */
export function useWithinRight<Option extends { id: number }, Of extends Choice<Option>>(choice: Of): Of {
  const joints = useContext(RightJoints);
  if (joints === null) return choice;
  const options = choice.options.filter(({ id }) => joints.has(id));
  const picked =
    options.find(({ id }) => id === choice.picked?.id) ?? (options.length === 1 ? options[0] : null);
  return { ...choice, options, picked: picked ?? null };
}

/** Hook: true with the right in a joint, and for every other profile than administrators. */
export function useHasRight(right: Right, jointId: number): boolean {
  const isAdministrator = useSession((state) => state.user?.profileId) === Profile.admin;
  const { data = [] } = useQuery({ ...ownRightsQuery, enabled: isAdministrator });
  return !isAdministrator || data.some((one) => one.jointId === jointId && one.rights.includes(right));
}

/** Page of a navigation bar. `right`: opens the page to administrators. */
export interface NavPage {
  to: string;
  label: string;
  right?: Right;
}

/** Navigation bar with links to the pages open to the user. */
export function PageNav({ label, pages }: { label: string; pages: readonly NavPage[] }) {
  return (
    <nav aria-label={label} className={`wrap-2 ${navStyles.nav}`}>
      {usePagesByRight(pages).map((page) => (
        <NavLink key={page.to} to={page.to} end className={`strong row ${navStyles.link}`}>
          {page.label}
        </NavLink>
      ))}
    </nav>
  );
}

/** Hook: the pages of a navigation bar open to the user. Other profiles than administrators get all pages. */
export function usePagesByRight<Item extends Omit<NavPage, 'label'>>(
  pages: readonly Item[],
): readonly Item[] {
  const isAdministrator = useSession((state) => state.user?.profileId) === Profile.admin;
  const { data = [] } = useQuery({ ...ownRightsQuery, enabled: isAdministrator });
  if (!isAdministrator) return pages;
  return pages.filter(
    ({ right }) => right !== undefined && data.some(({ rights }) => rights.includes(right)),
  );
}
