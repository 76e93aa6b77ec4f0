/** What no file's name may hold on any of the systems that people keep files on. */
const FORBIDDEN = /[\\/:*?"<>|]+/g;

/** How a document is named for a person: 'Escarapelas Torres de San Felipe.pdf'. */
export function fileName(title: string, jointName: string, ending: 'pdf'): string {
  return `${cleanName(`${title} ${jointName}`)}.${ending}`;
}

/** A name without what no file's name may hold. */
export function cleanName(name: string): string {
  return name.replace(FORBIDDEN, '-').slice(0, 150).trim();
}
