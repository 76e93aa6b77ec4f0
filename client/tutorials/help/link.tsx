import { useLocation } from 'react-router-dom';

/** Words at the start of a path: the name of the page, without numbers, codes and secrets of a personal link. */
const PAGE = /^(?:\/[A-Za-z]{1,20}(?![^/])){1,2}/;

/**
 * Link 'Ayuda' of the header: opens the guide of the current page in another tab. Empty on pages about help. The page
 * '/Tutorials' finds the guide: a phone that votes loads no list of guides.
 * @param className class of the link, with a sign and a word
 */
export default function HelpLink({ className }: { className: string }) {
  const page = PAGE.exec(useLocation().pathname)?.[0] ?? '/';
  if (/^\/(?:tutorials|manual)/i.test(page)) return null;
  return (
    <a href={`/Tutorials?de=${page}`} target="_blank" rel="noopener" className={className}>
      <span aria-hidden="true">?</span>
      <span>Ayuda</span>
    </a>
  );
}
