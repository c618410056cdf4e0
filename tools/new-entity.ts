/**
 * `npm run new:entity -- /system/invoiceInformation settings invoiceTitle invoiceTitles 开票信息`: lays down a plain register:
 * contract, migration, table and binding, HTTP test and screen, with the lines that other files need for it. All of it is
 * green at once; change it to what the entity is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REFUSAL_BLOCKS, type RefusingRoom } from '../packages/contract/src/api/refusalCodes.ts';
import { isKnownPermission } from '../packages/contract/src/permissions/catalogue.ts';
import { ROUTES } from '../packages/contract/src/routes/table.ts';

const root = join(import.meta.dirname, '..');
const [path = '', room = '', one = '', many = '', zh = ''] = process.argv.slice(2);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

const isName = /^[a-z][A-Za-z0-9]+$/;
if (!isName.test(one) || !isName.test(many) || !zh)
  refuse('Usage: npm run new:entity -- <route> <room> <noun> <plural> <Chinese noun>');
const route = ROUTES.find((each) => each.path === path);
if (!route?.permission) refuse(`The route table knows no ${path} with a permission`);
if (!(room in REFUSAL_BLOCKS)) refuse(`No room ${room} has refusal codes`);

const capital = (words: string) => words.replace(/^./, (first) => first.toUpperCase());
const apart = (name: string, sign: string) => name.replace(/[A-Z]/g, (letter) => sign + letter.toLowerCase());
const [en, enMany] = [apart(one, ' '), apart(many, ' ')];
const One = capital(one);
const subject = route.permission.replace(/\.\w+$/, '');
const schema = apart(room, '_');
const table = `${schema}.${apart(one, '_')}`;
const contract = `packages/contract/src/api/${room}`;
const home = `apps/server/src/domains/${room}`;
const screen = `apps/console/src/screens${path.replace(/\/:(\w+)/g, '.$$$1')}.tsx`;
const kit = '../'.repeat(path.split('/').length - 1);

/** What «?» says about the screen, beside those of its section. */
const help = join(dirname(screen), '_help.ts');
const explanation = `  '${path}': {
    purpose: text('维护${zh}。', 'Maintains ${enMany}.'),
    terms: [],
    tasks: [
      text('新增${zh}。', 'Add ${/^[aeiou]/.test(en) ? 'an' : 'a'} ${en}.'),
      text('编辑或删除${zh}。', 'Edit or delete ${/^[aeiou]/.test(en) ? 'an' : 'a'} ${en}.'),
    ],
    manual: 'first-steps',
  },
`;
const isExplained = existsSync(join(root, help));

