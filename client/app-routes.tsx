import { I18nProvider } from 'react-aria-components/I18nProvider';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import NotFoundPage from './app/not-found.page.tsx';
import { guarded, open } from './app/route-kinds.tsx';
import { wall } from './app/wall-route.tsx';

const { full, admin, owner, display, operator, qr, events } = Profile;
const runners = [full, operator];
const debtors = [full, admin, owner];

/** Routes of all pages except the voters' pages (`router.tsx`). Exported for the test of the screen catalogue. */
export const appRoutes: RouteObject[] = [
  open('/LogIn', () => import('./features/accounts/login.page.tsx')),
  open('/ForgotPassword', () => import('./features/accounts/forgot-password.page.tsx')),
  open('/NewPassword', () => import('./features/accounts/new-password.page.tsx')),
  open('/CompruebeSuVoto/:jointId', () => import('./features/assemblies/my-votes/check-vote.page.tsx')),
  open('/Verificar', () => import('./features/billing/own/check-clearance.page.tsx')),
  open('/Asamblea', () => import('./features/assemblies/signed-acta/linked-assembly.page.tsx')),
  guarded('/ActaFirmada/:jointId', () => import('./features/assemblies/signed-acta/signed-acta.page.tsx'), [
    full,
    admin,
    owner,
    operator,
  ]),
  open('/FirstUser', () => import('./features/accounts/first-user.page.tsx')),
  guarded('/UserHome', () => import('./home/user-home.page.tsx')),
  guarded('/Password', () => import('./features/accounts/change-password.page.tsx'), [
    full,
    admin,
    owner,
    operator,
    events,
  ]),
  guarded('/Sessions', () => import('./features/accounts/sessions.page.tsx'), [
    full,
    admin,
    owner,
    operator,
    events,
  ]),
  guarded('/Joints', () => import('./features/properties/joints.page.tsx'), [full]),
  guarded('/Joints/:jointId', () => import('./features/properties/joint.page.tsx'), [full], 'assemblies'),
  guarded('/PersonalData/:jointId', () => import('./personal/data.page.tsx'), [full]),
  guarded('/DataRegister/:jointId', () => import('./personal/register.page.tsx'), [full, admin]),
  guarded('/MyData/:jointId', () => import('./personal/own.page.tsx'), [owner]),
  open('/PoliticaDeDatos/:jointId?', () => import('./personal/policy.page.tsx')),
  guarded('/Portfolio', () => import('./home/portfolio.page.tsx'), [full, admin, operator]),
  guarded('/Unit/:jointId/:apartmentId', () => import('./search/unit.page.tsx'), [full, admin, operator]),
  guarded('/Users', () => import('./users/users.page.tsx'), [full]),
  guarded('/Users/:userId', () => import('./users/user.page.tsx'), [full]),

  wall('/Quorum', () => import('./features/assemblies/wall/quorum.page.tsx'), [
    full,
    admin,
    owner,
    display,
    operator,
    qr,
  ]),
  guarded(
    '/LaunchPage/:zoomId?/:zoomPassword?',
    () => import('./features/assemblies/launch/launch.page.tsx'),
    [owner, qr],
  ),
  guarded('/RegisterQR', () => import('./features/assemblies/door/door.page.tsx'), runners, 'assemblies'),
  guarded(
    '/ReverseRegister',
    () => import('./features/assemblies/door/reverse-register.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/GenerateQuestion',
    () => import('./features/assemblies/question/generate-question.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/AssemblyPanel',
    () => import('./features/assemblies/panel/assembly-panel.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies',
    () => import('./features/assemblies/meetings/assemblies.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Prepare',
    () => import('./features/assemblies/prepare/prepare.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Paper',
    () => import('./features/assemblies/paper-evening/typing.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Codes',
    () => import('./features/assemblies/codes/codes.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Invitations',
    () => import('./features/assemblies/invitations/invitations.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Powers',
    () => import('./features/assemblies/powers/powers.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Assemblies/Screens',
    () => import('./features/assemblies/screens/screens.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded(
    '/Rehearsal/:jointId?',
    () => import('./features/assemblies/rehearsal/rehearsal.page.tsx'),
    runners,
    'assemblies',
  ),
  guarded('/Assemblies/Challenge', () => import('./features/assemblies/challenge/challenge.page.tsx'), [
    full,
    operator,
    admin,
  ]),
  guarded('/Assemblies/Audit', () => import('./features/assemblies/audit/audit.page.tsx'), runners),
  guarded('/Billing', () => import('./features/billing/months/billing.page.tsx'), [full], 'months'),
  guarded(
    '/Billing/Corrections',
    () => import('./features/billing/months/corrections.page.tsx'),
    [full],
    'months',
  ),
  guarded(
    '/Billing/Collection',
    () => import('./features/billing/collection/collection.page.tsx'),
    [full],
    'months',
  ),
  guarded('/Billing/Fees', () => import('./features/billing/fees/fees.page.tsx'), [full], 'months'),
  guarded('/Billing/Acts', () => import('./features/billing/acts/acts.page.tsx'), [full]),
  guarded('/Billing/Settings', () => import('./features/billing/settings/settings.page.tsx'), [full]),
  guarded('/Payments', () => import('./features/billing/payments/payments.page.tsx'), [full], 'payments'),
  guarded('/Pay/:jointId', () => import('./features/billing/own/pay.page.tsx'), [owner]),
  guarded('/Paid/:jointId/:reference', () => import('./features/billing/own/paid.page.tsx'), [full, owner]),
  guarded('/Mailbox', () => import('./mail/mailbox.page.tsx'), [full]),
  guarded('/Backups', () => import('./backups/backups.page.tsx'), [full]),
  guarded('/RegisterAssistance', () => import('./features/events/register-assistance.page.tsx'), [
    full,
    events,
  ]),
  guarded('/EventReports', () => import('./features/events/reports.page.tsx'), [full, events]),
  guarded('/Events', () => import('./features/events/events.page.tsx'), [full, events]),
  guarded('/Events/:eventId', () => import('./features/events/event.page.tsx'), [full, events]),

  open('/Tutorials', () => import('./tutorials/tutorials.page.tsx')),
  open('/Manual/:role?', () => import('./tutorials/manual.page.tsx')),

  guarded('/BillsRelationship', () => import('./features/billing/reports/bills-relationship.page.tsx'), [
    full,
    admin,
  ]),
  guarded('/BalanceByAge', () => import('./features/billing/reports/balance-by-age.page.tsx'), [full, admin]),
  guarded('/StatementOfAccount', () => import('./features/billing/reports/statement-of-account.page.tsx'), [
    full,
    admin,
  ]),
  guarded('/MonthlyPayments', () => import('./features/billing/reports/monthly-payments.page.tsx'), [
    full,
    admin,
  ]),
  guarded('/Debtors', () => import('./features/billing/reports/debtors.page.tsx'), [full, admin]),
  guarded(
    '/StatementOfAccountOwner',
    () => import('./features/billing/own/statement-of-account-owner.page.tsx'),
    debtors,
  ),
  guarded('/Bills', () => import('./features/billing/own/bills.page.tsx'), debtors),
  guarded('/Bills/:jointId/:bill', () => import('./features/billing/explain/bill.page.tsx'), debtors),
  guarded('/CashReceipts', () => import('./features/billing/own/cash-receipts.page.tsx'), debtors),
  guarded('/AssemblyReporter', () => import('./features/assemblies/reporter/assembly-reporter.page.tsx'), [
    full,
    admin,
    operator,
  ]),
  guarded(
    '/BorradorActa/:jointId/:assemblyId',
    () => import('./features/assemblies/reporter/acta.page.tsx'),
    [full, admin, operator],
  ),

  { path: '*', element: <NotFoundPage /> },
];

/**
 * Renders the page for the address, from all routes except the voters' pages (`router.tsx`). Sets
 * Colombian Spanish for the components; the voters' pages have no components with words.
 */
export default function AppRoutes() {
  return <I18nProvider locale="es-CO">{useRoutes(appRoutes)}</I18nProvider>;
}
