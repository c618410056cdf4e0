/** `node load.ts <url> <token> <seconds>`: asks over sixteen connections as fast as answers come; says how fast that was. */
import { Agent, request } from 'node:http';

const [url = '', token = '', seconds = '4'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const times: number[] = [];

const ask = () =>
  new Promise<void>((resolve, reject) => {
    request(url, { agent, headers: token ? { authorization: token } : {} }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });

async function client(until: number): Promise<void> {
  while (performance.now() < until) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: 16 }, () => client(start + Number(seconds) * 1_000)));
const perSecond = times.length / ((performance.now() - start) / 1_000);
const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
process.stdout.write(JSON.stringify({ perSecond, p95, count: times.length }));
agent.destroy();
