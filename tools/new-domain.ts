/**
 * `npm run new:domain -- <name> <after>`: lays down an empty room that starts: its folder, its schema, its line in the list of
 * rooms after the one named. Fill it, then say in its README what it owns and what must stay true.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [name, after] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const rooms = join(root, 'apps/server/src/domains');
const list = join(root, 'apps/server/src/domains.ts');
const migrations = join(root, 'apps/server/migrations');

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

if (!name || !/^[a-z][A-Za-z0-9]+$/.test(name) || !after) refuse('Usage: npm run new:domain -- <name> <after room>');
if (existsSync(join(rooms, name))) refuse(`The room ${name} exists`);
const text = readFileSync(list, 'utf8');
if (!text.includes(`${after}Domain,`)) refuse(`No room is called ${after}`);

const schema = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const last = Math.max(...readdirSync(migrations).map((file) => Number(file.slice(0, 4))));
const next = String((Math.floor(last / 10) + 1) * 10).padStart(4, '0');

mkdirSync(join(rooms, name));
writeFileSync(join(migrations, `${next}_${schema}.sql`), `create schema ${schema};\n`);
writeFileSync(
  join(rooms, name, 'domain.ts'),
  `import { domain } from '../../framework/domain.ts';\n\nexport const ${name}Domain = domain({\n  name: '${name}',\n  needs: [],\n  tables: {},\n  routes: [],\n  jobs: [],\n  reactions: [],\n});\n`,
);
writeFileSync(
  join(rooms, name, 'README.md'),
  `# ${name}\n\n**Owns.**\n\n**Does not own.**\n\n**Words.**\n\n**What must stay true.**\n\n**Time.**\n\n**When it fails.**\n`,
);
writeFileSync(
  list,
  text
    .replace(/(import \{ \w+ \} from '\.\/domains)/, `import { ${name}Domain } from './domains/${name}/domain.ts';\n$1`)
    .replace(`${after}Domain,`, `${after}Domain,\n  ${name}Domain,`),
);
console.info(`Room ${name} stands after ${after}; its schema is in migrations/${next}_${schema}.sql`);
