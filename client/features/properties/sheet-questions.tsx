import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Button, Notice, Stack } from '../../ui/page.tsx';
import { Whole } from '../../ui/whole.tsx';
import { HeaderRow, type SheetColumn, SheetColumns } from './sheet-columns.tsx';

/** Question about a file for the person, with the possible answers. */
interface Ask<Choice extends { label: string }> {
  code: string;
  column?: number | null;
  title: string;
  text: string;
  choices: readonly Choice[];
}

/** Tables found in a file. The person joins all tables or chooses some. */
interface Tables {
  /** Returns the title of the question for a number of tables. */
  title: (count: number) => string;
  question: string;
  /** All tables of the file, in order. */
  all: readonly { name: string; hasHeader: boolean; isRead: boolean }[];
  problems: readonly { code: string }[];
}

/** Columns of the first table, with the role of each. */
interface Columns<Role extends string> {
  columns: readonly SheetColumn<Role>[];
  roles: readonly { id: Role; label: string }[];
  headerRow: number | null;
  /** True to show the columns unfolded from the start. */
  isOpen: boolean;
  onChange: (column: number, role: Role) => void;
  note?: string;
  /** Fields above the columns, in place of the field for the header row. */
  fields?: ReactNode;
}

/**
 * Change of the options for reading a file. A change of the first table or of the header row also drops the column
 * roles.
 */
interface ReadingChange {
  tables?: number[];
  headerRow?: number | undefined;
  columns?: undefined;
}

interface Props<Role extends string, Choice extends { label: string }> {
  asks?: readonly Ask<Choice>[];
  onAnswer?: (ask: Ask<Choice>, choice: Choice) => void;
  tables?: Tables;
  columns?: Columns<Role>;
  onChange?: (change: ReadingChange) => void;
  /** Additional questions of a certain import, shown between tables and columns. */
  children?: ReactNode;
}

/**
 * Open questions about a spreadsheet, with the detected answers. The person can change each answer; then the file
 * is read again.
 * @param asks questions with possible answers
 * @param onAnswer called with the question and the chosen answer
 * @param tables tables of the file to choose from
 * @param columns columns of the file, and the header row
 * @param onChange called with other chosen tables or another header row
 * @param children additional questions, between tables and columns
 */
export function SheetQuestions<Role extends string, Choice extends { label: string }>({
  asks = [],
  onAnswer,
  tables,
  columns,
  onChange = () => {},
  children,
}: Props<Role, Choice>) {
  return (
    <>
      {tables && <TableChoice {...tables} onChange={onChange} />}
      {asks.map((ask) => (
        <Notice key={`${ask.code} ${ask.column}`} kind="warning" title={ask.title}>
          <p>
            <Whole>{ask.text}</Whole>
          </p>
          <Stack row>
            {ask.choices.map((choice) => (
              <Button key={choice.label} variant="secondary" onPress={() => onAnswer?.(ask, choice)}>
                {choice.label}
              </Button>
            ))}
          </Stack>
        </Notice>
      ))}
      {children}
      {columns && columns.columns.length > 0 && (
        <details className="more" open={columns.isOpen}>
          <summary>Qué contiene cada columna</summary>
          <Stack>
            {columns.note && <p>{columns.note}</p>}
            {columns.fields ?? (
              <HeaderRow
                key={columns.headerRow}
                headerRow={columns.headerRow}
                onChange={(headerRow) => onChange({ headerRow, columns: undefined })}
              />
            )}
            <SheetColumns columns={columns.columns} roles={columns.roles} onChange={columns.onChange} />
          </Stack>
        </details>
      )}
    </>
  );
}

/** Question about a file with several tables: join all, or read only some. */
function TableChoice({
  title,
  question,
  all,
  problems,
  onChange,
}: Tables & { onChange: (change: ReadingChange) => void }) {
  const tables = all.flatMap((table, index) => (table.hasHeader ? [{ ...table, index }] : []));
  const [first] = tables;
  if (first === undefined || tables.length < 2) return null;
  const read = tables.flatMap(({ isRead, index }) => (isRead ? [index] : []));
  const choose = (indices: number[]) =>
    onChange({
      tables: indices,
      ...(indices[0] === read[0] ? {} : { headerRow: undefined, columns: undefined }),
    });
  const isOpen = problems.some(({ code }) => code === 'otherTables');
  return (
    <Notice kind={isOpen ? 'warning' : 'info'} title={title(tables.length)}>
      {isOpen ? (
        <>
          <p>
            {tables.map(({ name }) => `«${name}»`).join(', ')}. {question}
          </p>
          <Stack row>
            <Button variant="secondary" onPress={() => choose(tables.map(({ index }) => index))}>
              Unir las {tables.length} tablas
            </Button>
            <Button variant="secondary" onPress={() => choose([first.index])}>
              Leer solo la primera
            </Button>
          </Stack>
        </>
      ) : (
        tables.map(({ index, name }) => (
          <Checkbox
            key={index}
            isSelected={read.includes(index)}
            isDisabled={read.length === 1 && read.includes(index)}
            onChange={(isRead) =>
              choose(
                tables
                  .map((table) => table.index)
                  .filter((one) => (one === index ? isRead : read.includes(one))),
              )
            }
          >
            {name}
          </Checkbox>
        ))
      )}
    </Notice>
  );
}
