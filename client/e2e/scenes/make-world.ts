/** Creates the data of the scenes: an empty server, and an evening with a joint in each state of an assembly. */

import { fileURLToPath } from 'node:url';
import { person } from '../../../server/demo/people.ts';
import { ANA, BEATRIZ, CAMILO } from '../../../server/demo/samanes.ts';
import type { UnitOfJoint } from '../../../server/properties/unit-rows.ts';
import { Books } from '../../../server/testing/world.ts';
import { ME, type NewUser } from '../../../shared/accounts/users.api.ts';
import { announceArrival, openJoining } from '../../../shared/assemblies/arrivals.api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register } from '../../../shared/assemblies/attendance.api.ts';
import { makeBadges } from '../../../shared/assemblies/codes.api.ts';
import { takeDebtorsList } from '../../../shared/assemblies/law/debtors.api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { confirmPresence, startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { listRecords } from '../../../shared/assemblies/votes.api.ts';
import { listBills } from '../../../shared/billing/bills.api.ts';
import { makeIntent } from '../../../shared/billing/gateway.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { addDays, dayInBogota, instantInBogota } from '../../../shared/days.ts';
import { addParticipant, attend, createEvent } from '../../../shared/events/events.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import type { SessionUser } from '../../lib/session.store.ts';
import { ApiClient } from '../api-client.ts';
import { ServerProcess } from '../server-process.ts';
import { TestSetup } from '../test-setup.ts';
import { billJoint, payOnline, whereToPay } from './make-billing.ts';
import { large, type Place, places, sectorial, small, tableOf, unitsByOwner } from './places.ts';
import { AssemblySeed, evenly, shares } from './seed-assembly.ts';
import { type GuestName, World } from './world.ts';

const CLOCK = fileURLToPath(new URL('./fast-clock.mjs', import.meta.url));

class Maker {
  readonly world: World;
  readonly setup: TestSetup;

  constructor(world: World, setup: TestSetup) {
    this.world = world;
    this.setup = setup;
  }

  static async start(nodeOptions?: string): Promise<Maker> {
    const server = await ServerProcess.start({ nodeOptions });
    const setup = await TestSetup.on(server);
    const maker = new Maker(new World(server), setup);
    await maker.#enter('platform', { ...setup.platform, profileId: Profile.full, userId: '1' });
    return maker;
  }

  async #enter(guest: GuestName, user: SessionUser) {
    const { token } = await this.setup.signedIn(user);
    this.world.guests.set(guest, { token: token ?? '', user });
  }

  async user(
    guest: GuestName,
    name: string,
    profileId: NewUser['profileId'],
    links: Partial<NewUser> = {},
  ): Promise<string> {
    const username = guest.replaceAll(' ', '.');
    const { userId } = await this.setup.user(username, profileId, { name, ...links });
    await this.#enter(guest, { userId, username, name, profileId });
    return userId;
  }

  /** Creates an owner with a user, for all units of the owner in the table. Registers the units if requested. */
  async owner(
    guest: GuestName,
    name: string,
    at: Partial<Record<Place, readonly UnitOfJoint[]>>,
    isPresent: boolean,
  ): Promise<void> {
    const links = Object.entries(at).flatMap(([place, table]) => {
      const jointId = this.world.joint(place as Place);
      return own(table, name).map(({ apartmentId }) => ({ jointId, apartmentId }));
    });
    const email = `${guest.replaceAll(' ', '.')}@ejemplo.co`;
    const userId = await this.user(guest, name, Profile.owner, {
      assemblyApartments: links,
      billingApartments: links,
      email,
    });
    if (!isPresent) return;
    for (const link of links) await this.setup.staff.ask(assignHolder, { body: { ...link, userId } });
  }

  async joint(place: Place, units: readonly UnitOfJoint[]): Promise<AssemblySeed> {
    return this.#known(place, await this.setup.joint(places[place], tableOf(units)));
  }

  async sectors(): Promise<AssemblySeed> {
    const { jointName, units, sectors } = sectorial;
    const tables = sectors.map(({ sectorName, units: own }) => ({ sectorName, ...tableOf(own) }));
    const { jointId } = await this.setup.jointOf(jointName, tableOf(units), { sectors: tables });
    return this.#known('sectorial', jointId);
  }

  /** Creates the operator, the administrator and the wall screen's link of a joint. */
  async #known(place: Place, jointId: number): Promise<AssemblySeed> {
    this.world.joints.set(place, jointId);
    const links = { assemblyJoints: [jointId], billingJoints: [jointId] };
    await this.user(`operator of ${place}`, 'Óscar Darío Henao', Profile.operator, links);
    await this.user(`admin of ${place}`, 'Adriana Castaño Vélez', Profile.admin, links);
    const { url } = await this.setup.staff.ask(createDisplayLink, { params: { jointId } });
    this.world.displayLinks.set(place, url);
    return new AssemblySeed(this.setup.staff, jointId);
  }

  as(guest: GuestName): ApiClient {
    return new ApiClient(this.world.url, this.world.guest(guest)?.token ?? null);
  }

  async codeOf(guest: GuestName, code: string): Promise<void> {
    const { token } = await this.setup.holderOf(code);
    const user = { userId: ME, username: '', name: '', profileId: Profile.qr };
    this.world.guests.set(guest, { token: token ?? '', user });
  }
}

