import { useEffect, useRef, useState } from 'react';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { countedOf, countNews, newsBetween } from './wall-news.ts';

/** Tells a screen reader the few things that change an assembly; what it showed when it opened is no news. */
export function WallAnnouncer({ joint }: { joint: LiveJoint }) {
  const before = useRef(joint);
  const told = useRef(countedOf(joint));
  const [words, setWords] = useState('');
  useEffect(() => {
    const counted = countedOf(joint);
    const count = countNews(told.current, counted);
    const news = [...newsBetween(before.current, joint), ...(count === null ? [] : [count])];
    before.current = joint;
    // What was told stands: a quarter is not told again after somebody left and came back.
    if (count !== null || counted?.conceptId !== told.current?.conceptId) told.current = counted;
    if (news.length > 0) setWords(news.join(' '));
  }, [joint]);
  return (
    <p role="status" className="unseen" data-news>
      {words}
    </p>
  );
}
