const MAX_LENGTH = 200;
/** Words with points, '@', and a domain with a last part of letters. Without quotes, as common programs accept. */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i;

/** True for a single complete mail address. */
export const isMailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);

/** True if an address fits a channel: for mail a single mail address, for another channel a text without '@'. */
export const fitsChannel = (channel: string, address: string): boolean =>
  channel === 'mail' ? isMailAddress(address) : address !== '' && !address.includes('@');
