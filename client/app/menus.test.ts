import { describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { hasLogout, isPractice, navTypeAt } from './menu-kinds.ts';
import { menus, publicAnchors } from './menus.ts';

const routesOf = (type: Profile) => menus[type].flatMap((group) => group.items.map((item) => item.to));
const labelsOf = (type: Profile) => menus[type].flatMap((group) => group.items.map((item) => item.label));

const fiveReports = [
  '/BillsRelationship',
  '/BalanceByAge',
  '/StatementOfAccount',
  '/MonthlyPayments',
  '/Debtors',
];
const threeQueries = ['/StatementOfAccountOwner', '/Bills', '/CashReceipts'];

describe('menus by navigation type', () => {
  it('menu 0 (visitor) links only to sections of the landing page', () => {
    expect(menus[Profile.visitor]).toEqual([]);
    expect(publicAnchors.map((item) => item.label)).toEqual([
      'Quienes Somos',
      'Nuestros Servicios',
      'Nuestros Clientes',
    ]);
  });

  it('menu 1 (platform) has five groups with everything', () => {
    expect(menus[Profile.full].map((group) => group.title)).toEqual([
      'Informes',
      'Consultas',
      'Asambleas',
      'Eventos',
      'Plataforma',
    ]);
    expect(routesOf(Profile.full)).toEqual([
      ...fiveReports,
      ...threeQueries,
      '/Quorum',
      '/RegisterQR',
      '/ReverseRegister',
      '/GenerateQuestion',
      '/AssemblyPanel',
      '/AssemblyReporter',
      '/RegisterAssistance',
      '/EventReports',
      '/Events',
      '/Joints',
      '/Assemblies',
      '/Billing',
      '/Payments',
      '/Users',
      '/Mailbox',
      '/Backups',
    ]);
  });

  it('menu 2 (administrator) has only the five reports', () => {
    expect(routesOf(Profile.admin)).toEqual(fiveReports);
  });

  it('menu 3 (owner) has only the three queries', () => {
    expect(routesOf(Profile.owner)).toEqual(threeQueries);
  });

  it('menus 4 and 6 (display, QR) are empty', () => {
    expect(menus[Profile.display]).toEqual([]);
    expect(menus[Profile.qr]).toEqual([]);
  });

  it('menu 5 (operator) has short labels and no reports', () => {
    expect(labelsOf(Profile.operator)).toEqual([
      'Quorum',
      'Registrar',
      'Reversar',
      'Generar Pregunta',
      'Panel Asambleas',
    ]);
    expect(routesOf(Profile.operator)).not.toContain('/AssemblyReporter');
  });

  it('menu 7 (events operator) begins with registration and reports', () => {
    expect(routesOf(Profile.events)).toEqual(['/RegisterAssistance', '/EventReports', '/Events']);
  });

  it('the QR voting and practice pages have no menu in any session', () => {
    for (const place of ['/PruebaQR', '/pruebaqr/', '/VoteQR', '/VoteQR/0000']) {
      expect(navTypeAt(place, Profile.full)).toBe(Profile.qr);
    }
    for (const place of ['/', '/PruebaQRs', '/Vote/7', '/UserHome']) {
      expect(navTypeAt(place, Profile.owner)).toBe(Profile.owner);
    }
    expect(['/PruebaQR', '/PruebaQR/', '/VoteQR'].map(isPractice)).toEqual([true, true, false]);
  });

  it('every session except a QR session has a logout icon', () => {
    const withLogout = Object.values(Profile).filter(hasLogout);
    expect(withLogout).toEqual([
      Profile.full,
      Profile.admin,
      Profile.owner,
      Profile.display,
      Profile.operator,
      Profile.events,
    ]);
  });
});
