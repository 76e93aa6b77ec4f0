/**
 * Compared server in FeathersJS 5 as documented: Koa, JWT authentication with a user entity, a service of votes on
 * knex with schemas that validate input and resolve output, real-time events published to a channel of the joint.
 * SQLite settings as in SCAF: WAL, synced at each commit. No audit trail, no keys, and no rules but a single vote
 * per unit. argv: the folder of the database; the number of people. Sends `{ port, tokens }`.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { AuthenticationService, authenticate, JWTStrategy } from '@feathersjs/authentication';
import { feathers } from '@feathersjs/feathers';
import { KnexService } from '@feathersjs/knex';
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa';
import { Ajv, resolve, hooks as schemaHooks } from '@feathersjs/schema';
import socketio from '@feathersjs/socketio';
import typebox from '@feathersjs/typebox';
import knex from 'knex';

const { getValidator, Type } = typebox;
const [folder, people] = process.argv.slice(2);

const database = knex({
  client: 'better-sqlite3',
  connection: { filename: join(folder, 'feathers.sqlite') },
  useNullAsDefault: true,
  pool: {
    afterCreate: (connection, done) => {
      connection.pragma('journal_mode = WAL');
      connection.pragma('synchronous = FULL');
      done(null, connection);
    },
  },
});
await database.schema.createTable('user', (table) => {
  table.increments('id');
  table.string('name');
});
await database.schema.createTable('vote', (table) => {
  table.increments('id');
  table.integer('jointId').notNullable();
  table.string('apartmentId').notNullable();
  table.integer('conceptId').notNullable();
  table.integer('voteId').notNullable();
  table.integer('userId').notNullable();
  table.string('at').notNullable();
  table.string('receipt').notNullable();
  table.unique(['conceptId', 'apartmentId']);
});

const app = koa(feathers());
app.set('authentication', {
  secret: randomBytes(48).toString('base64url'),
  entity: 'user',
  service: 'user',
  authStrategies: ['jwt'],
  jwtOptions: { expiresIn: '1d' },
});
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());
app.configure(socketio());

app.use('user', new KnexService({ Model: database, name: 'user' }));
const authentication = new AuthenticationService(app);
authentication.register('jwt', new JWTStrategy());
app.use('authentication', authentication);

const voteSchema = Type.Object(
  {
    jointId: Type.Integer({ minimum: 1 }),
    apartmentId: Type.String({ minLength: 1, maxLength: 50 }),
    conceptId: Type.Integer({ minimum: 1 }),
    voteId: Type.Integer({ minimum: 1 }),
  },
  { $id: 'Vote', additionalProperties: false },
);
const validate = getValidator(voteSchema, new Ajv({ coerceTypes: true }));
const voteData = resolve({
  userId: async (_value, _vote, context) => context.params.user.id,
  at: async () => new Date().toISOString(),
  receipt: async () => randomBytes(8).toString('hex'),
});

const PATH = 'SCAF/api/assembly';
app.use(PATH, new KnexService({ Model: database, name: 'vote' }), { methods: ['create', 'find'] });
app.service(PATH).hooks({
  around: { all: [authenticate('jwt')] },
  before: { create: [schemaHooks.validateData(validate), schemaHooks.resolveData(voteData)] },
});

app.on('connection', (connection) => app.channel('anonymous').join(connection));
app.on('login', (_result, { connection }) => {
  if (connection) app.channel('joint').join(connection);
});
app.publish(() => app.channel('joint'));

process.on('disconnect', () => process.exit());
const server = await app.listen(0, '127.0.0.1');
if (!server.listening) await once(server, 'listening');
const tokens = [];
for (let i = 0; i < Number(people); i += 1) {
  const user = await app.service('user').create({ name: `Propietario ${i + 1}` });
  tokens.push(await authentication.createAccessToken({}, { subject: String(user.id) }));
}
process.send({ port: server.address().port, tokens });
