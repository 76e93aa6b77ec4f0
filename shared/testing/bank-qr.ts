import { crc16 } from '../billing/where-to-pay.ts';

/** Sample of a single charge, of the specification (formats, section 2.4). */
export const CHARGE_QR =
  '00020101021226340014CO.COM.BRC.LLA0412@CONJUNTO12349250014CO.COM.BRC.RED0103BRC52046513530317054062450005802CO5923CONJUNTO LAS MARGARITAS6006BOGOTA625501142026-11-0001230506T1-1010704SCAF080205100990012345663041C09';

const body = CHARGE_QR.slice(0, -4).replace('010212', '010211').replace('5406245000', '54010');
/** The sample without a value, for any number of payments. */
export const BANK_QR = body + crc16(body);
