import { type ComponentType, lazy } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import { DisplayGate } from './app/display-gate.tsx';
import { Guard, Waiting } from './app/guard.tsx';
import NotFoundPage from './app/not-found.page.tsx';
import { Shell } from './app/shell.tsx';

type PageModule = Promise<{ default: ComponentType }>;

const { full, admin, owner, display, operator, qr, events } = Profile;
const runners = [full, operator];
const holders = [owner, qr];
const debtors = [full, admin, owner];

// The key makes each route wait by itself: without it the last page would stand there, as if nothing happened.

/** A page anyone may open; its code is fetched when it is. */
function open(path: string, load: () => PageModule): RouteObject {
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
function guarded(path: string, load: () => PageModule, profiles?: readonly Profile[]): RouteObject {
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

/** A guarded page that a display link opens too. */
function wall(path: string, load: () => PageModule, profiles: readonly Profile[]): RouteObject {
  const { element } = guarded(path, load, profiles);
  return { path, element: <DisplayGate key={path}>{element}</DisplayGate> };
}

/** Exported for the test that every screen has its scenes. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      open('/', () => import('./home/landing.page.tsx')),
      open('/LogIn', () => import('./accounts/login.page.tsx')),
      open('/FirstUser', () => import('./accounts/first-user.page.tsx')),
      guarded('/UserHome', () => import('./home/user-home.page.tsx')),
      guarded('/Password', () => import('./accounts/change-password.page.tsx'), [
        full,
        admin,
        owner,
        operator,
        events,
      ]),
      guarded('/Joints', () => import('./properties/joints.page.tsx'), [full]),
      guarded('/Joints/:jointId', () => import('./properties/joint.page.tsx'), [full]),
      guarded('/Users', () => import('./accounts/users.page.tsx'), [full]),
      guarded('/Users/:userId', () => import('./accounts/user.page.tsx'), [full]),

      wall('/Quorum', () => import('./assemblies/quorum.page.tsx'), [
        full,
        admin,
        owner,
        display,
        operator,
        qr,
      ]),
      guarded('/RegisterQR', () => import('./assemblies/door/door.page.tsx'), runners),
      guarded('/ReverseRegister', () => import('./assemblies/reverse-register.page.tsx'), runners),
      guarded('/GenerateQuestion', () => import('./assemblies/generate-question.page.tsx'), runners),
      guarded('/AssemblyPanel', () => import('./assemblies/assembly-panel.page.tsx'), runners),
      guarded('/Assemblies', () => import('./assemblies/assemblies.page.tsx'), runners),
      guarded('/Assemblies/Codes', () => import('./assemblies/paper/codes.page.tsx'), runners),
      guarded(
        '/Assemblies/Invitations',
        () => import('./assemblies/invitations/invitations.page.tsx'),
        runners,
      ),
      guarded('/Assemblies/Audit', () => import('./assemblies/audit/audit.page.tsx'), runners),
      guarded('/Billing', () => import('./billing/months/billing.page.tsx'), [full]),
      guarded('/Billing/Corrections', () => import('./billing/months/corrections.page.tsx'), [full]),
      guarded('/Billing/Acts', () => import('./billing/acts/acts.page.tsx'), [full]),
      guarded('/Billing/Settings', () => import('./billing/settings/settings.page.tsx'), [full]),
      guarded('/Payments', () => import('./billing/payments/payments.page.tsx'), [full]),
      guarded('/Mailbox', () => import('./mail/mailbox.page.tsx'), [full]),
      guarded('/RegisterAssistance', () => import('./events/register-assistance.page.tsx'), [full, events]),
      guarded('/EventReports', () => import('./events/event-reports.page.tsx'), [full, events]),
      guarded('/Events', () => import('./events/events.page.tsx'), [full, events]),
      guarded('/Events/:eventId', () => import('./events/event.page.tsx'), [full, events]),
      guarded('/LaunchPage/:zoomId?/:zoomPassword?', () => import('./assemblies/launch.page.tsx'), holders),
      guarded('/Vote/:jointId', () => import('./assemblies/vote.page.tsx'), holders),

      // What is secret in it leaves the address before it is read here (entry-link.ts).
      open(
        '/Register/:jointId/:user?/:password?/:jointName?/:zoomId?/:zoomPassword?',
        () => import('./assemblies/entry/register.page.tsx'),
      ),
      open('/VoteQR/:username?', () => import('./assemblies/entry/vote-qr.page.tsx')),
      open('/PruebaQR', () => import('./assemblies/entry/practice.page.tsx')),
      open('/Tutorials', () => import('./tutorials/tutorials.page.tsx')),

      guarded('/BillsRelationship', () => import('./billing/reports/bills-relationship.page.tsx'), [
        full,
        admin,
      ]),
      guarded('/BalanceByAge', () => import('./billing/reports/balance-by-age.page.tsx'), [full, admin]),
      guarded('/StatementOfAccount', () => import('./billing/reports/statement-of-account.page.tsx'), [
        full,
        admin,
      ]),
      guarded('/MonthlyPayments', () => import('./billing/reports/monthly-payments.page.tsx'), [full, admin]),
      guarded('/Debtors', () => import('./billing/reports/debtors.page.tsx'), [full, admin]),
      guarded(
        '/StatementOfAccountOwner',
        () => import('./billing/own/statement-of-account-owner.page.tsx'),
        debtors,
      ),
      guarded('/Bills', () => import('./billing/own/bills.page.tsx'), debtors),
      guarded('/Bills/:jointId/:bill', () => import('./billing/explain/bill.page.tsx'), debtors),
      guarded('/CashReceipts', () => import('./billing/own/cash-receipts.page.tsx'), debtors),
      guarded('/AssemblyReporter', () => import('./assemblies/reporter/assembly-reporter.page.tsx'), [
        full,
        admin,
        operator,
      ]),

      ...(import.meta.env.DEV ? [open('/ui', () => import('./ui/gallery.page.tsx'))] : []),
      { path: '*', element: <NotFoundPage /> },
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
