/** Prepares data by API for browser tests: platform user, joint with units, people, codes. */
import { type Question, World } from '../../server/testing/world.ts';
import { makeBadges } from '../../shared/assemblies/codes.api.ts';
import { ApiClient } from './api-client.ts';
import type { ServerProcess } from './server-process.ts';

/** Creates test data on a running server through the API: joints, users, assemblies. */
export class TestSetup extends World<ApiClient> {
  readonly server: ServerProcess;

  private constructor(server: ServerProcess, staff: ApiClient) {
    super(staff);
    this.server = server;
  }

  /** Creates the platform user on a new server, with the printed link. */
  static async on(server: ServerProcess): Promise<TestSetup> {
    const token = new URL(server.firstUserLink).hash.slice(1);
    return new TestSetup(server, await World.enter(new ApiClient(server.url), token));
  }

  codes(jointId: number, quantity: number): Promise<string[]> {
    return this.hall(jointId).codes(quantity);
  }

  /** Makes badges for the named units, by default for all units. Returns the codes in the order of the units. */
  async badges(jointId: number, apartmentIds?: string[]): Promise<string[]> {
    const body = apartmentIds === undefined ? {} : { apartmentIds };
    const { badges } = await this.staff.ask(makeBadges, { params: { jointId }, body });
    const codes = this.server.storedBadges(jointId);
    return badges.map(({ apartmentId }) => codes.get(apartmentId) ?? '');
  }

  /** Registers units at the desk with a new code. Returns the code. */
  atDoor(jointId: number, apartmentIds: readonly string[]): Promise<string> {
    return this.hall(jointId).register(apartmentIds);
  }

  /** Opens a question. Returns the question's id. */
  question(jointId: number, question: Question): Promise<number> {
    return this.hall(jointId).ask(question);
  }
}
