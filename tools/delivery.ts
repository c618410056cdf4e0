/**
 * `npm run delivery [-- 5000]`: simulates a carrier's delivery. The running simulator gets activated cards under the account
 * «联通 Jasper A» of the demo, and their numbers are written to an .xlsx for import.
 */
import { randomInt } from 'node:crypto';
import { join, relative } from 'node:path';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { writeSheet } from '../apps/server/src/sheets/writeSheet.ts';

const MOST = 100_000;
const AT_ONCE = 5_000;
const ACCOUNT = 'cardinal-demo-a';

const count = Number(process.argv[2] ?? 5_000);
if (!Number.isInteger(count) || count < 1 || count > MOST) {
  console.error(`How many cards: a whole number from 1 to ${MOST.toLocaleString('en')}`);
  process.exit(1);
}

const first = randomInt(10 ** 9) * 10;
const iccids = Array.from({ length: count }, (_, at) =>
  withCheckDigit(`898606990${String(first + at).padStart(10, '0')}`),
);

const simulator = `http://127.0.0.1:${process.env['SIMULATOR_PORT'] ?? 8090}`;
for (let at = 0; at < count; at += AT_ONCE) {
  const answer = await fetch(`${simulator}/_control/jasper/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-simulator-token': process.env['SIMULATOR_CONTROL_TOKEN'] ?? '' },
    body: JSON.stringify({ account: ACCOUNT, iccids: iccids.slice(at, at + AT_ONCE), status: 'ACTIVATED' }),
  }).catch(() => undefined);
  if (answer?.ok) continue;
  const refusal = answer && `The simulator refused: ${await answer.text()}`;
  console.error(refusal ?? `No simulator at ${simulator}; npm start runs one`);
  process.exit(1);
}

const path = join(process.cwd(), `delivery-${first}.xlsx`);
await writeSheet(path, {
  format: 'xlsx',
  sheetName: '到货单',
  columns: [
    { title: 'ICCID', kind: 'text', width: 24 },
    { title: '备注', kind: 'text', width: 20 },
  ],
  rows: iccids.map((iccid) => [iccid, '首批到货']),
});
console.info(`${count.toLocaleString('en')} cards: ${relative(process.cwd(), path)}`);
