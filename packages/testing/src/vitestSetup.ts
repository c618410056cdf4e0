import { keepTestCluster } from './postgresCluster.ts';

/** The global setup of a vitest run. */
export default function setup(): Promise<() => Promise<void>> {
  return keepTestCluster();
}
