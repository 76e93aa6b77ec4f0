import { describe, expect, it } from 'vitest';
import { readEntryLink } from './link.ts';

const access = { kind: 'access', jointId: '7', username: 'ana', password: 'tok-en', jointName: 'Torre Alta' };

describe('entry links', () => {
  it('reads the code of a card or badge, scanned or typed', () => {
    for (const code of ['0123456789AB', '0123-4567-89ab']) {
      expect(readEntryLink(`/VoteQR/${code}`)).toEqual({ link: { kind: 'code', code }, clean: '/VoteQR' });
    }
    expect(readEntryLink('/voteqr/AB%2FC/')?.clean).toBe('/VoteQR');
  });

  it('reads an invitation link, with or without a meeting', () => {
    expect(readEntryLink('/Register/7/ana/tok-en/Torre%20Alta')).toEqual({
      link: { ...access, meeting: null },
      clean: '/Register/7',
    });
    expect(readEntryLink('/Register/7/ana/tok-en/Torre%20Alta/123/p%2Fq')).toEqual({
      link: { ...access, meeting: { zoomId: '123', zoomPassword: 'p/q' } },
      clean: '/Register/7',
    });
  });

  it('reads odd names, and removes secrets even from an invalid link', () => {
    const nameIn = (pathname: string) => {
      const link = readEntryLink(pathname)?.link;
      return link?.kind === 'access' ? link.jointName : null;
    };
    expect(nameIn('/Register/7/ana/t/Ca%C3%B1%C3%B3n%2FTorre%20100%25')).toBe('Cañón/Torre 100%');
    expect(nameIn('/Register/7/ana/t/100%')).toBe('100%');
    expect(nameIn('/Register/7/ana/t')).toBe('');
    expect(readEntryLink('/Register/x/ana/t/n')?.clean).toBe('/Register/x');
    expect(readEntryLink('/Register/7/secreto')).toEqual({ link: null, clean: '/Register/7' });
  });

  it('returns null for an address without a secret', () => {
    for (const path of [
      '/',
      '/VoteQR',
      '/VoteQR/',
      '/Register/7',
      '/RegisterQR',
      '/Vote/7',
      '/LaunchPage/1/2',
    ]) {
      expect(readEntryLink(path)).toBeNull();
    }
  });
});
