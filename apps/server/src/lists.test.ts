import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOMAINS } from './domains.ts';

const lists = DOMAINS.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)).filter(
  (endpoint): endpoint is typeof endpoint & ListEndpoint => 'defaultSort' in endpoint,
);

let world: TestApp;
beforeAll(async () => {
  world = await testApp({ demo: 'people' });
});
afterAll(() => world?.stop());

/** A value a filter of this field takes. */
function sample(field: Field): unknown {
  if (field.choices?.[0]) return field.choices[0].value;
  if (field.kind === 'time') return '2026-01-01T00:00:00Z';
  if (field.kind === 'day') return '2026-01-01';
  return field.kind === 'flag' ? true : '1';
}
const KEYS = {
  is: [''],
  contains: ['Contains'],
  range: ['From', 'To'],
  all: ['All'],
  none: ['None'],
  present: ['Has'],
};

test('every list can be sorted and filtered by what it declares', async () => {
  const admin = await world.as('admin');
  const failed: string[] = [];
  const ask = async (list: ListEndpoint, asked: object, what: string) => {
    const { code } = await admin.call(list, {
      query: { ...list.example?.query, pageSize: 5, ...asked } as never,
    });
    if (code.startsWith('5')) failed.push(`${list.name} ${what}: ${code}`);
  };
  for (const list of lists) {
    for (const [name, field] of Object.entries(list.fields)) {
      if (field.sortable) await ask(list, { sort: `-${name}` }, `by ${name}`);
      for (const operator of field.filters)
        for (const key of KEYS[operator])
          await ask(list, { [name + key]: operator === 'present' ? true : sample(field) }, name + key);
    }
  }
  expect(failed).toEqual([]);
});
