import { codeOf, importsOf, isTest, resolved, type Source } from './sources.ts';

const ROOMS = 'apps/server/src/domains';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The rooms in the order of `domains.ts`. */
export function roomOrder(sources: readonly Source[]): string[] {
  const text = sources.find(({ path }) => path === 'apps/server/src/domains.ts')?.text ?? '';
  const list = /DOMAINS[^=]*= \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/(\w+)Domain\b/g)].map((match) => match[1] as string);
}

const roomOf = (path: string): string | undefined => /^apps\/server\/src\/domains\/(\w+)\//.exec(path)?.[1];

const filesOfRooms = (sources: readonly Source[]) =>
  sources.flatMap((source) => {
    const room = roomOf(source.path);
    return room && !isTest(source.path) ? [{ ...source, room }] : [];
  });

/** The `needs` of a room's `domain.ts`. */
function needsOf(sources: readonly Source[], room: string): string[] {
  const text = sources.find(({ path }) => path === `${ROOMS}/${room}/domain.ts`)?.text ?? '';
  const list = /\bneeds: \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/'(\w+)'/g)].map((match) => camel(match[1] as string));
}

type Crossing = { readonly path: string; readonly from: string; readonly to: string; readonly file: string };

/** Every import from one room into another. */
const crossings = (sources: readonly Source[]): Crossing[] =>
  filesOfRooms(sources).flatMap((source) =>
    importsOf(source.text).flatMap((name) => {
      const target = /^apps\/server\/src\/domains\/(\w+)\/(.+)$/.exec(resolved(source, name));
      if (!name.startsWith('.') || !target || target[1] === source.room) return [];
      return [{ path: source.path, from: source.room, to: target[1] as string, file: target[2] as string }];
    }),
  );

/** A room enters another only by face.ts or events.ts. It calls only rooms before it and subscribes to events of any. */
export function entryFaults(sources: readonly Source[]): string[] {
  const order = roomOrder(sources);
  return crossings(sources)
    .filter(({ from, to, file }) => {
      const isBefore = order.includes(to) && order.indexOf(to) < order.indexOf(from);
      return file !== 'events.ts' && !(file === 'face.ts' && isBefore);
    })
    .map(({ path, to, file }) => `${path} → ${to}/${file}`);
}

/**
 * `needs` names exactly the rooms a room depends on: those before it whose face or events it imports, and those whose
 * published views it reads. Events of later rooms need nothing.
 */
export function needFaults(sources: readonly Source[]): string[] {
  const order = roomOrder(sources);
  const used = new Map(order.map((room) => [room, new Set<string>()]));
  for (const { from, to } of crossings(sources)) {
    if (order.indexOf(to) < order.indexOf(from)) used.get(from)?.add(to);
  }
  for (const { room, owner } of tableUses(sources)) used.get(room)?.add(owner);
  return order.flatMap((room) => {
    const needs = needsOf(sources, room);
    const uses = used.get(room) ?? new Set();
    return [
      ...[...uses]
        .filter((other) => !needs.includes(other))
        .map((other) => `${room} uses ${other} and does not need it`),
      ...needs.filter((other) => !uses.has(other)).map((other) => `${room} needs ${other} and does not use it`),
    ];
  });
}

type TableUse = {
  readonly room: string;
  readonly owner: string;
  readonly table: string;
  readonly isView: boolean;
  readonly isWrite: boolean;
};

/** The tables and views the rooms declare to Kysely. */
const declaredTables = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ path, text }) =>
      path.startsWith('apps/server/src/')
        ? [...text.matchAll(/^\s+'([a-z_]+\.[a-z_]+)'\??:/gm)].map((match) => match[1] as string)
        : [],
    ),
  );

