import { useQuery } from '@tanstack/react-query';
import { type Colleague, listColleagues } from '../../../../shared/assemblies/facts/colleagues.api.ts';
import { actWords } from '../../../../shared/audit/act-words.ts';
import { time } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';

/** Interval to ask for the colleagues, ms: nobody waits for the list. */
const COLLEAGUES_MS = 20_000;

/** List on the operator's panel of the people with an open screen of the assembly, each with the last act. */
export function PanelColleagues({ jointId }: { jointId: number }) {
  const { data = [] } = useQuery({
    ...freshOf(['colleagues', jointId], listColleagues, { params: { jointId } }),
    refetchInterval: COLLEAGUES_MS,
  });
  // A person alone needs no list.
  if (data.every(({ isSelf }) => isSelf)) return null;
  return (
    <section className="stack-2" aria-labelledby="panel-colleagues">
      <h2 id="panel-colleagues" className="strong">
        En la mesa
      </h2>
      <ul className="stack-1 plain">
        {data.map((one) => (
          <li key={one.name} className="between">
            <span className="anywhere">{one.isSelf ? `Usted, ${one.name}` : one.name}</span>
            <span className="soft">{lastWords(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Spanish line about the last act of a colleague: 'Votación cerrada, 9:52'. Empty without an act. */
function lastWords({ last }: Colleague): string {
  return last === null ? '' : `${actWords[last.act] ?? last.act}, ${time(last.at)}`;
}
