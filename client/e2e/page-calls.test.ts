/**
 * Test of the calls of all pages: the access rule of each call admits every profile of the page, and the right of
 * administrators for the page, except calls behind a check in the page.
 */
import { posix } from 'node:path';
import { Children, isValidElement, type ReactNode } from 'react';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { endpoints } from '../../server/testing/endpoints.ts';
import { rightOf } from '../../shared/api.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Right } from '../../shared/rights.ts';
import { Guard } from '../app/guard.tsx';
import { appRoutes } from '../app-routes.tsx';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../e2e/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const textOf = new Map(
  Object.entries(sources).map(([path, text]) => [posix.join('client/e2e', path), text] as const),
);
const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** Name exported by a file: [path, name]. The name '*' stands for all names. */
type Export = readonly [path: string, name: string];

/** Names of a file: imports, and for each top-level declaration the used names and the dynamic imports. */
interface Names {
  imports: Map<string, Export>;
  uses: Map<string, Set<string>>;
  dynamic: Map<string, string[]>;
}

function readNames(path: string): Names {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, textOf.get(path) ?? '', ts.ScriptTarget.Latest, true, kind);
  const names: Names = { imports: new Map(), uses: new Map(), dynamic: new Map() };
  const at = (specifier: ts.Node) => posix.join(posix.dirname(path), (specifier as ts.StringLiteral).text);
  const declare = (name: string, node: ts.Node) => {
    const used = names.uses.get(name) ?? new Set();
    const dynamic: string[] = [];
    const visit = (inner: ts.Node): void => {
      if (ts.isTypeNode(inner)) return;
      if (ts.isIdentifier(inner)) used.add(inner.text);
      const [first] = ts.isCallExpression(inner) ? inner.arguments : [];
      if (ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.ImportKeyword && first)
        dynamic.push(at(first));
      ts.forEachChild(inner, visit);
    };
    visit(node);
    names.uses.set(name, used);
    names.dynamic.set(name, dynamic);
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly) {
      const { name, namedBindings } = statement.importClause ?? {};
      const from = at(statement.moduleSpecifier);
      if (name) names.imports.set(name.text, [from, 'default']);
      if (namedBindings && ts.isNamespaceImport(namedBindings))
        names.imports.set(namedBindings.name.text, [from, '*']);
      if (namedBindings && ts.isNamedImports(namedBindings)) {
        for (const { name, propertyName } of namedBindings.elements)
          names.imports.set(name.text, [from, (propertyName ?? name).text]);
      }
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && statement.exportClause) {
      ts.forEachChild(statement.exportClause, (one) => {
        if (!ts.isExportSpecifier(one)) return;
        names.imports.set(one.name.text, [
          at(statement.moduleSpecifier as ts.Node),
          (one.propertyName ?? one.name).text,
        ]);
      });
    } else if (ts.isVariableStatement(statement)) {
      for (const declared of statement.declarationList.declarations) {
        for (const name of declared.name.getText().match(/\w+/g) ?? []) declare(name, declared);
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
      if (statement.name) declare(statement.name.text, statement);
      if (isDefault) declare('default', statement);
    } else if (ts.isExportAssignment(statement)) declare('default', statement);
  }
  return names;
}

const files = new Map<string, Names>();
function namesOf(path: string): Names {
  const names = files.get(path) ?? readNames(path);
  files.set(path, names);
  return names;
}

/** Adds the ids of all endpoints used by a declaration, directly or by other declarations. */
function collectCalls([path, name]: Export, seen: Set<string>, calls: Set<string>): void {
  if (seen.has(`${path} ${name}`)) return;
  seen.add(`${path} ${name}`);
  if (path.endsWith('.api.ts') && endpointOf.has(name)) calls.add(name);
  if (!textOf.has(path)) return;
  const { imports, uses, dynamic } = namesOf(path);
  const imported = uses.has(name) ? undefined : imports.get(name);
  if (imported) collectCalls(imported, seen, calls);
  for (const own of name === '*' ? uses.keys() : [name]) {
    for (const used of uses.get(own) ?? []) collectCalls(imports.get(used) ?? [path, used], seen, calls);
    for (const file of dynamic.get(own) ?? []) collectCalls([file, '*'], seen, calls);
  }
}

interface GuardProps {
  profiles?: readonly Profile[];
  right?: Right;
  children?: ReactNode;
}

/** Returns the access of a route's guard. Null for a page without one. */
function guardOf(node: ReactNode): GuardProps | null {
  for (const element of Children.toArray(node)) {
    if (!isValidElement<GuardProps>(element)) continue;
    const found = element.type === Guard ? element.props : guardOf(element.props.children);
    if (found) return found;
  }
  return null;
}

