import { MB } from '@cardinal/primitives/file.ts';
import { collectGarbage } from './collectGarbage.ts';

const BYTES = Buffer.alloc(64 * MB, '<a/>');

const secondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

/** How long this process, as busy as it is now, takes to look at 64 MB byte by byte; 0.06 s on an idle core. */
function bareSeconds(): number {
  const start = process.cpuUsage();
  let tags = 0;
  for (let at = 0; at < BYTES.length; at += 1) if (BYTES[at] === 60) tags += 1;
  if (tags !== BYTES.length / 4) throw new Error(`Counted ${tags} tags`);
  return secondsSince(start);
}

/**
 * What reading a file costs this process: CPU seconds, the rise of its memory at its peak in MB, and in `bareSeconds` what the
 * same process needed for the bare bytes just before, so that a slow machine slows both sides of a comparison. What was left to
 * collect before is not counted.
 */
export async function costOf<T>(
  run: () => Promise<T>,
): Promise<{ answer: T; seconds: number; bareSeconds: number; riseMb: number }> {
  collectGarbage();
  const bare = bareSeconds();
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  let highest = before;
  const look = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  try {
    const answer = await run();
    return { answer, seconds: secondsSince(start), bareSeconds: bare, riseMb: (highest - before) / MB };
  } finally {
    clearInterval(look);
  }
}
