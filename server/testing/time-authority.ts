import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * Time-stamping authority for tests: a real HTTP server with openssl. Signs time stamps like the official
 * authorities.
 */
export interface TimeAuthority {
  url: URL;
  /** Path of the authority's root certificate (PEM). */
  root: string;
  /** Authorization header of each received query. */
  requests: (string | undefined)[];
  /** Answer chosen by a test in place of a time stamp, until set back to null. */
  script: { answer: ((response: ServerResponse) => void) | null };
  /** Makes the answer to a query: a signed time stamp. */
  reply: (query: Uint8Array) => Promise<Buffer>;
  close: () => Promise<void>;
}

const CONFIG = `
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
[stamps]
extendedKeyUsage = critical, timeStamping
[tsa]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
certs = root.pem
signer_cert = stamps.pem
signer_key = stamps.key
ess_cert_id_alg = sha256
`;

/**
 * Starts a time-stamping authority for a test.
 * @param kind type of the signing keys
 */
export async function startTimeAuthority(kind: 'rsa' | 'ec'): Promise<TimeAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-authority-'));
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder, encoding: 'buffer' });
  writeFileSync(join(folder, 'conf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01');
  const key = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const made = ['req', '-x509', '-config', 'conf', '-nodes', '-days', '30', '-newkey', ...key];
  await openssl(
    ...made,
    '-subj',
    '/CN=Raiz',
    '-extensions',
    'root',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  );
  const under = ['-CA', 'root.pem', '-CAkey', 'root.key', '-extensions', 'stamps'];
  await openssl(
    ...made,
    '-subj',
    '/CN=Hora de prueba',
    ...under,
    '-keyout',
    'stamps.key',
    '-out',
    'stamps.pem',
  );

  let queries = 0;
  const reply = async (query: Uint8Array) => {
    const name = `query-${queries++}`;
    writeFileSync(join(folder, name), query);
    const args = [
      'ts',
      '-reply',
      '-config',
      'conf',
      '-section',
      'tsa',
      '-queryfile',
      name,
      '-out',
      `${name}.tsr`,
    ];
    await openssl(...args);
    return readFileSync(join(folder, `${name}.tsr`));
  };
  const requests: TimeAuthority['requests'] = [];
  const script: TimeAuthority['script'] = { answer: null };
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const query = Buffer.concat(await request.toArray());
    if (script.answer !== null) return script.answer(response);
    const bytes = await reply(query);
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/tsa`),
    root: join(folder, 'root.pem'),
    requests,
    script,
    reply,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
