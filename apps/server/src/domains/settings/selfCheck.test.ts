import {
  CHECK_DOWNLOAD_BYTES,
  CHECK_UPLOAD_BYTES,
  checkDownload,
  checkEvents,
  checkUpload,
} from '@cardinal/contract/api/settings/selfCheck.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({}));

test('five megabytes pass without a login, one byte more is said to be too large', async () => {
  const send = (bytes: number, address = '10.7.0.1') =>
    it.nobody.call(checkUpload, { body: { filler: 'x'.repeat(bytes) }, address });
  expect((await send(CHECK_UPLOAD_BYTES)).data).toEqual({ bytes: CHECK_UPLOAD_BYTES });
  expect((await send(CHECK_UPLOAD_BYTES + 1)).status).toBe(422);
  expect((await send(CHECK_UPLOAD_BYTES + 10_000)).status).toBe(413);
});

test('who checks again and again is held off, alone', async () => {
  const send = (address: string) => it.nobody.call(checkUpload, { body: { filler: 'x' }, address });
  for (let n = 0; n < 6; n += 1) expect((await send('10.7.0.2')).code).toBe('200');
  expect((await send('10.7.0.2')).status).toBe(429);
  expect((await send('10.7.0.3')).code).toBe('200');
});

test('the file comes whole, and the events come and end', async () => {
  const file = await it.nobody.call(checkDownload, { address: '10.7.0.4' });
  expect(file.status).toBe(200);
  expect((file.data as unknown as Buffer).length).toBe(CHECK_DOWNLOAD_BYTES);
  const events = await it.nobody.call(checkEvents, { address: '10.7.0.4' });
  expect(String(events.data).match(/event: check/g)).toHaveLength(3);
});
