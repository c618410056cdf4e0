import { duplicateSpec, specInUse, specNotFound } from '@cardinal/contract/api/packages/specRefusals.ts';
import {
  enableFlowSpec,
  enablePeriodSpec,
  enableVoiceSpec,
  flowSpecs,
  periodSpecs,
  voiceSpecs,
} from '@cardinal/contract/api/packages/specs.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { expect, test } from 'vitest';
import { seedDemo as seedCarriers } from '../../carriers/demo.ts';
import { seedDemo } from '../demo.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', async (ctx) => {
  await seedCarriers(ctx);
  await seedDemo(ctx);
});
const admin = await host.as('admin');

const flow: BodyOf<typeof flowSpecs.create> = {
  name: '77 MB',
  value: '77',
  unit: 'MB',
  direction: 'general',
  platforms: [],
  sort: 5,
};
const voice: BodyOf<typeof voiceSpecs.create> = {
  name: '77 分钟',
  minutes: 77,
  smsCount: null,
  step: 60,
  direction: 'any',
  numbers: [],
  sort: 5,
};
const period: BodyOf<typeof periodSpecs.create> = { name: '7 个月', unit: 1, count: 7, boundary: 3, reset: 1, sort: 5 };

const firstFault = (answer: unknown) => faultsOf(answer)[0];

test('a specification of each sort is made once, edited and deleted', async () => {
  await keepsRegister(host, flowSpecs, { owner: 'admin', body: flow, edited: { ...flow, name: '78 MB', value: '78' } });
  await keepsRegister(host, voiceSpecs, { owner: 'admin', body: voice, edited: { ...voice, minutes: 78 } });
  await keepsRegister(host, periodSpecs, { owner: 'admin', body: period, edited: { ...period, count: 8 } });
});

test('1024 MB after 1 GB is a duplicate; targeted data of that volume is not', async () => {
  const { id } = await admin.ask(flowSpecs.create, { body: { ...flow, name: '17 GB', value: '17', unit: 'GB' } });
  const again = { ...flow, name: '17408 MB', value: '17408', unit: 'MB' as const };
  const answer = await admin.call(flowSpecs.create, { body: again });
  expect(answer.code).toBe(duplicateSpec.code);
  expect(firstFault(answer)).toMatchObject({ field: 'value', message: '规格已存在' });
  await admin.ask(flowSpecs.create, { body: { ...again, direction: 'targeted' } });
  const stored = await host.db.selectFrom('packages.flow_spec').select('bytes').where('id', '=', id).executeTakeFirst();
  expect(stored?.bytes).toBe(String(17 * 1024 ** 3));
});

test.each([
  ['value', flowSpecs.create, { ...flow, value: '0' }],
  ['value', flowSpecs.create, { ...flow, value: '1.234' }],
  ['value', flowSpecs.create, { ...flow, value: '-1' }],
  ['value', flowSpecs.create, { ...flow, value: null }],
  ['minutes', voiceSpecs.create, { ...voice, minutes: 100_001 }],
  ['minutes', voiceSpecs.create, { ...voice, minutes: null }],
  ['numbers', voiceSpecs.create, { ...voice, direction: 'fixed' }],
  ['numbers.1', voiceSpecs.create, { ...voice, direction: 'fixed', numbers: ['13800138000', '1380013'] }],
  ['count', periodSpecs.create, { ...period, count: 37 }],
  ['count', periodSpecs.create, { ...period, unit: 2, count: 1_096 }],
  ['boundary', periodSpecs.create, { ...period, unit: 2, boundary: 1 }],
  ['boundary', periodSpecs.create, { ...period, unit: 2, boundary: 2 }],
] as const)('bad input is named at %s', async (field, endpoint, body) => {
  for (const language of ['zh_CN', 'en'] as const) {
    const fault = firstFault(await admin.call(endpoint as never, { body, language } as never));
    expect(fault?.field).toBe(field);
    if (language === 'en') expect(fault?.message).toMatch(/^[\x20-\x7e]+$/);
    else expect(fault?.message).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('a specification in use keeps its figures; its name and order may change', async () => {
  const { list } = await admin.ask(flowSpecs.list, { query: { pageSize: 100 } });
  const used = list.find(({ usedBy }) => usedBy > 0);
  const { id, version, value, unit, direction, platforms } = used as NonNullable<typeof used>;
  const body = { id, version, name: '改名', value, unit, direction, platforms, sort: 99 };
  expect((await admin.call(flowSpecs.edit, { body: { ...body, value: '3', unit: 'TB' } })).code).toBe(specInUse.code);
  await admin.ask(flowSpecs.edit, { body });
  expect((await admin.call(flowSpecs.remove, { body: { id } })).code).toBe(specInUse.code);
  await admin.ask(enableFlowSpec, { body: { id, isEnabled: false } });
  const after = await admin.ask(flowSpecs.list, { query: { isEnabled: ['false'], pageSize: 100 } as never });
  expect(after.list.find((row) => row.id === id)).toMatchObject({ name: '改名', isEnabled: false });
  const unused = await admin.ask(flowSpecs.list, { query: { unused: true, pageSize: 100 } });
  expect(unused.list.every(({ usedBy }) => usedBy === 0)).toBe(true);
});

test('a carrier cycle that begins on the 27th is shown from 27 to 26', async () => {
  const { list } = await admin.ask(periodSpecs.list, { query: { pageSize: 100 } });
  const cycle = list.find(({ boundary, count }) => boundary === 2 && count === 1);
  const example = cycle?.examples.find(({ cycleDay }) => cycleDay === 27);
  const days = [new Date(example!.startsAt), new Date(new Date(example!.endsAt).getTime() - 1)];
  expect(days.map((day) => dayText(day, example!.zone))).toEqual(['2026-10-27', '2026-11-26']);
});

test('specifications are the platform’s alone, and unknown ones do not exist', async () => {
  const agent = await host.as('agent');
  for (const endpoint of [flowSpecs.list, voiceSpecs.list, periodSpecs.list])
    expect((await agent.call(endpoint as never, { query: {} } as never)).code).toBe(noPermission.code);
  for (const endpoint of [enableFlowSpec, enableVoiceSpec, enablePeriodSpec]) {
    expect((await agent.call(endpoint, { body: { id: '1', isEnabled: true } })).code).toBe(noPermission.code);
    expect((await admin.call(endpoint, { body: { id: '999999', isEnabled: true } })).code).toBe(specNotFound.code);
  }
});
