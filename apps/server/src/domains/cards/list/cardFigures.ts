import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Figures } from '../../../framework/list/rowCounts.ts';

/** A package that ends within this many days ends «soon». */
export const SOON_DAYS = 7;

/** The time before which an active package must end to count as ending «soon». */
export const soonFrom = (now: Date): Date => new Date(now.getTime() + SOON_DAYS * DAY_MS);

/** The figures above the card list. */
export const cardFigures = ({ clock }: Pick<Ctx, 'clock'>): Figures => ({
  activated: { where: sql`c.lifecycle = 'activated'` },
  stopped: { where: sql`c.lifecycle = 'stopped'` },
  unactivated: { where: sql`c.lifecycle = 'unactivated'` },
  endingSoon: {
    where: sql`coalesce(c.package_ends_at >= ${clock.now()} and c.package_ends_at < ${soonFrom(clock.now())}, false)`,
    rolled: sql`sum(c.ending_soon)`,
  },
  online: { where: sql`c.online_state = 1` },
});
