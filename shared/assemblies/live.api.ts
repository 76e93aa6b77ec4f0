import Type from 'typebox';
import { assemblyRunners, assemblyWatchers, endpoint, Line, Nothing } from '../api.ts';

export const createDisplayLink = endpoint('createDisplayLink', 'POST /joints/:jointId/displaylinks', {
  tag: 'assemblies',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Make a read-only link to open /Quorum for the joint on a screen without a user',
  description:
    'The token stands in the address behind `#`, which no server or proxy sees. It reads live figures without names, for 30 days, and works as `?token=` of the plain feed too.',
  status: 201,
  answer: Type.Object({ url: Type.String(), token: Type.String() }),
});

export const plainFeed = endpoint('plainFeed', 'GET /joints/:jointId/live', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'The live feed as plain WebSocket: text frames {event, data}, the snapshot first',
  description:
    "For signage, stream overlays and scripts. The token goes in the Authorization header; a display link's token may go in `?token=`. Without a WebSocket upgrade: 426.",
  query: Type.Object({ token: Type.Optional(Line(2000)) }),
  status: 200,
  answer: Nothing,
  socket: true,
});
