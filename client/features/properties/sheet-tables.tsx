import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Button, Notice, Stack } from '../../ui/page.tsx';

interface Props {
  title: string;
  question: string;
  /** Tables with a header. `index`: position in the file. `about`: shown after the name. */
  tables: readonly { index: number; name: string; isRead: boolean; about?: string }[];
  /** True until the user chooses the tables to read. */
  isAsked: boolean;
  onChoose: (indices: readonly number[]) => void;
}

/** Asks if the tables of a file are joined or only some are read. */
export function SheetTables({ title, question, tables, isAsked, onChoose }: Props) {
  const read = tables.flatMap(({ isRead, index }) => (isRead ? [index] : []));
  const [first] = tables;
  return (
    <Notice kind={isAsked ? 'warning' : 'info'} title={title}>
      {isAsked ? (
        <>
          <p>
            {tables.map(({ name }) => `«${name}»`).join(', ')}. {question}
          </p>
          <Stack row>
            <Button variant="secondary" onPress={() => onChoose(tables.map(({ index }) => index))}>
              Unir las {tables.length} tablas
            </Button>
            <Button variant="secondary" onPress={() => onChoose(first === undefined ? [] : [first.index])}>
              Leer solo la primera
            </Button>
          </Stack>
        </>
      ) : (
        tables.map(({ index, name, about }) => (
          <Checkbox
            key={index}
            isSelected={read.includes(index)}
            isDisabled={read.length === 1 && read.includes(index)}
            onChange={(isRead) =>
              onChoose(
                tables
                  .map((table) => table.index)
                  .filter((one) => (one === index ? isRead : read.includes(one))),
              )
            }
          >
            {name}
            {about !== undefined && ` (${about})`}
          </Checkbox>
        ))
      )}
    </Notice>
  );
}
