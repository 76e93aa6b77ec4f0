import { useEffect, useRef, useState } from 'react';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { countedOf, countNews, newsBetween } from './news.ts';

/**
 * Announces the main changes of an assembly on the wall screen to screen readers. Does not announce the state at
 * opening.
 */
export function WallAnnouncer({ joint }: { joint: LiveJoint }) {
  const before = useRef(joint);
  const announced = useRef(countedOf(joint));
  const [words, setWords] = useState('');
  useEffect(() => {
    const counted = countedOf(joint);
    const count = countNews(announced.current, counted);
    const news = [...newsBetween(before.current, joint), ...(count === null ? [] : [count])];
    before.current = joint;
    // A quarter is announced once, even if units leave and come back.
    if (count !== null || counted?.conceptId !== announced.current?.conceptId) announced.current = counted;
    if (news.length > 0) setWords(news.join(' '));
  }, [joint]);
  return (
    <p role="status" className="unseen" data-news>
      {words}
    </p>
  );
}
