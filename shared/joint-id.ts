import Type from 'typebox';
import { Id } from './api.ts';

/** Parameters of a call that is about one joint or sector. */
export const JointId = Type.Object({ jointId: Id });
