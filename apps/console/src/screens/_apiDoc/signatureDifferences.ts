const PARTS = ['method', 'path', 'query', 'timestamp', 'nonce', 'body'] as const;
export type Difference = {
  readonly part: (typeof PARTS)[number] | 'more';
  readonly wanted: string;
  readonly found: string;
};

/** Which of the six lines differ from what the server signs; extra lines are reported too. */
export function differencesOf(wanted: string, found: string): Difference[] {
  const [right, theirs] = [wanted.split('\n'), found.replaceAll('\r', '').split('\n')];
  const differing = PARTS.flatMap((part, at) =>
    right[at] === theirs[at] ? [] : [{ part, wanted: right[at] ?? '', found: theirs[at] ?? '' }],
  );
  const extra = theirs.slice(PARTS.length).join('\n');
  return theirs.length > PARTS.length ? [...differing, { part: 'more', wanted: '', found: extra }] : differing;
}
