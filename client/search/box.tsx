import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type Finding, MOST_SEARCHED, searchFacts } from '../../shared/properties/search.api.ts';
import { useChosenJoint } from '../lib/chosen-joint.store.ts';
import { queryOf } from '../lib/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Button } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { foundAddress, foundDetail, foundTitle } from './found-words.ts';
import styles from './search.module.css';

/** Fewest letters of a search: a single letter finds nearly every unit. */
const FEWEST_LETTERS = 2;

/** Button 'Buscar' of the header, also on the key '/'. Opens the search in a dialog. */
export default function SearchBox() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);
      if (key !== '/' || isTyping || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)} aria-label="Buscar en todo" aria-keyshortcuts="/">
        <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L21 21" />
        </svg>
      </Button>
      <Dialog title="Buscar" isOpen={isOpen} onClose={() => setOpen(false)} size="wide">
        <Search onLeave={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Search field with the findings. The Enter key opens the first finding. */
function Search({ onLeave }: { onLeave: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const text = useDeferredValue(typed.trim());
  const query = useQuery({
    ...queryOf(['search', text], searchFacts, { body: { text } }),
    enabled: text.length >= FEWEST_LETTERS,
    // Other people change the data: only a repeated letter gets the answer in memory.
    staleTime: 1000,
  });
  const leave = (finding: Finding) => {
    useChosenJoint.getState().choose(finding.jointId);
    onLeave();
  };
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = query.data?.findings ?? [];
    if (first === undefined || text !== typed.trim()) return;
    leave(first);
    void navigate(foundAddress(first));
  };
  return (
    <form onSubmit={openFirst} className="stack-3">
      <TextField
        label="Inmueble, persona, documento, contacto, cuenta, recibo o pregunta"
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={MOST_SEARCHED}
        autoFocus
      />
      {text.length < FEWEST_LETTERS ? (
        <p className="soft">Escriba al menos dos letras o cifras. La tecla / abre esta búsqueda.</p>
      ) : (
        <QueryView query={query}>
          {({ findings, hasMore }) => (
            <>
              <p role="status" className={findings.length === 0 ? undefined : 'unseen'}>
                {findings.length === 0
                  ? 'Nada coincide. Pruebe con menos palabras, o con el documento.'
                  : `${findings.length} resultados`}
              </p>
              <ul className={styles.findings}>
                {findings.map((finding) => (
                  <li key={`${finding.kind} ${finding.jointId} ${finding.apartmentId} ${finding.text}`}>
                    <Link
                      to={foundAddress(finding)}
                      className={styles.finding}
                      onClick={() => leave(finding)}
                    >
                      <strong>{foundTitle(finding)}</strong>
                      <span className="soft">{foundDetail(finding)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              {hasMore && (
                <p className="soft">
                  Hay más resultados. Agregue otra palabra o el nombre de la copropiedad.
                </p>
              )}
            </>
          )}
        </QueryView>
      )}
    </form>
  );
}
