/** Parts of the feature of joints for use by other features. */
export {
  type BillingUnitRow,
  billingUnitsText,
  countAnew,
  listBillingUnits,
  listStoredUnits,
} from './apartments.repository.ts';
export type { AssembliesPort } from './assemblies-port.ts';
export { readGroundAndCrest } from './face.repository.ts';
export { readHelpSentence } from './help.ts';
export { JointDirectory } from './joint-directory.ts';
export {
  type OneVoteEach,
  readByLaws,
  readFiscalAuditor,
  readMajorities,
  readOneVoteEach,
  readTurnMinutes,
  usesBilling,
} from './joints.repository.ts';
export { readPowerCheckers, readPowerRules } from './power-rules.repository.ts';
export { copyForRehearsal } from './rehearsal-copy.repository.ts';
export { readSettingsThen } from './settings-then.repository.ts';