const own = (table: readonly UnitOfJoint[], name: string): readonly UnitOfJoint[] =>
  unitsByOwner(table).get(name) ?? [];
const without = (table: readonly UnitOfJoint[], names: readonly string[]): UnitOfJoint[] =>
  table.filter((unit) => !names.includes(unit.owner));
/** Units of the first owners in a table, up to the given part (0 to 1) of the coefficients. */
function upTo(table: readonly UnitOfJoint[], part: number): UnitOfJoint[] {
  const whole = table.reduce((sum, unit) => sum + unit.coefficient, 0);
  const coming: UnitOfJoint[] = [];
  let sum = 0;
  for (const units of unitsByOwner(table).values()) {
    const weight = units.reduce((total, unit) => total + unit.coefficient, 0);
    if (sum + weight > whole * part) continue;
    sum += weight;
    coming.push(...units);
  }
  return coming;
}

/** Starts a server without joints, with a user of each profile, for the scenes of empty pages. */
export async function makeEmptyWorld(): Promise<World> {
  const maker = await Maker.start();
  await maker.user('admin of nothing', 'Adriana Castaño Vélez', Profile.admin);
  await maker.user('operator of nothing', 'Óscar Darío Henao', Profile.operator);
  await maker.user('owner of nothing', 'Luz Marina Peña', Profile.owner);
  await maker.user('events', 'Mónica Guzmán', Profile.events);
  return maker.world;
}

/**
 * Starts a server for the scenes, with an assembly in each joint, each in another state (prepared, open,
 * closed …).
 */
export async function makeEvening(): Promise<World> {
  const maker = await Maker.start(`--import=${CLOCK}`);
  await running(maker);
  await Promise.all([preparing, noQuorum, checking, secondCall, closed, electing].map((make) => make(maker)));
  await maker.sectors();
  await fair(maker);
  return maker.world;
}

/** Creates an event with arrivals, and a future event. */
async function fair(maker: Maker): Promise<void> {
  const { staff } = maker.setup;
  const workshop = await staff.ask(createEvent, {
    body: { name: 'Taller de propiedad horizontal', heldOn: '2026-10-03' },
  });
  const { eventId } = await staff.ask(createEvent, {
    body: { name: 'Feria de convivencia', heldOn: dayInBogota(Date.now()) },
  });
  maker.world.eventId = eventId;
  await maker.user('events', 'Mónica Guzmán', Profile.events, { events: [workshop.eventId, eventId] });
  const names = [
    'Ximena Ñáñez de la Peña',
    LONG.slice(1, 120),
    ...[1, 3, 5, 7, 9, 11].map((n) => person(n).name),
  ];
  for (const [at, name] of names.entries()) {
    const participantId = String(90_000_001 + at);
    await staff.ask(addParticipant, { params: { eventId }, body: { participantId, name } });
    if (at < 5) await staff.ask(attend, { params: { participantId }, body: { eventId } });
  }
}

async function preparing(maker: Maker): Promise<void> {
  const hall = await maker.joint('preparing', small);
  await hall.describe({
    title: 'Asamblea General Ordinaria 2026',
    mode: 'inPerson',
    scheduledAt: instantInBogota(addDays(dayInBogota(Date.now()), 9), '18:30'),
    place: 'Salón comunal, torre 2',
  });
  await hall.ask({ conceptDescription: '¿Aprueba los estados financieros de 2025?', active: 0 });
  await hall.ask({ conceptDescription: '¿Aprueba el presupuesto de 2026?', active: 0 });
  await maker.setup.codes(hall.jointId, 8);
  await maker.owner('owner of preparing', small[2]?.owner ?? '', { preparing: small }, false);
}