/** The first unused refusal number of the room. */
function freeNumber(): number {
  const used = new Set<number>();
  for (const file of readdirSync(join(root, contract)))
    for (const [, n] of read(`${contract}/${file}`).matchAll(/refusal\.\w+\(\s*(\d+)/g)) used.add(Number(n));
  for (const [from, to] of REFUSAL_BLOCKS[room as RefusingRoom])
    for (let n = from; n <= to; n += 1) if (!used.has(n)) return n;
  return refuse(`The block of ${room} is full`);
}

const migrations = readdirSync(join(root, 'apps/server/migrations')).map((file) => Number(file.slice(0, 4)));
const next = String((Math.floor(Math.max(...migrations) / 10) + 1) * 10).padStart(4, '0');
const number = freeNumber();

const files: Readonly<Record<string, string>> = {
  ...(isExplained
    ? {}
    : {
        [help]: `import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '${kit}shell/help/explanation.ts';

export default {
${explanation}} satisfies Explanations;
`,
      }),
  [`${contract}/${many}.ts`]: `import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('${room}');

export const ${one}NotFound = refusal.notFound(${number}, '${one}NotFound', '${zh}不存在', 'The ${en} does not exist', 404);
export const duplicate${One} = refusal.conflict(${number}, 'duplicate${One}', '${zh}重复', 'A ${en} of this name exists');

export const ${many} = register({
  name: '${many}',
  noun: { zh: '${zh}', en: '${en}', many: '${enMany}' },
  permission: '${subject}',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    remark: field.text('备注', 'Remark', { nullable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  body: {
    name: stringSchema({ min: 2, max: 30 }),
    remark: remarkSchema({ optional: true }).nullable().optional(),
  },
  isVersioned: true,
  notFound: ${one}NotFound,
  duplicate: duplicate${One},
  example: { name: '${zh}' },
});
`,
  [`apps/server/migrations/${next}_${apart(many, '_')}.sql`]: `create table ${table} (
  id bigint primary key,
  customer_id bigint not null,
  name text not null,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint ${apart(one, '_')}_customer_id_name_key unique (customer_id, name)
);
`,
  [`${home}/${many}/${one}Register.ts`]: `import { ${many} } from '@cardinal/contract/api/${room}/${many}.ts';
import type { TableFacts } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    '${table}': {
      id: string;
      customer_id: string;
      name: string;
      remark: string | null;
      version: number;
      created_at: Date;
      updated_at: Date;
    };
  }
}

const own: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } };
export const ${one}Tables = { '${table}': own } as const;

export const ${one}Routes = bindRegister(${many}, {
  table: '${table}',
  objectKind: '${one}',
  name: ({ name }) => name,
  unique: { index: '${apart(one, '_')}_customer_id_name_key', field: 'name' },
});
`,
  [`${home}/${many}/${many}.test.ts`]: `import { ${many} } from '@cardinal/contract/api/${room}/${many}.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));

test('an entry is made once, edited and deleted, and does not exist to others', () =>
  keepsRegister(host, ${many}, {
    owner: 'admin',
    body: { name: 'First' },
    edited: { name: 'Renamed', remark: null },
    table: '${table}',
  }));
`,
  [screen]: `import { ${many} } from '@cardinal/contract/api/${room}/${many}.ts';
import { RegisterScreen } from '${kit}kit/register/RegisterScreen.tsx';

export default function ${capital(path.split('/').at(-1) ?? '')}() {
  return (
    <RegisterScreen
      register={${many}}
      columns={[{ field: 'name', pinned: 'left', width: 200 }, { field: 'remark', width: 300 }, 'updatedAt']}
      rowName={({ name }) => name}
      form={[
        { name: 'name', kind: 'text', maxLength: 30 },
        { name: 'remark', kind: 'remark' },
      ]}
    />
  );
}
`,
};

/** A line to insert into an existing file, after the first match. */
const lines: readonly (readonly [file: string, behind: RegExp, line: string])[] = [
  [`${home}/routes.ts`, /^/, `import { ${one}Routes } from './${many}/${one}Register.ts';\n`],
  [`${home}/routes.ts`, /Route\[\] = \[\n/, `  ...${one}Routes,\n`],
  [`${home}/domain.ts`, /^/, `import { ${one}Tables } from './${many}/${one}Register.ts';\n`],
  [`${home}/domain.ts`, /\n {2}tables: \{\n/, `    ...${one}Tables,\n`],
  ['packages/contract/src/operationObjects.ts', /Text>> = \{\n/, `  ${one}: text('${zh}', '${capital(en)}'),\n`],
  ...(isExplained ? ([[help, /export default \{\n/, explanation]] as const) : []),
  ...(isKnownPermission(`${subject}.edit`)
    ? []
    : ([
        [
          'packages/contract/src/permissions/system.ts',
          /_PERMISSIONS = \[\n/,
          `  ...subject('${subject}', '${zh}', '${enMany}', ['view', 'edit']),\n`,
        ],
      ] as const)),
];

for (const file of Object.keys(files)) if (existsSync(join(root, file))) refuse(`${file} exists`);
for (const [file, behind] of lines) if (!behind.test(read(file))) refuse(`${file} has no place for ${one}`);
for (const [file, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
for (const [file, behind, line] of lines)
  writeFileSync(
    join(root, file),
    read(file).replace(behind, (found) => found + line),
  );
const missing = 'tools/missingScreens.txt';
writeFileSync(join(root, missing), read(missing).replace(`${path}\n`, ''));

const touched = [...Object.keys(files), ...lines.map(([file]) => file)].filter((file) => /\.tsx?$/.test(file));
const formatted = spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...new Set(touched)], {
  cwd: root,
  stdio: 'inherit',
});
console.info([...Object.keys(files), ...new Set(lines.map(([file]) => file))].join('\n'));
process.exit(formatted.status ?? 1);
