/** Prepares by API what a test is not about: the platform user, a joint with its units, people and codes. */
import { createFirstUser, signIn, signInWithCode } from '../../shared/accounts/auth.api.ts';
import { createUser, type NewUser, type User } from '../../shared/accounts/users.api.ts';
import { assignHolder, register } from '../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../shared/assemblies/codes.api.ts';
import { createConcept, defaultAnswers } from '../../shared/assemblies/concepts.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { ApiClient } from './api-client.ts';
import type { ServerProcess } from './server-process.ts';
import type { UnitTable } from './tables.ts';

export const PASSWORD = 'una clave de prueba';

/** Someone with a user. */
export interface Account {
  username: string;
  name: string;
}

export class TestSetup {
  readonly server: ServerProcess;
  /** As the platform user. */
  readonly staff: ApiClient;
  readonly platform: Account = { username: 'plataforma', name: 'Plataforma' };

  private constructor(server: ServerProcess, staff: ApiClient) {
    this.server = server;
    this.staff = staff;
  }

  /** On a fresh server: makes its platform user with the printed link. */
  static async on(server: ServerProcess): Promise<TestSetup> {
    const token = new URL(server.firstUserLink).hash.slice(1);
    const { jwt } = await new ApiClient(server.url).ask(createFirstUser, {
      body: { token, username: 'plataforma', name: 'Plataforma', password: PASSWORD },
    });
    return new TestSetup(server, new ApiClient(server.url, jwt));
  }

  async joint(jointName: string, table: UnitTable): Promise<number> {
    const { jointId } = await this.staff.ask(createJoint, { body: { jointName, usesBilling: true } });
    await this.staff.importUnits(jointId, table.fileName, table.csv);
    return jointId;
  }

  /** A user; what it is linked to is given as the users screen sends it. */
  async user(
    username: string,
    profileId: NewUser['profileId'],
    links: Partial<NewUser> = {},
  ): Promise<Account & User> {
    const name = `Persona ${username}`;
    return this.staff.ask(createUser, {
      body: { username, name, password: PASSWORD, profileId, ...links },
    });
  }

  owner(username: string, jointId: number, apartmentIds: readonly string[]): Promise<Account & User> {
    return this.user(username, Profile.owner, {
      assemblyApartments: apartmentIds.map((apartmentId) => ({ jointId, apartmentId })),
    });
  }

  async signedIn({ username }: Account): Promise<ApiClient> {
    const { jwt } = await this.staff.ask(signIn, { body: { username, password: PASSWORD } });
    return new ApiClient(this.server.url, jwt);
  }

  codes(jointId: number, quantity: number): Promise<string[]> {
    return this.staff.ask(issueCodes, { params: { jointId }, body: { quantity } }).then((lot) => lot.codes);
  }

  /** An owner, with all of their units registered for them. */
  async presentOwner(username: string, jointId: number, apartmentIds: readonly string[]): Promise<User> {
    const user = await this.owner(username, jointId, apartmentIds);
    for (const apartmentId of apartmentIds) {
      await this.staff.ask(assignHolder, { body: { jointId, apartmentId, userId: user.userId } });
    }
    return user;
  }

  /** Registers units at the door, for whoever holds a fresh code; returns the code. */
  async atDoor(jointId: number, apartmentIds: readonly string[]): Promise<string> {
    const [code = ''] = await this.codes(jointId, 1);
    await this.staff.ask(register, { params: { jointId }, body: { apartmentIds: [...apartmentIds], code } });
    return code;
  }

  /** The session of whoever holds a code. */
  async holderOf(code: string): Promise<ApiClient> {
    const { jwt } = await this.staff.ask(signInWithCode, { body: { code } });
    return new ApiClient(this.server.url, jwt);
  }

  /** Opens a question with the default answers; returns its concept's number. */
  async question(jointId: number, conceptDescription: string): Promise<number> {
    const answers = defaultAnswers.map((answerDescription) => ({ answerDescription }));
    const asked = await this.staff.ask(createConcept, {
      body: { jointId, conceptDescription, active: 1, answers },
    });
    return asked.conceptId;
  }
}
