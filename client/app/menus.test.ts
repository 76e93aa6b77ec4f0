import { describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { hasLogout, isPractice, menus, navTypeAt, publicAnchors } from './menus.ts';

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
  it('0, the visitor: only places of the landing page', () => {
    expect(menus[Profile.visitor]).toEqual([]);
    expect(publicAnchors.map((item) => item.label)).toEqual([
      'Quienes Somos',
      'Nuestros Servicios',
      'Nuestros Clientes',
    ]);
  });

  it('1, the platform: everything, in five groups', () => {
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

  it('2, the administrator: the five reports only', () => {
    expect(routesOf(Profile.admin)).toEqual(fiveReports);
  });

  it('3, the owner: the three queries only', () => {
    expect(routesOf(Profile.owner)).toEqual(threeQueries);
  });

  it('4 and 6: no menu', () => {
    expect(menus[Profile.display]).toEqual([]);
    expect(menus[Profile.qr]).toEqual([]);
  });

  it('5, the operator: the assembly with short labels, without the reports', () => {
    expect(labelsOf(Profile.operator)).toEqual([
      'Quorum',
      'Registrar',
      'Reversar',
      'Generar Pregunta',
      'Panel Asambleas',
    ]);
    expect(routesOf(Profile.operator)).not.toContain('/AssemblyReporter');
  });

  it('7, the events operator: register and reports first, and the events themselves', () => {
    expect(routesOf(Profile.events)).toEqual(['/RegisterAssistance', '/EventReports', '/Events']);
  });

  it('none where one votes with a code or practises it, whoever is signed in', () => {
    for (const place of ['/PruebaQR', '/pruebaqr/', '/VoteQR', '/VoteQR/0000']) {
      expect(navTypeAt(place, Profile.full)).toBe(Profile.qr);
    }
    for (const place of ['/', '/PruebaQRs', '/Vote/7', '/UserHome']) {
      expect(navTypeAt(place, Profile.owner)).toBe(Profile.owner);
    }
    expect(['/PruebaQR', '/PruebaQR/', '/VoteQR'].map(isPractice)).toEqual([true, true, false]);
  });

  it('has a logout icon for every session but a QR one', () => {
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
