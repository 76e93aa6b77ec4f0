import Type, { type Static } from 'typebox';
import { assemblyRunners, DayText, endpoint, Instant, Line } from '../../api.ts';
import { deliveryChannels } from '../invitations.api.ts';

/** Address of an owner for notices: a mail address, a place for letters, or a phone for texts. */
const NoticeAddress = Type.Object({
  addressId: Type.Integer(),
  kind: Type.Enum(deliveryChannels),
  value: Type.String(),
  /** First day of the address; a later start replaces the address. */
  since: DayText,
  /** Proof of the owner's registration: paper, mail or message. */
  proof: Type.String(),
  enteredAt: Instant,
});
export type NoticeAddress = Static<typeof NoticeAddress>;

const ofAddresses = { profiles: assemblyRunners, scope: 'paramsJoint' } as const;

export const listNoticeAddresses = endpoint(
  'listNoticeAddresses',
  'GET /joints/:jointId/units/:apartmentId/notice-addresses',
  {
    access: ofAddresses,
    summary: "Registered addresses of a unit's owner for notices, the last start first",
    description: 'Addresses of the same owner by other units are included. 404 apartmentNotFound.',
    answer: Type.Object({ owner: Type.String(), addresses: Type.Array(NoticeAddress) }),
  },
);

export const addNoticeAddress = endpoint(
  'addNoticeAddress',
  'POST /joints/:jointId/units/:apartmentId/notice-addresses',
  {
    access: ofAddresses,
    summary: "Register an address of a unit's owner for notices, with start day and proof",
    description:
      'A correction is another address; no address changes. 404 apartmentNotFound; 400 for a mail address of another kind, and for a unit without an owner.',
    body: Type.Object({
      kind: Type.Enum(deliveryChannels),
      value: Line(200),
      since: DayText,
      proof: Line(200),
    }),
    idempotent: true,
    status: 201,
    answer: NoticeAddress,
  },
);
