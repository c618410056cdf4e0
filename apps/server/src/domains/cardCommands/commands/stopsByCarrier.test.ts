import { setTimeout as wait } from 'node:timers/promises';
import { testApp } from '@cardinal/testing/app.ts';
import { start } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { type StopsUnderTest, stopsUnderTest } from '@cardinal/testing/stopsUnderTest.ts';
import { afterEach, expect, test } from 'vitest';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { confirmDue, cursorFrom } from '../confirming/confirmCommands.ts';

const CARDS = 12;
// On a loaded machine answers may come too late as well, and the account rests in between: by the database's clock, which nobody turns.
const LOOKS_AT_ONCE = 60;
const LOOKS = 180;
const never = new AbortController().signal;

let under: StopsUnderTest | undefined;
const host = await forThisFile(testApp({ demo: 'people' }));
afterEach(() => under?.close());

// At full size, with the whole server killed repeatedly: torture/stop.torture.ts.
test.each(['onelink', 'telecom5g', 'cmp'] as const)(
  'cards of %s are stopped once each, whatever becomes of the answers',
  async (name) => {
    const simulator = { clock: host.clock };
    const limits = { callsPerSecond: 200, inFlight: 20, timeoutMs: 1_000 };
    under = await stopsUnderTest(host, name, { cards: CARDS, limits, simulator });
    await under.trouble(3);
    const agent = await host.as('agent');
    const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });
    const ctx = host.app.systemContext('test');
    const begunAt = host.clock.now();
    const drainedAt = async () =>
      (await host.db.selectFrom('tasks.task').select('drained_at').where('id', '=', taskId).executeTakeFirst())
        ?.drained_at ?? null;
    await workTasks(ctx, never);
    await under.noTrouble();
    for (let looks = 0; looks < LOOKS && (await drainedAt()) === null; looks++) {
      if (looks >= LOOKS_AT_ONCE) await wait(1_000);
      host.clock.advance(30_000);
      await confirmDue(ctx, under.accountId, cursorFrom(begunAt), never);
      await workTasks(ctx, never);
    }
    expect(await drainedAt()).not.toBeNull();
    expect(await under.outcome()).toEqual({
      byCount: { '1': CARDS },
      notStopped: 0,
      pending: 0,
      commands: ['confirmed'],
    });
  },
  300_000,
);