const moduleOf = new Map(
  [
    ...(textOf.get('client/app-routes.tsx') ?? '').matchAll(/'(\/[^']*)'[,:]\s*\(\) => import\('([^']+)'\)/g),
  ].map(([, route = '', file = '']) => [route, posix.join('client', file)] as const),
);
/** Pages by profile. '/UserHome' has a module for each profile. */
const pages = appRoutes.flatMap(({ path = '', element }) => {
  const { profiles, right } = guardOf(element) ?? {};
  return profiles === undefined ? [] : [{ path, profiles, right }];
});

/** Returns the calls of a page with the refused profiles: 'changeJoint: right', 'getRoomCode: admin owner qr'. */
function refusedCalls({ path, profiles, right }: (typeof pages)[number]): string[] {
  const calls = new Set<string>();
  collectCalls([moduleOf.get(path) ?? '', 'default'], new Set(), calls);
  // Enabled for administrators alone.
  calls.delete('listUserRights');
  return [...calls].flatMap((id) => {
    const access = endpointOf.get(id)?.access;
    if (access === undefined || 'public' in access) return [];
    const refused = Object.entries(Profile).flatMap(([name, profile]) =>
      profiles.includes(profile) && !access.profiles.includes(profile) ? [name] : [],
    );
    const admits =
      right === undefined || rightOf(access) === right || access.profiles.includes(Profile.admin);
    if (!admits) refused.push('right');
    return refused.length === 0 ? [] : [`${id}: ${refused.join(' ')}`];
  });
}

/** Calls of a page behind a check of the profile or of the right, by page. */
const checked: Readonly<Record<string, readonly string[]>> = {
  // Settings of the joint, shown by `isStaff`.
  '/Joints/:jointId': ['changeFace: right', 'changeJoint: right', 'removeCrest: right', 'setCrest: right'],
  // Acts on the register, shown by `useHasRight`.
  '/DataRegister/:jointId': [
    'acceptDataContract: admin',
    'answerDataClaim: admin',
    'extendDataClaim: admin',
    'noteAuthorisation: admin',
    'noteDataClaim: admin',
    'publishDataPolicy: admin',
    'withdrawAuthorisation: admin',
  ],
  // Cards shown by `booksOf` and `hasTrail` in the server's answer.
  '/Unit/:jointId/:apartmentId': [
    'getStatement: operator',
    'listAudit: admin',
    'listBills: operator',
    'listCashReceipts: operator',
  ],
  // Buttons shown by `mayLink` and `useMayBuild`. A display opens without the picker; a card has a single joint.
  '/Quorum': [
    'createDisplayCode: admin owner display qr',
    'createDisplayLink: admin owner display qr',
    'getBuilding: admin owner qr',
    'getRoomCode: admin owner qr',
    'listAssembliesNow: display qr',
    'listUserAssemblyJoints: display',
  ],
  // Parts shown by `isOwner`: a card has no powers and no papers.
  '/LaunchPage/:zoomId?/:zoomPassword?': [
    'answerElection: qr',
    'askPowerCode: qr',
    'endOwnPower: qr',
    'getNoticeDebtors: qr',
    'getNoticeFile: qr',
    'getOwnPowers: qr',
    'getPowerProof: qr',
    'listNoticeFiles: qr',
    'signPower: qr',
  ],
  // Card of declared facts, shown by `useHasRight`.
  '/Assemblies/Challenge': ['declareFacts: admin'],
  // Card of other debts, enabled by `isOwner`; list of joints, enabled by `hasLikely` on the pages of reports.
  '/StatementOfAccountOwner': ['listBillingNow: owner', 'listOwnDebts: full admin'],
  '/Bills': ['listBillingNow: owner'],
  '/CashReceipts': ['listBillingNow: owner'],
};

it('the walk of the pages finds their calls', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(({ path }) => !moduleOf.has(path))).toEqual([]);
  const calls = new Set<string>();
  collectCalls([moduleOf.get('/AssemblyPanel') ?? '', 'default'], new Set(), calls);
  expect([...calls]).toEqual(expect.arrayContaining(['toggleConcept', 'deleteConcept', 'changeAssembly']));
});

it.each(pages.map((page) => [page.path, page] as const))(
  '%s offers no call refused to its users',
  (path, page) => {
    expect(refusedCalls(page).sort()).toEqual([...(checked[path] ?? [])].sort());
  },
);