async function noQuorum(maker: Maker): Promise<void> {
  const hall = await maker.joint('noQuorum', small);
  const params = { jointId: hall.jointId };
  // One vote per owner in non-economic questions.
  await maker.setup.staff.ask(changeJoint, { params, body: { votePer: 'owner' } });
  await hall.openRegistration();
  const there = upTo(small, 0.36);
  const [code = ''] = await hall.arrive(there);
  // A holder of two powers only, both with instructions.
  const [ofPower = ''] = await maker.setup.codes(hall.jointId, 1);
  const granted = small.filter((unit) => !there.includes(unit) && unit !== small[20]).slice(0, 2);
  const powers: number[] = [];
  for (const { apartmentId } of granted) {
    const { powerId } = await maker.setup.staff.ask(enterPower, {
      params,
      body: {
        apartmentIds: [apartmentId],
        holder: { name: there[0]?.owner ?? '' },
        accept: true,
        instructions: 'Que apruebe el orden del día solo si se trata la seguridad',
      },
    });
    powers.push(powerId);
  }
  await maker.setup.staff.ask(register, { params, body: { code: ofPower, powers } });
  const conceptId = await hall.ask({
    conceptDescription: '¿Aprueba el orden del día?',
    rule: 'perUnit',
    matter: 'nonEconomic',
  });
  await hall.vote(conceptId, shares(50, 20));
  await maker.codeOf('code of noQuorum', code);
  await maker.codeOf('code with a power', ofPower);
  await maker.owner('owner of noQuorum', small[20]?.owner ?? '', { noQuorum: small }, false);
  await billed(maker, hall.jointId);
}

/** Bills a joint for three months: some owners pay a part or not at all, one pays too much. */
async function billed(maker: Maker, jointId: number): Promise<void> {
  const { staff } = maker.setup;
  await Books.ceiling(staff, '2026-01', 25.62);
  await staff.ask(changeBillingSettings, { params: { jointId }, body: whereToPay });
  const books = new Books(staff, jointId);
  const rows = small.map(({ apartmentId }) => `${apartmentId};290.000;12.500`);
  const csv = ['Inmueble;Administración;Parqueadero de visitantes', ...rows, ''].join('\n');
  const debtor = small[20]?.apartmentId ?? '';
  await books.bill('2026-04', csv, '2026-04-05');
  await books.pay(debtor, 175_000, '2026-05-02');
  await books.bill('2026-05', csv, '2026-05-05');
  await books.pay(small.at(-1)?.apartmentId ?? '', 900_000, '2026-05-20');
  await books.bill('2026-06', csv, '2026-06-05');
  const of = { jointId, apartmentId: debtor };
  const [last] = await staff.ask(listBills, { params: of });
  maker.world.bill = last?.bill ?? 0;
  await payOnline(staff, jointId);
  const begun = { params: { jointId }, body: { apartmentId: debtor, amount: 120_000 } };
  maker.world.reference = (await staff.ask(makeIntent, begun)).reference;
}

/** Starts a presence check for some units registered from home; one unit has confirmed. */
async function checking(maker: Maker): Promise<void> {
  const hall = await maker.joint('checking', small);
  await hall.describe({ title: 'Asamblea General Ordinaria 2026', mode: 'mixed' });
  await hall.openRegistration();
  const atHome = [2, 5, 9].map((at) => small[at]?.owner ?? '');
  await hall.arrive(upTo(without(small, atHome), 0.5));
  const params = { jointId: hall.jointId };
  for (const [at, name] of atHome.entries()) {
    const guest = at === 0 ? 'owner of checking' : (`owner who checks ${at}` as const);
    await maker.owner(guest, name, { checking: small }, false);
    const apartmentIds = own(small, name).map((unit) => unit.apartmentId);
    await maker.as(guest).ask(register, { params, body: { apartmentIds } });
  }
  await maker.setup.staff.ask(startQuorumCheck, { params });
  await maker.as('owner who checks 1').ask(confirmPresence, { params });
}

