import type { Ctx } from '../../framework/context.ts';
import { readPlatformSettings } from '../settings/face.ts';
import type { PackageRow } from './packageTables.ts';

/** Whether the platform lets a custom package be sold only once its maker's parent has passed it. */
export const reviewIsDemanded = async (ctx: Ctx): Promise<boolean> =>
  (await readPlatformSettings(ctx.db)).settings.reviewsCustomPackages;

/** Of these the packages that a review keeps from being sold; those nobody was asked about are not among them. */
export async function notYetPassed<P extends Pick<PackageRow, 'id' | 'review'>>(
  ctx: Ctx,
  packages: readonly P[],
): Promise<ReadonlyMap<string, P>> {
  const open = packages.filter(({ review }) => review !== null && review !== 'passed');
  if (open.length === 0 || !(await reviewIsDemanded(ctx))) return new Map();
  return new Map(open.map((each) => [each.id, each]));
}
