import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { accountOperations, endUserOperations, heldBy, opens, ROLE_ACCOUNTS } from '@cardinal/testing/operations.ts';
import { describe, expect, it } from 'vitest';

const world = await forThisFile(testApp({ demo: 'people' }));
const callers = new Map<string, Caller>();
for (const account of ROLE_ACCOUNTS) callers.set(account, await world.as(account));
const caller = (account: string) => callers.get(account) as Caller;

describe('every operation for every role', () => {
  it('asks those without a session to sign in', async () => {
    expect(accountOperations.length).toBeGreaterThan(0);
    const open: string[] = [];
    for (const endpoint of accountOperations) {
      const answer = await world.nobody.call(endpoint, endpoint.example as never);
      if (answer.code !== '5005003') open.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });

  it.each(ROLE_ACCOUNTS)('takes no session of %s for one of an end user', async (account) => {
    const open: string[] = [];
    for (const endpoint of endUserOperations) {
      const answer = await caller(account).call(endpoint, endpoint.example as never);
      if (answer.code !== '5005003') open.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
    }
    expect(endUserOperations.length).toBeGreaterThan(5);
    expect(open).toEqual([]);
  });

  it('refuses an account without a role everything but what it needs to leave', async () => {
    const open: string[] = [];
    for (const endpoint of accountOperations.filter((each) => !each.duringForcedChange)) {
      const answer = await caller('norole').call(endpoint, endpoint.example as never);
      if (!answer.code.startsWith('403')) open.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });

  it.each(ROLE_ACCOUNTS.filter((account) => account !== 'norole'))(
    '%s is refused exactly what it has no permission for',
    async (account) => {
      const held = await heldBy(caller(account));
      const wrong: string[] = [];
      for (const endpoint of accountOperations) {
        if (endpoint.method !== 'GET') continue;
        const isOpen = opens(held, endpoint);
        const answer = await caller(account).call(endpoint, endpoint.example as never);
        const isRefused = answer.code === '4030001';
        if (isOpen === isRefused) wrong.push(`${endpoint.name}: may ${isOpen}, ${answer.status} ${answer.code}`);
        if (answer.status >= 500) wrong.push(`${endpoint.name}: ${answer.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