async function secondCall(maker: Maker): Promise<void> {
  const hall = await maker.joint('secondCall', small);
  await hall.describe({ title: 'Asamblea General Ordinaria 2026' });
  await hall.openRegistration();
  await hall.arrive(upTo(small, 0.2));
  await maker.setup.staff.ask(changeAssembly, { params: { jointId: hall.jointId }, body: { call: 2 } });
  await hall.openRegistration();
  const [code = ''] = await hall.arrive(upTo(small, 0.15));
  await maker.codeOf('code of secondCall', code);
  // The wall shows the QR, and a phone waits at the desk.
  const { code: joinCode } = await maker.setup.staff.ask(openJoining, { params: { jointId: hall.jointId } });
  await maker.setup.staff.ask(announceArrival, {
    params: { code: joinCode },
    body: { apartmentId: small.at(-1)?.apartmentId ?? '', document: '52123456', ticket: 'A'.repeat(43) },
  });
  await billJoint(maker.setup.staff, hall.jointId);
  for (const purpose of ['notice', 'acta'] as const)
    await maker.setup.staff.ask(takeDebtorsList, { params: { jointId: hall.jointId }, body: { purpose } });
  await maker.setup.staff.ask(changeJoint, {
    params: { jointId: hall.jointId },
    body: {
      majorities: {
        budget: { threshold: { percent: 60, base: 'represented' }, clause: 'artículo 45 del reglamento' },
        election: { threshold: null, clause: 'artículo 51 del reglamento' },
      },
    },
  });
}

const LONG =
  '¿Aprueba el presupuesto de ingresos y gastos del año 2026, con un incremento del 6,5 % en la cuota de administración y una cuota extraordinaria para la impermeabilización de las cubiertas de las tres torres?';

/** Names of owners of the large joint with phones. Some vote while screenshots are taken. */
const [voter = '', voterOfMany = '', late = '', replaced = '', sender = '', withCode = ''] = [
  1, 3, 5, 7, 9, 11,
].map((n) => person(n).name);

async function running(maker: Maker): Promise<void> {
  const hall = await maker.joint('running', large);
  await hall.describe({
    title: 'Asamblea General Ordinaria de Copropietarios 2026',
    agenda: '1. Verificación del quórum\n2. Presupuesto del año\n3. Proposiciones y varios',
    mode: 'mixed',
    zoomId: '10020030040',
    zoomPassword: 'samanes',
  });
  // Made before all scenes: badges made in a scene would change other scenes, depending on the order.
  await maker.setup.staff.ask(makeBadges, { params: { jointId: hall.jointId }, body: {} });
  await hall.openRegistration();
  const at = { running: large };
  await maker.owner('owner of running', ANA.name, at, true);
  await maker.owner('owner who has many units', BEATRIZ.name, at, true);
  await maker.owner('owner who voted', CAMILO.name, at, true);
  await maker.owner('owner who votes', voter, at, true);
  await maker.owner('owner who votes for many', voterOfMany, at, true);
  await maker.owner('owner who sends', sender, at, true);
  await maker.owner('owner who comes late', late, at, false);
  await maker.owner('owner who is replaced', replaced, at, false);
  const onPhones = [ANA.name, BEATRIZ.name, CAMILO.name, voter, voterOfMany, late, sender, withCode];
  const atDoor = upTo(without(large, onPhones), 0.62);
  const half = Math.floor(atDoor.length / 2);
  await hall.arrive(atDoor.slice(0, half));
  await hall.decide({ conceptDescription: '¿Aprueba el orden del día?' }, shares(82, 6, 4));
  await hall.arrive(atDoor.slice(half));
  await hall.decide({ conceptDescription: '¿Aprueba los estados financieros de 2025?' }, shares(58, 22, 6));
  const conceptId = await hall.ask({ conceptDescription: LONG });
  await hall.vote(conceptId, shares(46, 20, 7));
  const his = own(large, CAMILO.name).map(({ apartmentId }) => ({ apartmentId, voteId: 1 }));
  await hall.cast(conceptId, his);
  await hall.ask({
    conceptDescription: '¿Qué plancha elige para el consejo de administración?',
    texts: ['Plancha 1: Samanes en familia', 'Plancha 2: Convivencia y cuentas claras', 'Blanco'],
    rule: 'election',
    active: 0,
  });
  // Arrives after the votes, to have a question to answer.
  const [code = ''] = await hall.arrive(own(large, withCode));
  await maker.codeOf('code of running', code);
}

const council = [
  { answerDescription: 'Plancha 1: Mirador en familia', names: people(20, 7) },
  { answerDescription: 'Plancha 2: Convivencia y cuentas claras', names: people(40, 5) },
  { answerDescription: 'Plancha 3', names: people(60, 2) },
];
const BLANK = 'Voto en blanco';

