import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, for what `/proc` counts in. */
const TICK_MS = 10;

/** User and system time of a process's children, with those that have ended, in milliseconds. */
function ofChildren(parent: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The command stands in brackets and may hold blanks.
      const [, after = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) /);
      const fields = after.split(' ');
      if (Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
      if (Number(name) === parent) ticks += Number(fields[13]) + Number(fields[14]);
    } catch {
      // It ended while we looked.
    }
  }
  return ticks * TICK_MS;
}

/** Processor time of this process and the database so far, in milliseconds; other load hardly changes it. */
export function processorTime(databasePid: number | undefined): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (databasePid === undefined ? 0 : ofChildren(databasePid));
}
