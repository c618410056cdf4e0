import { previewSelection, startAction, uploadSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listTags } from '@cardinal/contract/api/cards/tags.ts';
import { IDEMPOTENCY_HEADER, idempotencyKeySchema } from '@cardinal/contract/framework/idempotency.ts';
import { describe, expect, it } from 'vitest';
import { askFor } from './call.ts';
import { CANCEL_DUPLICATE_HEADER, CANCEL_DUPLICATE_OFF, REQUEST_KEY_HEADER } from './controlHeaders.ts';
import { AttemptKey } from './idempotencyKey.ts';

it('a read asks to be cancelled by its duplicate, and carries no key and no body', () => {
  const ask = askFor(listTags, { query: { nameContains: '仓', pageNum: 2 } }, { raceKey: 'tags' });
  expect(ask).toMatchObject({ method: 'GET', path: listTags.path, query: { nameContains: '仓', pageNum: 2 } });
  expect(ask.headers).toEqual({ [REQUEST_KEY_HEADER]: 'tags' });
  expect(ask).not.toHaveProperty('body');
});

describe('a change', () => {
  it('is never cancelled half way and carries its idempotency key', () => {
    const ask = askFor(startAction, { body: { previewId: '1' } }, {});
    expect(ask.headers?.[CANCEL_DUPLICATE_HEADER]).toBe('off');
    expect(idempotencyKeySchema.safeParse(ask.headers?.[IDEMPOTENCY_HEADER]).success).toBe(true);
    expect(ask.body).toEqual({ previewId: '1' });
  });

  it('without a key still switches cancelling off', () => {
    const ask = askFor(previewSelection, { body: { action: 'stop_card', source: { kind: 'ids', ids: ['1'] } } }, {});
    expect(ask.headers).toEqual({ [CANCEL_DUPLICATE_HEADER]: 'off' });
  });

  it('sends its file as a form, and waits for it without end', () => {
    const file = new File(['1'], '卡号.xlsx');
    const ask = askFor(uploadSelection, { body: {}, file }, {});
    expect((ask.body as FormData).get('file')).toMatchObject({ name: '卡号.xlsx', size: 1 });
    expect(ask.timeoutMs).toBe(0);
  });
});

it('the client’s own two headers have the names of the documentation', () => {
  expect([CANCEL_DUPLICATE_HEADER, CANCEL_DUPLICATE_OFF, REQUEST_KEY_HEADER]).toEqual([
    'X-Cancel-Duplicate',
    'off',
    'X-Request-Key',
  ]);
});

it('one key for one content until its end is clear', () => {
  const attempt = new AttemptKey();
  const first = attempt.next('a');
  expect(attempt.next('a')).toBe(first);
  expect(attempt.next('b')).not.toBe(first);
  const second = attempt.next('b');
  attempt.close();
  expect(attempt.next('b')).not.toBe(second);
});
