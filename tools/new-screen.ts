/**
 * `npm run new:screen -- /cardsManagement/tagManagement api/cards/tags.ts listTags`: lays down the file of a list screen at its
 * route's address. The route table already knows its titles and permission; nothing else is to be edited.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROUTES } from '../packages/contract/src/routes/table.ts';

const [path, module, name] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

if (!path || !module || !name) refuse('Usage: npm run new:screen -- <route> <contract module> <list endpoint>');
const route = ROUTES.find((each) => each.path === path);
if (!route) refuse(`The route table knows no ${path}`);
if (!existsSync(join(root, 'packages/contract/src', module))) refuse(`packages/contract/src/${module} does not exist`);

const file = join(root, 'apps/console/src/screens', `${path.slice(1).replace(/\/:(\w+)/g, '.$$$1')}.tsx`);
if (existsSync(file)) refuse(`${file} exists`);
const kit = '../'.repeat(path.split('/').length - 1);
const component = path
  .split('/')
  .filter((part) => part && !part.startsWith(':'))
  .slice(-1)[0]
  ?.replace(/^./, (first) => first.toUpperCase());

mkdirSync(dirname(file), { recursive: true });
writeFileSync(
  file,
  `import { ${name} } from '@cardinal/contract/${module}';
import type { ColumnSpec } from '${kit}kit/list/columns.tsx';
import { ListScreen } from '${kit}kit/list/ListScreen.tsx';

const COLUMNS: readonly ColumnSpec<typeof ${name}>[] = (
  Object.keys(${name}.fields) as (keyof typeof ${name}.fields)[]
).map((field) => ({ field }));

export default function ${component}() {
  return <ListScreen list={${name}} columns={COLUMNS} />;
}
`,
);
console.info(`${route.title.zh} / ${route.title.en}: ${file}`);
