import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, isTest, resolved, root, type Source } from './sources.ts';

const ROOMS = 'apps/server/src/domains';
const MOST_LINES = 6_000;
const MOST_FOLDERS = 8;

/** The READMEs of the rooms: each lists the folders of its room in their order. */
export const readRoomReadmes = (): Source[] =>
  globSync(`${ROOMS}/*/README.md`, { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

type File = Source & { readonly room: string; readonly folder: string | undefined };

/** The code of the rooms without its tests; what stands beside `domain.ts` has no folder. */
const filesOfRooms = (sources: readonly Source[]): File[] =>
  sources.flatMap((source) => {
    const place = /^apps\/server\/src\/domains\/(\w+)\/(?:(\w+)\/)?.*\.ts$/.exec(source.path);
    return place && !isTest(source.path) ? [{ ...source, room: place[1] as string, folder: place[2] }] : [];
  });

/** The folders as the room's README lists them in its paragraph «Folders», lowest first. */
function declaredFolders(sources: readonly Source[], room: string): string[] {
  const readme = sources.find(({ path }) => path === `${ROOMS}/${room}/README.md`)?.text ?? '';
  const paragraph = /^\*\*Folders\*\*, lowest first: (.*?)(?:\n\n|\n?$(?![\s\S]))/ms.exec(readme)?.[1] ?? '';
  return [...paragraph.matchAll(/`(\w+)\/`/g)].map((match) => match[1] as string);
}

/** Files beside `domain.ts` that use no folder, such as tables and events: every folder may import them. */
function lowestFiles(files: readonly File[], importsIn: (file: File) => readonly File[]): ReadonlySet<File> {
  const isDoor = ({ path }: File) => /\/(domain|routes|face)\.ts$/.test(path);
  const usesFolder = (file: File, seen: ReadonlySet<File>): boolean =>
    file.folder !== undefined ||
    importsIn(file).some((other) => !seen.has(other) && usesFolder(other, new Set([...seen, other])));
  return new Set(files.filter((file) => !isDoor(file) && !usesFolder(file, new Set([file]))));
}

function faultsOfRoom(room: string, files: readonly File[], declared: readonly string[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const importsIn = (file: File) =>
    importsOf(file.text).flatMap((name) => (name.startsWith('.') ? (byPath.get(resolved(file, name)) ?? []) : []));
  const folders = [...new Set(files.flatMap(({ folder }) => folder ?? []))];
  const lowest = lowestFiles(files, importsIn);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

  const mayImport = (from: string, to: File): boolean => {
    if (to.folder === undefined) return lowest.has(to);
    return to.folder === from || declared.indexOf(to.folder) < declared.indexOf(from);
  };
  const upward = files.flatMap((file) => {
    const { folder } = file;
    if (folder === undefined) return [];
    return importsIn(file)
      .filter((to) => !mayImport(folder, to))
      .map((to) => `${room}: ${folder} → ${to.folder ?? to.path.replace(/.*\//, '')}`);
  });

  return [
    ...folders.filter((name) => !declared.includes(name)).map((name) => `${room}: README does not place ${name}`),
    ...declared.filter((name) => !folders.includes(name)).map((name) => `${room}: README places ${name}, not there`),
    ...new Set(upward),
    ...(lines > MOST_LINES ? [`${room}: ${lines} lines`] : []),
    ...(folders.length > MOST_FOLDERS ? [`${room}: ${folders.length} folders`] : []),
  ];
}

/**
 * A room has at most 6,000 lines and 8 folders. A folder imports only folders before it in the README's order and files
 * beside `domain.ts` that themselves use no folder; the doors are imported by none. Tests may import anything.
 */
export function folderFaults(sources: readonly Source[]): string[] {
  const byRoom = Map.groupBy(filesOfRooms(sources), ({ room }) => room);
  return [...byRoom].flatMap(([room, files]) => faultsOfRoom(room, files, declaredFolders(sources, room))).sort();
}