function people(from: number, quantity: number): string[] {
  return Array.from({ length: quantity }, (_, at) => person(from + at).name);
}

/**
 * Creates elections: a council of five by lists, one decided by lot, one prepared, and an open committee by names.
 */
async function electing(maker: Maker): Promise<void> {
  const hall = await maker.joint('electing', small);
  await hall.describe({ title: 'Asamblea General Ordinaria 2026', mode: 'inPerson' });
  await hall.openRegistration();
  const voters = small.slice(1, 6).map(({ owner }) => owner);
  const [at, many = '', alone = ''] = [{ electing: small }, ...new Set(voters)];
  await maker.owner('owner of electing', many, at, true);
  await maker.owner('owner who elects', alone, at, true);
  const present = upTo(without(small, [many, alone]), 0.7);
  await hall.arrive(present);
  const election = { rule: 'election', method: 'quotient' } as const;
  await hall.decide(
    {
      ...election,
      seats: 5,
      texts: [...council, BLANK],
      conceptDescription: '¿Qué plancha elige para el consejo de administración 2026?',
    },
    shares(44, 31, 12, 6),
  );
  await hall.decide(
    {
      ...election,
      seats: 3,
      texts: [...council.slice(0, 2), BLANK],
      conceptDescription: '¿Qué plancha elige para el comité de obras?',
    },
    evenly(present.filter(({ coefficient }) => coefficient > 0)),
  );
  await hall.ask({
    ...election,
    seats: 3,
    texts: [...council, BLANK],
    active: 0,
    conceptDescription: '¿Qué plancha elige para el comité de presupuesto?',
  });
  const conceptId = await hall.ask({
    rule: 'election',
    method: 'nominal',
    seats: 3,
    texts: [...people(80, 6), BLANK],
    hideResults: true,
    conceptDescription: '¿A quiénes elige para el comité de convivencia?',
  });
  await hall.vote(conceptId, shares(30, 20, 15, 10));
}

/** Creates a closed assembly with a question for every possible outcome, and an earlier assembly. */
async function closed(maker: Maker): Promise<void> {
  const hall = await maker.joint('closed', small);
  const { staff } = maker.setup;
  const params = { jointId: hall.jointId };
  await hall.describe({ title: 'Asamblea General Ordinaria 2025', mode: 'virtual' });
  await hall.openRegistration();
  await staff.ask(changeAssembly, { params, body: { closed: true } });
  await staff.ask(openAssembly, {
    params,
    body: {
      title: 'Asamblea General Ordinaria 2026',
      mode: 'inPerson',
      president: 'Nubia Stella Cañas',
      secretary: 'Efraín Páez',
    },
  });
  await hall.openRegistration();
  const few = upTo(small, 0.4);
  await hall.arrive(few);
  await hall.decide({ conceptDescription: '¿Aprueba el orden del día?' }, shares(80, 10));
  await hall.arrive(
    without(
      small,
      few.map((unit) => unit.owner),
    ),
  );
  await hall.decide({ conceptDescription: '¿Aprueba los estados financieros de 2025?' }, shares(75, 15));
  const sale = await hall.decide(
    { conceptDescription: '¿Aprueba la venta del lote contiguo?' },
    shares(25, 65),
  );
  await hall.reopen(sale, 'Dos propietarios estaban en la mesa de registro mientras se votaba');
  await hall.decide(
    { conceptDescription: '¿Cambia el horario del salón social?', rule: 'perUnit' },
    shares(70, 20, 5),
  );
  await hall.decide(
    { conceptDescription: '¿Aprueba la reforma del reglamento?', rule: 'qualified' },
    shares(85, 10),
  );
  const lists = ['Plancha 1: Convivencia', 'Plancha 2: Cuentas claras', 'Blanco'];
  const election = { rule: 'election', texts: lists } as const;
  await hall.decide({ conceptDescription: '¿Quién forma el consejo?', ...election }, shares(60, 30, 5));
  await hall.decide({ conceptDescription: '¿Quién revisa las cuentas?', ...election }, evenly(small));
  await hall.decide({ conceptDescription: '¿Aprueba el acta?' }, () => 0);
  const votes = await staff.ask(listRecords, { params: { ...params, conceptId: 2 } });
  maker.world.receipt = votes[0]?.receipt ?? '';
  await maker.owner('owner of closed', small[6]?.owner ?? '', { closed: small }, false);
  await staff.ask(changeAssembly, { params, body: { closed: true } });
}