const QUALIFIED = /(?<![\w.$])([a-z_]+)\.([a-z_]\w*)\b/g;
const READS_BEFORE = /\b(?:from|join|using)\s+(?:only\s+)?$/i;
/** A register writes the table it is bound to: `bindRegister(…, { table: '…' })`. */
const WRITES_BEFORE =
  /(?:\b(?:update|insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?|\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|copyRows)\(\s*['"`]|\btable:\s*['"`])$/i;

/**
 * Where a room names a table of another: any declared name outside comments, in a query builder, a string or a template,
 * and whatever stands in SQL where a table does.
 */
function tableUses(sources: readonly Source[]): TableUse[] {
  const tables = declaredTables(sources);
  const owners = new Map(roomOrder(sources).map((room) => [snake(room), room]));
  return filesOfRooms(sources).flatMap(({ room, text }) => {
    const code = codeOf(text);
    return [...code.matchAll(QUALIFIED)].flatMap((match) => {
      const owner = owners.get(match[1] as string);
      if (!owner || owner === room) return [];
      const before = code.slice(Math.max(0, match.index - 40), match.index);
      const isWrite = WRITES_BEFORE.test(before);
      if (!isWrite && !READS_BEFORE.test(before) && !tables.has(match[0])) return [];
      return [{ room, owner, table: match[0], isView: (match[2] as string).startsWith('v_'), isWrite }];
    });
  });
}

/** Nobody writes into the schema of another room, and of its tables only the published views `v_…` are read. */
export function tableFaults(sources: readonly Source[]): string[] {
  const faults = tableUses(sources)
    .filter(({ isView, isWrite }) => isWrite || !isView)
    .map(({ room, table, isWrite }) => `${room} ${isWrite ? 'writes' : 'reads'} ${table}`);
  return [...new Set(faults)].sort();
}

/** The framework imports no room. */
const BEFORE_ROOMS = /^apps\/server\/src\/(framework|lists|runtime|http|outbound|sheets|places)\//;

export const frameworkFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => BEFORE_ROOMS.test(path) && !isTest(path))
    .flatMap((source) =>
      importsOf(source.text)
        .filter((name) => name.startsWith('.') && resolved(source, name).startsWith(`${ROOMS}/`))
        .map((name) => `${source.path} → ${name}`),
    );

type ValueImport = { readonly from: string; readonly names: readonly string[] };

/** Imports and re-exports of values; what is only a type is gone when the program runs. */
const valueImports = (text: string): ValueImport[] =>
  [...text.matchAll(/^\s*(?:import|export)\s+(?!type\b)([^'"`;]*?)\s*from\s+['"]([^'"]+)['"]/gm)]
    .map((match) => ({
      from: match[2] as string,
      names: (match[1] as string)
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type ')),
    }))
    .filter(({ names }) => names.length > 0);

const PURE_PACKAGES = /^(@cardinal\/(contract|primitives)\/|zod$|node:crypto$)/;
const IMPURE_WORDS = /\b(ctx|Ctx|Database|Kysely|await|fetch|process|randomUUID|randomBytes|randomInt)\b/;

/**
 * Rules decide without I/O: a `*Rules.ts` and whatever of its values it takes from elsewhere import only each other, the
 * contract and the primitives, and none of them takes a context or waits.
 */
export function ruleFaults(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));

  /** Why a file is not pure; through a face only the imported functions count, wherever they are defined. */
  const whyImpure = (path: string, names: readonly string[], seen: ReadonlySet<string>): string | undefined => {
    const source = byPath.get(path);
    if (!source || seen.has(path)) return undefined;
    const passed = new Set([...seen, path]);
    if (path.endsWith('/face.ts')) {
      const passing = valueImports(source.text).filter((each) => each.names.some((name) => names.includes(name)));
      const found = passing.flatMap((each) => each.names);
      if (!names.every((name) => found.includes(name))) return path;
      return firstOf(passing, (each) => whyImpure(resolved(source, each.from), each.names, passed));
    }
    if (IMPURE_WORDS.test(codeOf(source.text))) return path;
    return firstOf(valueImports(source.text), ({ from, names: taken }) => {
      if (from.startsWith('.')) return whyImpure(resolved(source, from), taken, passed);
      return PURE_PACKAGES.test(from) ? undefined : `${path} → ${from}`;
    });
  };

  return sources
    .filter(({ path }) => /^apps\/server\/src\/.*Rules\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path }) => {
      const why = whyImpure(path, [], new Set());
      return why ? [why === path ? `${path} takes a context or waits` : `${path} depends on ${why}`] : [];
    });
}

function firstOf<T>(all: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each);
    if (found) return found;
  }
  return undefined;
}
