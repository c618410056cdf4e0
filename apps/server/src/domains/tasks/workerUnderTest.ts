import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { domain } from '../../framework/domain.ts';
import { startWorkerProcess } from '../../workerProcessUnderTest.ts';
import { itemAction, type LeasedBatch, taskActions } from './face.ts';

/* A worker process to be killed; its further argument is a file of effects. The effect of an item is a line in the file, which
   represents the world outside our database. */
const effects = process.argv[5] ?? '';

async function effect(target: string): Promise<void> {
  appendFileSync(effects, `${target}\n`);
  // A short delay, so that many kills fall between the effect and its outcome.
  await wait(3);
}

async function run(_ctx: unknown, batch: LeasedBatch): Promise<void> {
  for (const item of batch.items) {
    if (batch.signal.aborted) return;
    await effect(item.target);
    batch.settle(item, { kind: 'done' });
  }
}

/** Checks the outside world before anything is repeated. */
async function recover(_ctx: unknown, batch: LeasedBatch): Promise<void> {
  const done = new Set(existsSync(effects) ? readFileSync(effects, 'utf8').split('\n') : []);
  for (const item of batch.items) batch.settle(item, { kind: done.has(item.target) ? 'done' : 'again' });
}

const action = itemAction({ action: 'unbind_wechat', permissions: [], chunkSize: 20, run, recover });
const room = domain({ name: 'test', needs: ['tasks'], tables: {}, contributes: [taskActions.with(action)] });

await startWorkerProcess([room]);
