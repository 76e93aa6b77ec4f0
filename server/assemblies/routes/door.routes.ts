import * as attendanceApi from '../../../shared/assemblies/attendance.api.ts';
import { requestKeyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { findPeopleOf } from '../attendance/door-people.ts';
import { listPeopleOf } from '../roll/roll.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints of the desk: units with owners and proxies, search for people, and registrations. */
export function mountDoor(mount: Mount, { context, attendance, slips, records }: AssemblyServices): void {
  mount(attendanceApi.listAssemblyApartments, ({ params, query }, { principal }) =>
    records.apartments({ ...params, ...query }, principal),
  );
  mount(attendanceApi.getRoomCode, ({ params }) => attendance.roomCode(params.jointId));
  mount(attendanceApi.listPeople, ({ params }) => listPeopleOf(context, params.jointId));
  mount(attendanceApi.findPeople, ({ params, body }) => findPeopleOf(context, params.jointId, body.text));
  mount(attendanceApi.assignHolder, ({ body }, { principal }) =>
    slips.watch(principal, { texts: [body.userId], jointId: body.jointId }, () =>
      attendance.assign(body, principal),
    ),
  );
  mount(attendanceApi.register, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.code], jointId: params.jointId }, () =>
      attendance.register(
        params.jointId,
        body,
        call.principal,
        requestKeyOf(call, attendanceApi.register.id, { params, body }),
      ),
    ),
  );
  mount(attendanceApi.undoReading, ({ params, body }, { principal }) =>
    slips.watch(principal, { texts: [body.code], jointId: params.jointId }, async () => ({
      apartments: await attendance.undo(params.jointId, body, principal),
    })),
  );
}
