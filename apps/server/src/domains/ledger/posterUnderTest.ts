import { CNY } from '@cardinal/primitives/money.ts';
import { startWorkerProcess } from '../../workerProcessUnderTest.ts';
import { hold, post, releaseHold, requirePosted, settleHold } from './face.ts';
import { yuan } from './ledgerUnderTest.ts';

/* A process to be killed; its further arguments are `<from> <into> <revenue> <orders>`. Each order holds, settles and releases under
   keys of its own, in three transactions, and is told when it is through. It begins anew at the first order each time, as whoever
   repeats unanswered requests does. */
const { program, further } = await startWorkerProcess();
const [from = '', into = '', revenue = '', orders = ''] = further;
const ctx = program.app.systemContext('poster');
const account = (id: string) => ({ id, currency: CNY });

async function order(n: number): Promise<void> {
  const about = (step: string) => ({ key: `kill:${n}:${step}`, kind: 'sale' }) as const;
  const { holdId } = requirePosted(
    await ctx.transact((inside) =>
      hold(inside, about('hold'), { from: account(from), into: account(into), amount: yuan(10) }),
    ),
  );
  // Two posts of one change: both or none.
  await ctx.transact(async (inside) => {
    const legs = [
      { account: account(into), amount: yuan(-7) },
      { account: account(revenue), amount: yuan(7) },
    ];
    requirePosted(await settleHold(inside, about('settle'), holdId, legs));
    const back = [
      { account: account(revenue), amount: yuan(-2) },
      { account: account(from), amount: yuan(2) },
    ];
    requirePosted(await post(inside, { ...about('refund'), kind: 'refund' }, back));
  });
  requirePosted(await ctx.transact((inside) => releaseHold(inside, about('release'), holdId)));
  process.stdout.write(`through ${n}\n`);
}

const open = Array.from({ length: Number(orders) }, (_, n) => n);
await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (let n = open.shift(); n !== undefined; n = open.shift()) await order(n);
  }),
);
await program.stop();
process.exit(0);
