/**
 * Test data created by API calls, for tests and benchmarks: platform user, joints with units, users, assemblies
 * with registrations and votes, books with billed months.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createFirstUser, signIn, signInWithCode } from '../../shared/accounts/auth.api.ts';
import { createUser, type NewUser, type User } from '../../shared/accounts/users.api.ts';
import { type AssemblyChanges, changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register } from '../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../shared/assemblies/codes.api.ts';
import {
  ATTENDANCE,
  createConcept,
  defaultAnswers,
  type NewAnswer,
  type NewConcept,
  toggleConcept,
} from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { prepareMonth, sendDraft } from '../../shared/billing/drafts.api.ts';
import { getRelation, issueMonth } from '../../shared/billing/months.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { setLegalRate } from '../../shared/billing/settings.api.ts';
import { monthOfDay, shiftMonth, today, yearAndMonth } from '../../shared/days.ts';
import { defined } from '../../shared/defined.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, type Joint } from '../../shared/properties/joints.api.ts';
import { getJob } from '../../shared/reports/jobs.api.ts';
import type { Asker } from './asker.ts';

export const PASSWORD = 'una clave de prueba';

/** User name and name of a person with a user account. */
export interface Account {
  username: string;
  name: string;
}

/** Table of units as a CSV file. */
export interface TableFile {
  fileName: string;
  csv: string;
}

export interface Sector extends TableFile {
  sectorName: string;
}

/** Question to create in a test. A text alone means a question with the default answers, opened at once. */
export type Question =
  | string
  | (Omit<NewConcept, 'jointId' | 'answers' | 'active'> &
      Partial<Pick<NewConcept, 'active'>> & { texts?: readonly (string | NewAnswer)[] });

/** Number of votes sent at the same time. */
const AT_ONCE = 12;
/** Interval in ms between two looks at a running job. */
const LOOK_MS = 200;

export class World<A extends Asker = Asker> {
  /** API client signed in as the platform's staff user. */
  readonly staff: A;
  readonly platform: Account = { username: 'plataforma', name: 'Plataforma' };

  constructor(staff: A) {
    this.staff = staff;
  }

  /**
   * Creates the platform's staff user in an empty store by the one-time link. Returns a client signed in as the
   * user.
   */
  static async enter<A extends Asker>(guest: A, firstUserToken: string): Promise<A> {
    const body = { token: firstUserToken, username: 'plataforma', name: 'Plataforma', password: PASSWORD };
    return guest.as((await guest.ask(createFirstUser, { body })).jwt);
  }

  /** Creates a joint with the units of the table, and sectors with separate tables. */
  async jointOf(
    jointName: string,
    table: TableFile,
    { sectors = [], usesBilling = true }: { sectors?: readonly Sector[]; usesBilling?: boolean } = {},
  ): Promise<Joint> {
    const named = sectors.map(({ sectorName }) => ({ sectorName }));
    const body = { jointName, usesBilling, ...defined({ sectors: named.length === 0 ? undefined : named }) };
    const joint = await this.staff.ask(createJoint, { body });
    await this.staff.importUnits(joint.jointId, table.fileName, table.csv);
    for (const [i, { sectorId }] of joint.sectors.entries()) {
      const { fileName, csv } = sectors[i] ?? table;
      await this.staff.importUnits(sectorId, fileName, csv);
    }
    return joint;
  }

  async joint(jointName: string, table: TableFile): Promise<number> {
    return (await this.jointOf(jointName, table)).jointId;
  }

  /** Creates a user. Links to joints and units have the form of the users screen. */
  user(
    username: string,
    profileId: NewUser['profileId'],
    more: Partial<NewUser> = {},
  ): Promise<Account & User> {
    const body = { username, name: `Persona ${username}`, password: PASSWORD, profileId, ...more };
    return this.staff.ask(createUser, { body });
  }

  owner(username: string, jointId: number, apartmentIds: readonly string[]): Promise<Account & User> {
    const assemblyApartments = apartmentIds.map((apartmentId) => ({ jointId, apartmentId }));
    return this.user(username, Profile.owner, { assemblyApartments });
  }

  /** Creates an owner with a user, and registers the units for the owner. */
  async presentOwner(username: string, jointId: number, apartmentIds: readonly string[]): Promise<User> {
    const user = await this.owner(username, jointId, apartmentIds);
    for (const apartmentId of apartmentIds) {
      await this.staff.ask(assignHolder, { body: { jointId, apartmentId, userId: user.userId } });
    }
    return user;
  }

  async signedIn({ username }: Pick<Account, 'username'>): Promise<A> {
    return this.staff.as((await this.staff.ask(signIn, { body: { username, password: PASSWORD } })).jwt);
  }

  /** Signs in with the code of a card or badge. Returns a client with the session. */
  async holderOf(code: string): Promise<A> {
    return this.staff.as((await this.staff.ask(signInWithCode, { body: { code } })).jwt);
  }

  /** Returns a helper for running the joint's assembly as the staff user. */
  hall(jointId: number): Hall {
    return new Hall(this.staff, jointId);
  }
}

