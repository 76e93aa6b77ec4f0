/** Prepares data by API for browser tests: platform user, joint with units, people, codes. */
import { type Question, World } from '../../server/testing/world.ts';
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

  /** Registers units at the desk with a new code. Returns the code. */
  atDoor(jointId: number, apartmentIds: readonly string[]): Promise<string> {
    return this.hall(jointId).register(apartmentIds);
  }

  /** Opens a question. Returns the question's id. */
  question(jointId: number, question: Question): Promise<number> {
    return this.hall(jointId).ask(question);
  }
}
