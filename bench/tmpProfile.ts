import { openWorld } from './world.ts';
import { meteringFigures } from './metering.ts';
import pg from 'pg';
const seen = new Map<string, [number, number]>();
const q = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (this: any, ...a: any[]) {
  const t = performance.now();
  const text = typeof a[0] === 'string' ? a[0] : (a[0]?.text ?? a[0]?.cursor?.text ?? '?');
  const key = text.trim().replace(/\s+/g, ' ').slice(0, 90);
  const done = () => { const s = seen.get(key) ?? [0, 0]; s[0] += performance.now() - t; s[1] += 1; seen.set(key, s); };
  const cb = a.findIndex((x) => typeof x === 'function');
  if (cb >= 0) { const f = a[cb]; a[cb] = (...r: any[]) => { done(); f(...r); }; return q.apply(this, a); }
  const r = q.apply(this, a);
  if (r?.then) r.then(done, done);
  return r;
};
const w = await openWorld();
for await (const f of meteringFigures(w, Number(process.argv[2]))) console.log(f);
await w.stop();
for (const [k, [ms, n]] of [...seen].sort((a, b) => b[1][0] - a[1][0]).slice(0, 14)) console.log(Math.round(ms), n, k);
