import type { WhiteNumber } from '@cardinal/contract/api/cardCommands/whiteList.ts';

const lines = (typed: string): string[] =>
  typed
    .split(/[\n,，]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** One number per line; after the first space, its note. */
export const readNumberLines = (typed: string): WhiteNumber[] =>
  lines(typed).map((line) => {
    const [number = '', ...rest] = line.split(/\s+/);
    return { number, remark: rest.join(' ') || null };
  });

export const readNumbers = (typed: string): string[] => lines(typed).map((line) => line.split(/\s+/)[0] ?? '');

export const writeNumberLines = (numbers: readonly WhiteNumber[]): string =>
  numbers.map(({ number, remark }) => (remark ? `${number} ${remark}` : number)).join('\n');

export const writeNumbers = (numbers: readonly string[]): string => numbers.join('\n');
