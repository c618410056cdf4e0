import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { DOMAINS } from '../domains.ts';

const LARGEST = 2_147_483_647;

const lists = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint)).filter(
  (endpoint): endpoint is ListEndpoint => 'fields' in endpoint && 'defaultSort' in endpoint,
);
const questions = lists.flatMap((list) =>
  Object.entries(list.fields).flatMap(([name, field]) => {
    if (field.kind !== 'number') return [];
    return (field.filters ?? []).flatMap((filter): [string, ListEndpoint, Record<string, unknown>][] =>
      filter === 'is'
        ? [[`${list.name}.${name}`, list, { ...list.example?.query, [name]: [LARGEST] }]]
        : filter === 'range'
          ? [
              [
                `${list.name}.${name} from`,
                list,
                { ...list.example?.query, [`${name}From`]: -LARGEST, [`${name}To`]: LARGEST },
              ],
            ]
          : [],
    );
  }),
);

const host = await forThisFile(testApp({ demo: 'people' }));

test('a number no row can hold finds nothing, and is no error', async () => {
  const admin = await host.as('admin');
  expect(questions.length).toBeGreaterThan(5);
  const answers: [string, string][] = [];
  for (const [said, list, query] of questions) answers.push([said, (await admin.call(list, { query } as never)).code]);
  expect(answers.filter(([, code]) => code !== '200' && code !== '0')).toEqual([]);
});
