import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveRole } from '@cardinal/contract/api/identity/roles.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { auditTampering } from '@cardinal/testing/auditTampering.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { startUnderTest } from '@cardinal/testing/programUnderTest.ts';
import { afterAll, expect, test } from 'vitest';
import { sealOperations } from './face.ts';
import { verifyOperations } from './verifyOperations.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const folder = await mkdtemp(join(tmpdir(), 'cardinal-heads-'));
const { ownerUrl, applicationUrl, clock } = it;
const other = await startUnderTest({ ownerUrl, applicationUrl, clock, dataDirectory: folder });
afterAll(async () => {
  await other.program.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A process with a folder of its own, which has sealed nothing. */
const verifyThere = () => verifyOperations(other.program.app.systemContext('test'));
const audit = await forThisFile(auditTampering(ownerUrl, verifyThere));

let made = 0;
async function sealOne(): Promise<void> {
  const agent = await it.as('agent');
  made += 1;
  await agent.ask(saveRole, { body: { name: `封存${made}`, permissions: ['flowCard.view'] } });
  await sealOperations(it.app.systemContext('test'));
}

test('a process that sealed nothing says so, and sees a cut end as soon as another has sealed', async () => {
  expect(await verifyThere()).toMatchObject({ isWhole: true, outside: 0 });
  await sealOne();
  await sealOne();
  await expect.poll(async () => (await verifyThere()).outside).toBe(2);
  const { headSeq, isWhole } = await verifyThere();
  expect(isWhole).toBe(true);
  const cut = `with cut as (delete from audit.seal where seq >= $1 returning log_id)
    delete from audit.operation_log where id in (select log_id from cut)`;
  expect(await audit.tamper(cut, [headSeq])).toMatchObject({
    isWhole: false,
    brokenAt: headSeq,
    problem: '末尾被截去：链外记录的最新编号不在链中',
  });
  // Sealed on with the same numbers, it is still seen: the first head of a number counts.
  const sealedOn = await audit.tamper(cut, [headSeq], async () => {
    await sealOne();
    await sealOne();
    await expect.poll(async () => (await verifyThere()).outside).toBe(3);
    return verifyThere();
  });
  expect(sealedOn).toMatchObject({ isWhole: false, brokenAt: headSeq, problem: '与链外保存的记录不一致' });
});
