import { I18nProvider } from 'react-aria-components/I18nProvider';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { Profile } from '../shared/profiles.ts';
import type { Right } from '../shared/rights.ts';
import NotFoundPage from './app/not-found.page.tsx';
import { guarded, open, type PageModule } from './app/route-kinds.tsx';
import { wall } from './app/wall-route.tsx';
import './ui/arrange.css';

const { full, admin, owner, display, operator, qr, events } = Profile;
const runners = [full, operator];
const readers = [full, admin, owner, operator];
const signedIn = [...readers, events];
const holders = [owner, qr];
const viewers = [full, admin, owner, display, operator, qr];

/**
 * Makes the guarded routes of pages for the same profiles, and for administrators by the same right.
 * @param pages import of the page's code by path
 */
const guardedFor = (
  profiles: readonly Profile[],
  right: Right | null,
  pages: Readonly<Record<string, () => PageModule>>,
) => Object.entries(pages).map(([path, load]) => guarded(path, load, profiles, right ?? undefined));

/** Routes of all pages except the voters' pages (`router.tsx`). Exported for the test of the screen catalogue. */
export const appRoutes: RouteObject[] = [
  open('/LogIn', () => import('./features/accounts/login.page.tsx')),
  open('/ForgotPassword', () => import('./features/accounts/forgot-password.page.tsx')),
  open('/NewPassword', () => import('./features/accounts/new-password.page.tsx')),
  open('/CompruebeSuVoto/:jointId', () => import('./features/assemblies/my-votes/check-vote.page.tsx')),
  open('/Verificar', () => import('./features/billing/own/check-clearance.page.tsx')),
  open('/Asamblea', () => import('./features/assemblies/signed-acta/linked-assembly.page.tsx')),
  open('/FirstUser', () => import('./features/accounts/first-user.page.tsx')),
  open('/PoliticaDeDatos/:jointId?', () => import('./personal/policy.page.tsx')),
  open('/Tutorials', () => import('./tutorials/tutorials.page.tsx')),
  open('/Manual/:role?', () => import('./tutorials/manual.page.tsx')),
  wall('/Quorum', () => import('./features/assemblies/wall/quorum.page.tsx'), viewers),
  guarded(
    '/ActaFirmada/:jointId',
    () => import('./features/assemblies/signed-acta/signed-acta.page.tsx'),
    readers,
  ),
  guarded('/UserHome', () => import('./home/user-home.page.tsx')),
  ...guardedFor(signedIn, null, {
    '/Password': () => import('./features/accounts/change-password.page.tsx'),
    '/Sessions': () => import('./features/accounts/sessions.page.tsx'),
  }),
  ...guardedFor([full], null, {
    '/Joints': () => import('./features/properties/joints.page.tsx'),
    '/PersonalData/:jointId': () => import('./personal/data.page.tsx'),
    '/Users': () => import('./users/users.page.tsx'),
    '/Users/:userId': () => import('./users/user.page.tsx'),
    '/Billing/Acts': () => import('./features/billing/acts/acts.page.tsx'),
    '/Billing/Settings': () => import('./features/billing/settings/settings.page.tsx'),
    '/Mailbox': () => import('./mail/mailbox.page.tsx'),
    '/Backups': () => import('./backups/backups.page.tsx'),
  }),
  guarded('/Joints/:jointId', () => import('./features/properties/joint.page.tsx'), [full], 'assemblies'),
  ...guardedFor([full, admin], null, {
    '/DataRegister/:jointId': () => import('./personal/register.page.tsx'),
    '/BillsRelationship': () => import('./features/billing/reports/bills-relationship.page.tsx'),
    '/BalanceByAge': () => import('./features/billing/reports/balance-by-age.page.tsx'),
    '/StatementOfAccount': () => import('./features/billing/reports/statement-of-account.page.tsx'),
    '/MonthlyPayments': () => import('./features/billing/reports/monthly-payments.page.tsx'),
    '/Debtors': () => import('./features/billing/reports/debtors.page.tsx'),
  }),
  ...guardedFor([owner], null, {
    '/MyData/:jointId': () => import('./personal/own.page.tsx'),
    '/Pay/:jointId': () => import('./features/billing/own/pay.page.tsx'),
  }),
  ...guardedFor([full, admin, operator], null, {
    '/Portfolio': () => import('./home/portfolio.page.tsx'),
    '/Unit/:jointId/:apartmentId': () => import('./search/unit.page.tsx'),
    '/Assemblies/Challenge': () => import('./features/assemblies/challenge/challenge.page.tsx'),
    '/AssemblyReporter': () => import('./features/assemblies/reporter/assembly-reporter.page.tsx'),
    '/BorradorActa/:jointId/:assemblyId': () => import('./features/assemblies/reporter/acta.page.tsx'),
  }),
  guarded(
    '/LaunchPage/:zoomId?/:zoomPassword?',
    () => import('./features/assemblies/launch/launch.page.tsx'),
    holders,
  ),
  ...guardedFor(runners, 'assemblies', {
    '/RegisterQR': () => import('./features/assemblies/door/door.page.tsx'),
    '/ReverseRegister': () => import('./features/assemblies/door/reverse-register.page.tsx'),
    '/GenerateQuestion': () => import('./features/assemblies/question/generate-question.page.tsx'),
    '/AssemblyPanel': () => import('./features/assemblies/panel/assembly-panel.page.tsx'),
    '/Assemblies': () => import('./features/assemblies/meetings/assemblies.page.tsx'),
    '/Assemblies/Prepare': () => import('./features/assemblies/prepare/prepare.page.tsx'),
    '/Assemblies/Paper': () => import('./features/assemblies/paper-evening/typing.page.tsx'),
    '/Assemblies/Codes': () => import('./features/assemblies/codes/codes.page.tsx'),
    '/Assemblies/Invitations': () => import('./features/assemblies/invitations/invitations.page.tsx'),
    '/Assemblies/Powers': () => import('./features/assemblies/powers/powers.page.tsx'),
    '/Assemblies/Screens': () => import('./features/assemblies/screens/screens.page.tsx'),
    '/Rehearsal/:jointId?': () => import('./features/assemblies/rehearsal/rehearsal.page.tsx'),
  }),
  guarded('/Assemblies/Audit', () => import('./features/assemblies/audit/audit.page.tsx'), runners),
  ...guardedFor([full], 'months', {
    '/Billing': () => import('./features/billing/months/billing.page.tsx'),
    '/Billing/Corrections': () => import('./features/billing/months/corrections.page.tsx'),
    '/Billing/Collection': () => import('./features/billing/collection/collection.page.tsx'),
    '/Billing/Fees': () => import('./features/billing/fees/fees.page.tsx'),
  }),
  guarded('/Payments', () => import('./features/billing/payments/payments.page.tsx'), [full], 'payments'),
  guarded('/Paid/:jointId/:reference', () => import('./features/billing/own/paid.page.tsx'), [full, owner]),
  ...guardedFor([full, events], null, {
    '/RegisterAssistance': () => import('./features/events/register-assistance.page.tsx'),
    '/EventReports': () => import('./features/events/reports.page.tsx'),
    '/Events': () => import('./features/events/events.page.tsx'),
    '/Events/:eventId': () => import('./features/events/event.page.tsx'),
  }),
  ...guardedFor([full, admin, owner], null, {
    '/StatementOfAccountOwner': () => import('./features/billing/own/statement-of-account-owner.page.tsx'),
    '/Bills': () => import('./features/billing/own/bills.page.tsx'),
    '/Bills/:jointId/:bill': () => import('./features/billing/explain/bill.page.tsx'),
    '/CashReceipts': () => import('./features/billing/own/cash-receipts.page.tsx'),
  }),

  { path: '*', element: <NotFoundPage /> },
];

/**
 * Renders the page for the address, from all routes except the voters' pages (`router.tsx`). Sets
 * Colombian Spanish for the components; the voters' pages have no components with words.
 */
export default function AppRoutes() {
  return <I18nProvider locale="es-CO">{useRoutes(appRoutes)}</I18nProvider>;
}
