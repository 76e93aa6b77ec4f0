import { Fragment } from 'react';
import { type ActaBlock, HANDWRITTEN } from '../../../../shared/assemblies/signed-acta/acta.api.ts';
import { QrImage } from '../../../ui/qr-image.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from './acta.module.css';

/**
 * Text and tables of an acta (minutes) on screen, with the same words and figures as the files. On a phone, tables
 * become cards.
 */
export function ActaBlocks({ blocks }: { blocks: readonly ActaBlock[] }) {
  let heading = '';
  return blocks.map((block, at) => {
    if (block.kind === 'heading') heading = block.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move within a document
    return <BlockView key={at} block={block} heading={heading} />;
  });
}

const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const;

/**
 * Renders a part of an acta: heading, paragraph, list, table or other.
 * @param heading text of the last heading above, used as the name of a table
 */
function BlockView({ block, heading }: { block: ActaBlock; heading: string }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[block.level];
      return <Heading className={styles.heading}>{block.text}</Heading>;
    }
    case 'paragraph':
      return (
        <p className={styles.text}>
          {block.lead !== undefined && <strong>{block.lead} </strong>}
          {block.text}
        </p>
      );
    case 'notice':
      return <p className={styles.notice}>{block.text}</p>;
    case 'list':
      return <Items items={block.items} />;
    case 'facts':
      return <FactsBlock rows={block.rows} />;
    case 'table':
      return <Rows block={block} label={heading} />;
    case 'qr':
      return (
        <figure className={styles.code}>
          <QrImage rows={block.rows} label={block.alt} className={styles.qr} />
          <figcaption className="soft">{block.alt}</figcaption>
        </figure>
      );
    case 'blank':
      return (
        <p className={styles.text}>
          <strong>{block.name}: </strong>
          <span className="faint">{block.hint}</span>
        </p>
      );
    case 'signatures':
      return (
        <ul className={styles.signers}>
          {block.signers.map(({ name, role }) => (
            <li key={role}>
              <ValueOrBlank value={name} />
              <span>{role}</span>
            </li>
          ))}
        </ul>
      );
  }
}

const ValueOrBlank = ({ value }: { value: string | null }) =>
  value === null ? <span className="faint">{HANDWRITTEN}</span> : <strong>{value}</strong>;

function Items({ items }: { items: (ActaBlock & { kind: 'list' })['items'] }) {
  return (
    <ul className={styles.items}>
      {items.map(({ mark, text, below = [] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never move within a document
        <li key={at}>
          <span>{mark} </span>
          <span>
            {text}
            {below.map((line) => (
              <span key={line} className={`block ${styles.below}`}>
                {line}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function FactsBlock({ rows }: { rows: (ActaBlock & { kind: 'facts' })['rows'] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <ValueOrBlank value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Rows({
  block: { columns, rows, total },
  label,
}: {
  block: ActaBlock & { kind: 'table' };
  label: string;
}) {
  return (
    <Table
      label={label}
      columns={columns.map(({ header, isNumber }, at) => ({
        header,
        cell: ({ cells }: { cells: readonly string[] }) => cells[at],
        align: isNumber ? ('end' as const) : ('start' as const),
        total: total?.[at],
      }))}
      rows={rows.map((cells, at) => ({ at, cells }))}
      rowKey={({ at }) => at}
      pageSize={Number.POSITIVE_INFINITY}
    />
  );
}
