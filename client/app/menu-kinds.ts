import { Profile } from '../../shared/profiles.ts';

/**
 * True for the practice page (/pruebaqr), a voting page for practice: without calls to the API, and without
 * an effect on the session.
 */
export const isPractice = (pathname: string): boolean => /^\/pruebaqr\/?$/i.test(pathname);

/**
 * Returns the profile for choosing the menu at an address. Voting and practice pages have no menu (profile
 * `qr`) in any session; other pages have the menu of the session's profile.
 * @param navType profile of the session
 */
export const navTypeAt = (pathname: string, navType: Profile): Profile =>
  isPractice(pathname) || /^\/voteqr(\/|$)/i.test(pathname) ? Profile.qr : navType;

/** True if the header shows the sign-out icon. Visitors and sessions of an attendance code have no icon. */
export const hasLogout = (navType: Profile): boolean => navType !== Profile.visitor && navType !== Profile.qr;

/** True if the header shows a menu: not on the pages of an attendance code and not on a wall. */
export const hasMenu = (navType: Profile): boolean => navType !== Profile.display && navType !== Profile.qr;

/** True if the header shows the search: staff, administrators and operators. */
export const hasSearch = (navType: Profile): boolean =>
  navType === Profile.full || navType === Profile.admin || navType === Profile.operator;

/** True if the header shows the link to the help of the page: everywhere but on a wall. */
export const hasHelp = (navType: Profile): boolean => navType !== Profile.display;
