export { FileImport } from './file-import.tsx';
export { ImportProblems } from './import-problems.tsx';
export { type JointOption, JointPick } from './joint-pick.tsx';
export { apartmentsQuery, jointsQuery } from './joints.queries.ts';
export { kindNames, unitText } from './kinds.ts';
export { assembliesNowQuery, likelyJoint } from './likely-joint.ts';
export { HeaderRow, SheetColumns } from './sheet-columns.tsx';
export { SheetTables } from './sheet-tables.tsx';
export { SheetTold } from './sheet-told.tsx';
