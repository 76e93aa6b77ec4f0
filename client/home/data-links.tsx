import { Link } from 'react-router-dom';
import { Card } from '../ui/page.tsx';

interface Props {
  joints: readonly { jointId: number; jointName: string }[];
  /** Start of the path, before the id of the joint: '/MyData'. */
  to: '/MyData' | '/DataRegister';
  /** Words of a link, before the name of the joint. */
  words: string;
}

/** Card with a link for each joint to the page of personal data. Hidden without joints. */
export function DataLinks({ joints, to, words }: Props) {
  const names = new Map(joints.map(({ jointId, jointName }) => [jointId, jointName]));
  if (names.size === 0) return null;
  return (
    <Card title="Datos personales">
      <ul className="stack-2 plain">
        {[...names].map(([jointId, jointName]) => (
          <li key={jointId}>
            <Link to={`${to}/${jointId}`}>
              {words} {jointName}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