/** Helper for tests to run the assembly of a joint with the calls of the registration desk. */
export class Hall {
  readonly jointId: number;
  readonly desk: Asker;

  constructor(desk: Asker, jointId: number) {
    this.desk = desk;
    this.jointId = jointId;
  }

  /** Changes details of the assembly, for example the call, or closes the assembly. */
  async describe(assembly: AssemblyChanges): Promise<void> {
    await this.desk.ask(changeAssembly, { params: this, body: assembly });
  }

  /** Opens the registration to owners at home. */
  openRegistration(): Promise<void> {
    return this.#toggle(ATTENDANCE, 1);
  }

  async codes(quantity: number): Promise<string[]> {
    return (await this.desk.ask(issueCodes, { params: this, body: { quantity } })).codes;
  }

  /** Registers units at the desk with the given code, or with a new code. Returns the code. */
  async register(apartmentIds: readonly string[], holder?: string): Promise<string> {
    const [code = ''] = holder === undefined ? await this.codes(1) : [holder];
    await this.desk.ask(register, { params: this, body: { apartmentIds: [...apartmentIds], code } });
    return code;
  }

  /** Creates a question. Returns the number of the concept. */
  async ask(question: Question): Promise<number> {
    const newQuestion = typeof question === 'string' ? { conceptDescription: question } : question;
    const { texts = defaultAnswers, ...rest } = newQuestion;
    const answers = texts.map((text) => (typeof text === 'string' ? { answerDescription: text } : text));
    const body = { active: 1 as const, ...rest, jointId: this.jointId, answers };
    return (await this.desk.ask(createConcept, { body })).conceptId;
  }

  /** Enters paper votes at the desk. */
  async cast(conceptId: number, votes: readonly { apartmentId: string; voteId: number }[]): Promise<void> {
    const { jointId } = this;
    for (let at = 0; at < votes.length; at += AT_ONCE) {
      const some = votes.slice(at, at + AT_ONCE);
      await Promise.all(
        some.map((vote) => this.desk.ask(castVote, { body: { jointId, conceptId, ...vote } })),
      );
    }
  }

  close(conceptId: number): Promise<void> {
    return this.#toggle(conceptId, 0);
  }

  async #toggle(conceptId: number, active: 0 | 1): Promise<void> {
    await this.desk.ask(toggleConcept, { body: { jointId: this.jointId, conceptId, active } });
  }
}

/**
 * Helper for tests of a joint's billing: months from spreadsheet to bills, payments, and the legal ceiling
 * of interest.
 */
export class Books {
  readonly jointId: number;
  readonly #staff: Asker;

  constructor(staff: Asker, jointId: number) {
    this.#staff = staff;
    this.jointId = jointId;
  }

  /** Stores the legal ceiling of interest for each month from `from` until now, for the whole platform. */
  static async ceiling(staff: Asker, from: string, annualRate: number): Promise<void> {
    const last = monthOfDay(today());
    for (let month = from; month <= last; month = shiftMonth(month, 1)) {
      await staff.ask(setLegalRate, { body: { month, annualRate, source: 'Certificación de prueba' } });
    }
  }

  /** Prepares a month of billing from a CSV with units and charges. */
  async prepare(month: string, csv: string): Promise<void> {
    const params = { jointId: this.jointId };
    const { draftId } = await this.#staff.send(sendDraft, { params, name: `cobros ${month}.csv`, text: csv });
    await this.#staff.ask(prepareMonth, { params: { ...params, draftId }, body: yearAndMonth(month) });
  }

  /** Prepares a month of billing and issues the bills on a day. */
  async bill(month: string, csv: string, on: string): Promise<void> {
    await this.prepare(month, csv);
    await this.issue(month, on);
  }

  /** Returns the fingerprint of the previewed bills of a prepared month, for an issue on a day. */
  async preview(month: string, on: string): Promise<string> {
    const params = { jointId: this.jointId, ...yearAndMonth(month) };
    const { figures } = await this.#staff.ask(getRelation, { params, query: { issueDate: on } });
    return figures ?? '';
  }

  /** Issues the bills of a prepared month on a day, as previewed by `preview`, and waits for the job. */
  async issue(month: string, on: string, figures?: string): Promise<void> {
    const { jobId } = await this.#staff.ask(issueMonth, {
      params: { jointId: this.jointId, ...yearAndMonth(month) },
      // Months of last year are long overdue.
      body: { issueDate: on, acceptPastDue: true, figures: figures ?? (await this.preview(month, on)) },
    });
    for (;;) {
      const job = await this.#staff.ask(getJob, { params: { jobId } });
      if (job.state === 'done') return;
      if (job.state !== 'queued' && job.state !== 'running') throw new Error(`issue: ${JSON.stringify(job)}`);
      await pause(LOOK_MS);
    }
  }

  /** Enters a payment. Returns the number of the cash receipt. */
  async pay(apartmentId: string, amount: number, valueDate: string): Promise<number> {
    const body = { apartmentId, amount, valueDate };
    const { receipt } = await this.#staff.ask(addPayment, { params: { jointId: this.jointId }, body });
    return receipt?.cashReceipt ?? 0;
  }
}
