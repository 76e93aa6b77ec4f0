import { type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import NotFoundPage from './app/not-found.page.tsx';
import { guarded, open } from './app/route-kinds.tsx';
import { wall } from './app/wall-route.tsx';

const { full, admin, owner, display, operator, qr, events } = Profile;
const runners = [full, operator];
const debtors = [full, admin, owner];

/** Every page that no voter's link opens. Exported for the test that every screen has its scenes. */
export const deskRoutes: RouteObject[] = [
  open('/LogIn', () => import('./accounts/login.page.tsx')),
  open('/ForgotPassword', () => import('./accounts/forgot-password.page.tsx')),
  open('/NewPassword', () => import('./accounts/new-password.page.tsx')),
  open('/FirstUser', () => import('./accounts/first-user.page.tsx')),
  guarded('/UserHome', () => import('./home/user-home.page.tsx')),
  guarded('/Password', () => import('./accounts/change-password.page.tsx'), [
    full,
    admin,
    owner,
    operator,
    events,
  ]),
  guarded('/Sessions', () => import('./accounts/sessions.page.tsx'), [full, admin, owner, operator, events]),
  guarded('/Joints', () => import('./properties/joints.page.tsx'), [full]),
  guarded('/Joints/:jointId', () => import('./properties/joint.page.tsx'), [full]),
  guarded('/Users', () => import('./accounts/users.page.tsx'), [full]),
  guarded('/Users/:userId', () => import('./accounts/user.page.tsx'), [full]),

  wall('/Quorum', () => import('./assemblies/quorum.page.tsx'), [full, admin, owner, display, operator, qr]),
  guarded('/LaunchPage/:zoomId?/:zoomPassword?', () => import('./assemblies/launch.page.tsx'), [owner, qr]),
  guarded('/RegisterQR', () => import('./assemblies/door/door.page.tsx'), runners),
  guarded('/ReverseRegister', () => import('./assemblies/reverse-register.page.tsx'), runners),
  guarded('/GenerateQuestion', () => import('./assemblies/generate-question.page.tsx'), runners),
  guarded('/AssemblyPanel', () => import('./assemblies/assembly-panel.page.tsx'), runners),
  guarded('/Assemblies', () => import('./assemblies/assemblies.page.tsx'), runners),
  guarded('/Assemblies/Codes', () => import('./assemblies/paper/codes.page.tsx'), runners),
  guarded('/Assemblies/Invitations', () => import('./assemblies/invitations/invitations.page.tsx'), runners),
  guarded('/Assemblies/Screens', () => import('./assemblies/screens/screens.page.tsx'), runners),
  guarded('/Assemblies/Audit', () => import('./assemblies/audit/audit.page.tsx'), runners),
  guarded('/Billing', () => import('./billing/months/billing.page.tsx'), [full]),
  guarded('/Billing/Corrections', () => import('./billing/months/corrections.page.tsx'), [full]),
  guarded('/Billing/Acts', () => import('./billing/acts/acts.page.tsx'), [full]),
  guarded('/Billing/Settings', () => import('./billing/settings/settings.page.tsx'), [full]),
  guarded('/Payments', () => import('./billing/payments/payments.page.tsx'), [full]),
  guarded('/Mailbox', () => import('./mail/mailbox.page.tsx'), [full]),
  guarded('/Backups', () => import('./backups/backups.page.tsx'), [full]),
  guarded('/RegisterAssistance', () => import('./events/register-assistance.page.tsx'), [full, events]),
  guarded('/EventReports', () => import('./events/event-reports.page.tsx'), [full, events]),
  guarded('/Events', () => import('./events/events.page.tsx'), [full, events]),
  guarded('/Events/:eventId', () => import('./events/event.page.tsx'), [full, events]),

  open('/Tutorials', () => import('./tutorials/tutorials.page.tsx')),

  guarded('/BillsRelationship', () => import('./billing/reports/bills-relationship.page.tsx'), [full, admin]),
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
];

/** The routes under the voter's (`router.tsx`). */
export default function DeskRoutes() {
  return useRoutes(deskRoutes);
}
