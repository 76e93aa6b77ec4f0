import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  listPointTexts,
  type PointText,
  writePointText,
} from '../../../../../shared/assemblies/facts/point-texts.api.ts';
import { textsAt } from '../../../../../shared/assemblies/facts/texts-at.ts';
import type { AgendaItem } from '../../../../../shared/assemblies/law/agenda.ts';
import { ApiError, call, failureText } from '../../../../lib/api.ts';
import { time } from '../../../../lib/format.ts';
import { freshOf } from '../../../../lib/query.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { later } from '../../../../lib/time/later.ts';

/** Time without a key before the text is sent, ms: about a sentence. */
const PAUSE_MS = 1_500;
/** Time before an unsent text is sent again, ms. */
const AGAIN_MS = 5_000;

/** Text of a point in the form of the panel, with the state of storing. */
export interface PointDraft {
  text: string;
  type: (text: string) => void;
  /** Spanish line about the stored text: 'Guardado 9:52'. */
  stateWords: string;
}

const PREFIX = 'scaf.point.';

onSessionEnd(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
});

const draftKey = (assemblyId: number, item: AgendaItem) =>
  `${PREFIX}${assemblyId}.${item.number}.${item.text}`;

/** Point of the present agenda for the text of the secretary. */
export interface PointOfAgenda {
  jointId: number;
  assemblyId: number;
  /** All points of the agenda. */
  items: readonly AgendaItem[];
  item: AgendaItem;
}

const pointTextsKey = (jointId: number) => ['point-texts', jointId];

/**
 * Hook: text of the secretary on a point of the agenda, saved while typing. Without a connection the browser keeps
 * the text, also over a reload, and sends the text later.
 */
export function usePointText({ jointId, assemblyId, items, item }: PointOfAgenda): PointDraft {
  const key = draftKey(assemblyId, item);
  const client = useQueryClient();
  const { data } = useQuery(freshOf(pointTextsKey(jointId), listPointTexts, { params: { jointId } }));
  const stored = textsAt(data ?? [], items, item).at(-1) ?? null;
  const [draft, setDraft] = useState(() => localStorage.getItem(key));
  // Text of a colleague that the person has seen instead of the stored text. `isHeld`: not typed on since.
  const [moved, setMoved] = useState<{ text: string; isHeld: boolean } | null>(null);
  const saving = useMutation({
    mutationFn: (text: string) =>
      call(writePointText, {
        params: { jointId },
        body: { assemblyId, point: item.number, text, seen: moved?.text ?? stored?.text ?? null },
      }),
    onSuccess: (saved, text) => {
      setMoved(null);
      client.setQueryData(pointTextsKey(jointId), (former: PointText[] = []) => [
        ...former.filter(({ point, title }) => point !== saved.point || title !== saved.title),
        saved,
      ]);
      // Later keys stay a draft.
      if (localStorage.getItem(key) === text) {
        localStorage.removeItem(key);
        setDraft(null);
      }
    },
    onError: (error) => {
      const text = error instanceof ApiError && error.code === 'factsMoved' ? movedText(error.details) : null;
      if (text !== null) setMoved({ text, isHeld: true });
    },
  });
  const { mutate, isPending, error, reset } = saving;
  const isHeld = moved?.isHeld === true;
  const isRefused =
    error instanceof ApiError && error.code !== 'factsMoved' && error.status >= 400 && error.status < 500;
  useEffect(() => {
    if (draft === null || data === undefined || isPending || isRefused || isHeld) return;
    return later(() => mutate(draft), error === null ? PAUSE_MS : AGAIN_MS);
  }, [draft, data, isPending, isRefused, isHeld, error, mutate]);
  return {
    text: draft ?? stored?.text ?? '',
    type: (text) => {
      localStorage.setItem(key, text);
      setDraft(text);
      reset();
      setMoved(moved && { ...moved, isHeld: false });
    },
    stateWords:
      isHeld && moved !== null
        ? `Otra persona escribió: «${moved.text}». Siga escribiendo para guardar su texto.`
        : isRefused
          ? failureText(error, 'No se pudo guardar el texto.')
          : draft !== null && error !== null
            ? 'Sin conexión. El texto queda en este equipo y se envía después.'
            : draft !== null
              ? 'Guardando…'
              : stored === null || stored.text === ''
                ? 'Lo que se informó, se discutió y se decidió. Va en el acta.'
                : `Guardado ${time(stored.at)}, ${stored.by}`,
  };
}

function movedText(details: unknown): string {
  const { text } = Object(details);
  return typeof text === 'string' ? text : '';
}
