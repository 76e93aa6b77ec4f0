import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer } from '../../../server/testing/mail-server.ts';
import type { Random } from '../../../server/testing/random.ts';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { sendInvitations } from '../../../shared/assemblies/invitations.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { Caller } from '../caller.ts';
import type { Fault } from '../fault.ts';
import type { Ground } from '../ground.ts';

/** Number of owners invited by mail in a run. */
const INVITED = 5;
/**
 * Milliseconds without a greeting from the mail server: shorter than the sender's timeout, so the same connections
 * then send the mails.
 */
const MUTE_MS = 6_000;
/** Maximum wait in ms until all mails are sent: the sender's longest pause, plus the sending. */
const PATIENCE_MS = 300_000;

/** Proxy in front of a mail server: accepts connections and holds the data back until opened. */
class Door {
  readonly #server: Server;
  readonly #opened: Promise<number>;
  /** Connects waiting and later clients to the mail server at a port. */
  open: (port: number) => void = () => undefined;
  waiting = 0;

  constructor() {
    this.#opened = new Promise((resolve) => {
      this.open = resolve;
    });
    this.#server = createServer((socket) => {
      this.waiting += 1;
      socket.on('error', () => undefined);
      void this.#opened.then((port) => {
        const mails = connect(port, '127.0.0.1');
        mails.on('error', () => socket.destroy());
        socket.pipe(mails).pipe(socket);
      });
    });
    // Rows that end early do not close the proxy.
    this.#server.unref();
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}

/** Proxies by the data folder of a fault run. */
const doors = new Map<string, Door>();

async function invite(ground: Ground, random: Random): Promise<string[]> {
  const never = new AbortController().signal;
  const caller = new Caller(() => ground.balancer.url, random.fork(), never);
  const { halls, billed } = ground.prepared;
  const { jointId, operator, units } = random.pick(halls);
  const addresses: string[] = [];
  for (const { apartmentId } of units.slice(-INVITED)) {
    const email = `${apartmentId.toLowerCase()}@ejemplo.co`;
    const body = {
      username: `correo-${apartmentId}`,
      name: `Dueña de ${apartmentId}`,
      email,
      password: 'una clave de prueba',
      profileId: Profile.owner,
      assemblyApartments: [{ jointId, apartmentId }],
    };
    await caller.ask(createUser, { body }, { token: billed.staff });
    addresses.push(email);
  }
  await caller.ask(sendInvitations, { params: { jointId }, body: {} }, { token: operator });
  return addresses.sort();
}

/**
 * Fault runs with a mail server that hangs: no vote may wait for the mail server, and afterwards each mail is sent
 * once.
 */
export const mails: readonly Fault[] = [
  {
    name: 'mail server accepts, is mute',
    on: ['sqlite', 'postgres3'],
    inTests: [],
    inLong: ['sqlite'],
    times: 1,
    setup: async (folder) => {
      const door = new Door();
      doors.set(folder, door);
      return { smtpUrl: await door.listen() };
    },
    inject: async (ground, random) => {
      const door = doors.get(ground.folder);
      if (door === undefined) throw new Error('There is no mail server.');
      const addresses = await invite(ground, random);
      while (door.waiting === 0) await pause(10);
      await pause(MUTE_MS);
      const server = await startMailServer();
      ground.leave.push(() => server.close());
      door.open(server.port);
      const deadline = performance.now() + PATIENCE_MS;
      const recipients = () => server.taken.flatMap((mail) => mail.recipients).sort();
      // A mail sent twice must not hide a waiting mail.
      const isMissing = (address: string) => !recipients().includes(address);
      while (addresses.some(isMissing) && performance.now() < deadline) await pause(50);
      const taken = recipients();
      if (JSON.stringify(taken) !== JSON.stringify(addresses)) {
        throw new Error(`Mails went to ${taken.join(', ')} and not, once each, to ${addresses.join(', ')}.`);
      }
      ground.remarks.push(`${taken.length} mails, each once`);
    },
  },
];
