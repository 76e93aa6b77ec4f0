import { useEffect, useRef, useState } from 'react';
import type { LiveJoint } from '../lib/live-merge.ts';
import styles from './wall.module.css';
import { newsBetween } from './wall-news.ts';

/** Tells a screen reader the few things that change an assembly; what it showed when it opened is no news. */
export function WallAnnouncer({ joint }: { joint: LiveJoint }) {
  const before = useRef(joint);
  const [words, setWords] = useState('');
  useEffect(() => {
    const news = newsBetween(before.current, joint);
    before.current = joint;
    if (news.length > 0) setWords(news.join(' '));
  }, [joint]);
  return (
    <p role="status" className={styles.unseen}>
      {words}
    </p>
  );
}
