import { readOwnLook } from '@cardinal/contract/api/settings/settings.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../runtime/config.ts';
import { seedDemo } from './demo.ts';

const host = await forThisFile(testApp({}));
await seedDemo(host.app.systemContext('demo'), readConfig({ DEMO_LANGUAGE: 'en' }), 'all', { simulatorPatienceMs: 0 });

/** Texts that every installation has in both languages, told apart by their names or by what is beside them. */
const IN_BOTH = /^(zh|.*_zh)$/;

test.each([
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh_CN'],
  [{ LANG: 'C.UTF-8' }, 'zh_CN'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'zh_CN'],
  [{ LANG: 'en_US.UTF-8', DEMO_LANGUAGE: 'zh' }, 'zh_CN'],
  [{ DEMO_LANGUAGE: 'en' }, 'en'],
  [{}, 'zh_CN'],
])('under %o the demo speaks %s', (env, language) => {
  expect(readConfig(env).demoLanguage).toBe(language);
});

test('nothing that people wrote in the English demo is in Chinese', async () => {
  const columns = await sql<{ name: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as name, column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
      and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')`.execute(host.db);
  const known = new Set(columns.rows.map(({ name, column }) => `${name}.${column}`));
  const found: string[] = [];
  for (const { name, column } of columns.rows.filter((each) => !IN_BOTH.test(each.column))) {
    // A pair of texts in JSON says both.
    const written = sql`regexp_replace(${sql.ref(column)}::text, '"(\\w+_)?zh": *"[^"]*"', '', 'g')`;
    // What is kept in both languages has the other beside it.
    const other = known.has(`${name}.${column}_en`) ? sql`${sql.ref(`${column}_en`)} is null` : sql`true`;
    const { rows } = await sql<{ said: string }>`
      select left(${written}, 60) as said from ${sql.raw(name)}
      where ${written} ~ '[一-龥]' and ${other} limit 1`.execute(host.db);
    found.push(...rows.map(({ said }) => `${name}.${column}: ${said}`));
  }
  expect(found).toEqual([]);
  expect(columns.rows.length).toBeGreaterThan(300);
  const agent = host.db.selectFrom('customers.customer').select('name').where('id', '=', '10');
  expect(await agent.executeTakeFirst()).toEqual({ name: 'Agent A' });
  expect(await (await host.as('enterprise')).ask(readOwnLook)).toMatchObject({ language: 'en' });
});
