import { expect, it } from 'vitest';
import { programLog } from './programLog.ts';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  programLog('info', { write: (line: string) => void lines.push(line) }).warn(fields, 'lost');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

it('says which error it was and nothing of the rows, statements and clients it carries', () => {
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    constraint: 'account_name',
    detail: 'Key (account)=(zhang) already exists.',
    client: { secretKey: -42, activeQuery: { values: ['13800138000'] } },
  });
  const line = logged({ err: error });
  expect(line['err']).toMatchObject({ message: 'terminating connection', code: '57P01', constraint: 'account_name' });
  expect(JSON.stringify(line)).not.toMatch(/zhang|secretKey|13800138000/);
});

it('names every error of several at once', () => {
  const line = logged({ err: new AggregateError([new Error('refused'), new Error('unreachable')], 'neither answers') });
  expect(JSON.stringify(line)).toMatch(/neither answers.*refused.*unreachable/);
});

it('hides secrets by their keys', () => {
  expect(JSON.stringify(logged({ body: { password: 'a-password' } }))).not.toContain('a-password');
});
