import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FaultReport, FaultReports } from './faultReports.ts';
import { collectsFaults } from './site.ts';

const listeners = new Map<string, (event: object) => void>();

beforeEach(() => {
  listeners.clear();
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  vi.stubGlobal('location', { pathname: '/system/menu', search: '?iccid=8986' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** As on a newly opened page. */
function opened() {
  const faults = new FaultReports();
  const sent: FaultReport[] = [];
  return { faults, collect: () => faults.collect((report) => sent.push(report)), sent };
}

it.each([
  ['production', true, false, true],
  ['production', false, false, false],
  ['production', true, true, false],
  ['always', false, true, true],
  ['never', true, false, false],
] as const)('%s: a production build %j on a test host %j collects %j', (errorLog, isBuilt, isTestHost, collects) => {
  vi.stubEnv('PROD', isBuilt);
  expect(collectsFaults({ errorLog, isTestHost })).toBe(collects);
});

it('sends nothing and listens to nothing until it collects', () => {
  const { faults, collect, sent } = opened();
  faults.report(new Error('before'));
  expect(sent).toEqual([]);
  expect([...listeners.keys()]).toEqual([]);
  collect();
  expect([...listeners.keys()].sort()).toEqual(['error', 'unhandledrejection']);
  faults.report(new Error('after'));
  expect(sent.map(({ message }) => message)).toEqual(['Error: after']);
});

it('tells what nobody caught, without the query of the address; a failed call is no fault', () => {
  const { collect, sent } = opened();
  collect();
  listeners.get('error')?.({ error: new TypeError('x is not a function') });
  listeners.get('error')?.({ error: null });
  listeners.get('unhandledrejection')?.({ reason: new RangeError('too deep') });
  const failed = Object.assign(new Error('refused'), { name: 'RequestFailure' });
  listeners.get('unhandledrejection')?.({ reason: failed });
  expect(sent.map(({ message, place }) => [message, place])).toEqual([
    ['TypeError: x is not a function', '/system/menu'],
    ['RangeError: too deep', '/system/menu'],
  ]);
});

it('tells a fault once, and at most twenty of a visit', () => {
  const { faults, collect, sent } = opened();
  collect();
  for (let n = 0; n < 30; n += 1) {
    faults.report(new Error('again'));
    faults.report(new Error(`fault ${n}`));
  }
  expect(sent).toHaveLength(20);
  expect(new Set(sent.map(({ message }) => message)).size).toBe(20);
});
