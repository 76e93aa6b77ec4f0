import * as apartments from '../../shared/properties/apartments.api.ts';
import * as faces from '../../shared/properties/face.api.ts';
import * as joints from '../../shared/properties/joints.api.ts';
import { changePowerRules, getPowerRules } from '../../shared/properties/power-rules.api.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import type { Mount } from '../platform/http/mount.ts';
import { uploadedFile } from '../platform/http/uploaded-file.ts';
import { apartmentsService } from './apartments.service.ts';
import type { PropertiesContext } from './assemblies-port.ts';
import { faceService } from './face.service.ts';
import { jointsService } from './joints.service.ts';
import { powerRulesService } from './power-rules.service.ts';

/** Mounts the endpoints of joints, sectors and units. */
export function mountProperties(mount: Mount, context: PropertiesContext): void {
  const { store, directory, publisher, assemblies } = context;
  const joint = jointsService(context);
  const apartment = apartmentsService({ db: store.db, directory, publisher, assemblies });
  const powerRules = powerRulesService(context);
  const face = faceService(context);

  mount(joints.listJoints, () => joint.list());
  mount(joints.createJoint, ({ body }, { principal }) => joint.create(principal, body));
  mount(joints.changeJoint, ({ params, body }, { principal }) =>
    joint.change(principal, params.jointId, body),
  );
  mount(joints.getJoint, ({ params }, { principal }) => joint.get(principal, params.jointId));
  mount(faces.getFace, ({ params }) => face.read(params.jointId));
  mount(faces.changeFace, ({ params, body }, { principal }) =>
    face.setColour(principal, params.jointId, body),
  );
  mount(faces.setCrest, async ({ params }, { principal, request }) =>
    face.setCrest(principal, params.jointId, (await uploadedFile(request)).bytes),
  );
  mount(faces.removeCrest, ({ params }, { principal }) => face.removeCrest(principal, params.jointId));
  mount(getPowerRules, ({ params }) => powerRules.read(params.jointId));
  mount(changePowerRules, ({ params, body }, { principal }) =>
    powerRules.change(principal, params.jointId, body),
  );
  mount(apartments.listApartments, ({ params }) => apartment.list(params.jointId));
  mount(apartments.importApartments, async ({ params, query, body }, { principal, request }) => {
    const file = await uploadedFile(request);
    return query.commit === true
      ? apartment.import(principal, params.jointId, file, body)
      : apartment.preview(principal, params.jointId, file, body);
  });
  mount(apartments.unitsTemplate, ({ params }, { principal, request }) =>
    whileClientWaits(request, (signal) =>
      apartment.template({ actor: principal.actor, signal }, params.jointId),
    ),
  );
  mount(apartments.listBillingApartments, ({ params }, { principal }) =>
    apartment.listBilling(principal, params.jointId),
  );
}
