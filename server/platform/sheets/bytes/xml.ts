/**
 * Functions called while walking through XML. Names of elements come without prefix; `attribute(':id')` finds an
 * attribute `id` with any prefix.
 */
export interface XmlVisitor {
  /** Called at the start of an element; for an empty element `close` follows at once. */
  open: (name: string, attribute: (name: string) => string | undefined) => void;
  close: (name: string) => void;
  /** Called with the text between two tags, in a single piece or several. */
  text: (text: string) => void;
}

/** Error for XML with wrong structure or a DOCTYPE, never present in a spreadsheet. */
class XmlError extends Error {}

const [LESS, GREATER, SLASH, EQUALS, BANG, QUESTION] = [60, 62, 47, 61, 33, 63];
const [QUOTE, APOSTROPHE] = [34, 39];
const SPACE_CODE = 32;

/**
 * Reads XML once from start to end, and calls the functions of the visitor for each element and text. Used
 * for spreadsheets.
 * @throws XmlError
 */
export function walkXml(xml: string, { open, close, text }: XmlVisitor): void {
  const within: string[] = [];
  /** Attributes of the current element: name, value, name, value. */
  const attributes: string[] = [];
  const attribute = (name: string): string | undefined => {
    for (let i = 0; i < attributes.length; i += 2) {
      const key = attributes[i] ?? '';
      if (key === name || (name.startsWith(':') && key.endsWith(name)))
        return plainXml(attributes[i + 1] ?? '');
    }
    return undefined;
  };
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    const mark = xml.indexOf('<', at);
    if (mark === -1) break;
    if (mark > at && within.length > 0) text(plainXml(xml.slice(at, mark)));
    const kind = xml.charCodeAt(mark + 1);
    if (kind === SLASH) {
      at = behind(xml, '>', mark);
      const name = xml.slice(mark + 2, at - 1).trimEnd();
      if (within.pop() !== name) throw new XmlError(`unexpected </${name}>`);
      close(local(name));
    } else if (kind === QUESTION) {
      at = behind(xml, '?>', mark);
    } else if (kind === BANG) {
      if (xml.startsWith('<!--', mark)) at = behind(xml, '-->', mark + 4);
      else if (xml.startsWith('<![CDATA[', mark)) {
        at = behind(xml, ']]>', mark);
        text(xml.slice(mark + 9, at - 3));
      } else throw new XmlError('unsupported declaration');
    } else {
      at = readTag(mark + 1);
    }
  }
  if (within.length > 0 || at === 0) throw new XmlError('unexpected end of file');

  /** Reads a tag and calls the visitor. Returns the position after the tag. */
  function readTag(start: number): number {
    let i = nameEnd(xml, start);
    const name = xml.slice(start, i);
    if (name === '') throw new XmlError('an element without a name');
    attributes.length = 0;
    for (;;) {
      while (xml.charCodeAt(i) <= SPACE_CODE) i += 1;
      const sign = xml.charCodeAt(i);
      if (sign === GREATER || sign === SLASH) {
        open(local(name), attribute);
        if (sign === GREATER) {
          within.push(name);
          return i + 1;
        }
        if (xml.charCodeAt(i + 1) !== GREATER) throw new XmlError(name);
        close(local(name));
        return i + 2;
      }
      const end = nameEnd(xml, i);
      const key = xml.slice(i, end);
      i = end;
      while (xml.charCodeAt(i) <= SPACE_CODE) i += 1;
      if (key === '' || xml.charCodeAt(i) !== EQUALS) throw new XmlError(name);
      i += 1;
      while (xml.charCodeAt(i) <= SPACE_CODE) i += 1;
      const quote = xml.charCodeAt(i);
      if (quote !== QUOTE && quote !== APOSTROPHE) throw new XmlError(name);
      const closing = behind(xml, quote === QUOTE ? '"' : "'", i + 1);
      attributes.push(key, xml.slice(i + 1, closing - 1));
      i = closing;
    }
  }
}

function behind(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found === -1) throw new XmlError(`missing ${mark}`);
  return found + mark.length;
}

function nameEnd(xml: string, from: number): number {
  let i = from;
  for (; i < xml.length; i += 1) {
    const sign = xml.charCodeAt(i);
    if (sign <= SPACE_CODE || sign === SLASH || sign === GREATER || sign === EQUALS || sign === LESS) break;
  }
  return i;
}

/** Removes the prefix of a name, since some programs write `<x:row>`. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Decodes entities and line ends of XML text.
 * @throws XmlError
 */
function plainXml(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(/&([^;&]{0,10})(;?)/g, (whole, name: string, end: string) => {
    const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
    const number = code === null ? Number.NaN : Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10);
    const character = number <= 0x10ffff ? String.fromCodePoint(number) : entities.get(name);
    if (character === undefined || end === '') throw new XmlError(whole);
    return character;
  });
}
