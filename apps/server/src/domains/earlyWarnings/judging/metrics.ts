import type { WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';

/** A thing whose figure is watched, and the figure now. */
export type Figure = {
  /** Unique within its metric, and the same at every reading. */
  readonly objectId: string;
  readonly name: string;
  /** Whose it is. */
  readonly customerId: string;
  /** The page of the console that shows it. */
  readonly link: string;
  /** In minor or whole units, rounded down; null where it is not known now: that is no reason to warn, nor to stop. */
  readonly value: bigint | null;
  /** Of amounts. */
  readonly currency: string | null;
};

export type Asked = { readonly customerIds: readonly string[]; readonly windowMinutes: number };

/** A value from a moment on, until the next. */
export type Point = { readonly at: Date; readonly value: bigint };
export type Past = { readonly figure: Figure; readonly points: readonly Point[] };

export type Metric = {
  readonly key: WarningMetric;
  /** All things of these customers that have such a figure, whoever asks. */
  readonly read: (ctx: Ctx, asked: Asked) => Promise<readonly Figure[]>;
  /** Where past values are kept: those since a moment, oldest first. */
  readonly past?: (ctx: Ctx, asked: Asked & { readonly since: Date }) => Promise<readonly Past[]>;
};

/** The room that has a figure says how it is read. What nobody contributes is not offered. */
export const warningMetrics = extensionMap<WarningMetric, Metric>('earlyWarnings.metrics', ({ key }) => key);
