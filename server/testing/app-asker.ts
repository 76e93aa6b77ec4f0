import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../../shared/api.ts';
import { defined } from '../../shared/defined.ts';
import type { Profile } from '../../shared/profiles.ts';
import { Sessions } from '../accounts/sessions/sessions.service.ts';
import type { UserLinks } from '../accounts/users/links.repository.ts';
import { addUser } from '../accounts/users/people.fixture.ts';
import { assembliesPort } from '../assemblies/meeting/assemblies-port.ts';
import { headSignerOf } from '../platform/audit/signing.ts';
import { unpackedJson } from '../platform/lib/packed-json.ts';
import { readCsv } from '../platform/sheets/csv.ts';
import { storedUnitsText } from '../properties/apartments.repository.ts';
import { apartmentsService } from '../properties/apartments.service.ts';
import { JointDirectory } from '../properties/joint-directory.ts';
import { readUnits } from '../properties/read-units.ts';
import { readCoefficientTable } from '../properties/units-sheet/coefficient-table.ts';
import { type Input, type Reply, TEST_SECRET, type TestApp } from './app.ts';
import { Asker, type Sending } from './asker.ts';
import { upload } from './upload.ts';

/**
 * Stores a test user and a session directly in the database. Faster than creating the user and signing in,
 * because no password is hashed. Returns the user's id and the token of the session.
 */
export async function insertedUser(
  app: TestApp,
  username: string,
  profileId: Profile,
  links: Partial<UserLinks> = {},
): Promise<{ userId: string; token: string }> {
  const { db } = app.store;
  const userId = await addUser(db, username, profileId, links);
  return { userId: String(userId), token: await new Sessions(db, app.app.jwt).open({ userId }) };
}

/** API client for tests of an application in the same process, without a network. */
export class AppAsker extends Asker {
  readonly #app: TestApp;
  readonly token: string | null;

  constructor(app: TestApp, token: string | null = null) {
    super();
    this.#app = app;
    this.token = token;
  }

  as(token: string): this {
    return new AppAsker(this.#app, token) as this;
  }

  call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
    key?: string,
  ): Promise<Reply<Static<A>>> {
    const token = this.token === null ? {} : { token: this.token };
    return this.#app.call(endpoint, input, { ...token, ...defined({ key }) });
  }

  async send<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    { name, text, ...input }: Sending,
  ): Promise<Static<A>> {
    const file = { name, content: text };
    const sent = await upload(this.#app, endpoint, input as object, file, this.token ?? '');
    if (sent.status >= 300) throw new Error(`${endpoint.id}: ${JSON.stringify(sent.error)}`);
    return sent.body;
  }

  /**
   * Imports units into a joint without upload and worker: starting a worker takes longer than most tests. Other
   * tests cover uploads.
   */
  override async importUnits(jointId: number, name: string, text: string): Promise<void> {
    const {
      app: { jwt },
      store: { db },
    } = this.#app;
    const directory = new JointDirectory(db);
    // No subscriber needs an event: the application's publisher reads on demand.
    const publisher = { touch: () => undefined };
    const principal = await new Sessions(db, jwt).authenticate(this.token ?? '');
    if (principal === null) throw new Error('The token has no session.');
    const apartments = apartmentsService({
      db,
      directory,
      publisher,
      assemblies: assembliesPort({ db, directory, signer: headSignerOf(TEST_SECRET) }),
    });
    const stored = { stored: await storedUnitsText(db, jointId), sectors: [] };
    const read = readUnits({ reading: {}, remembered: [], ...stored, toStore: true }, (grounds) =>
      readCoefficientTable({ sheets: readCsv(Buffer.from(text), name) }, grounds),
    );
    if (read.refused) throw new Error(`no table: ${JSON.stringify(unpackedJson(read.report))}`);
    await apartments.replaceTable(principal, jointId, stored, read, name);
  }
}
