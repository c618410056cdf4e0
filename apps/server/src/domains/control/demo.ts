import type { Ctx } from '../../framework/context.ts';
import { seedDisplays } from './displays/demoDisplays.ts';
import { seedFlows } from './flows/demoFlows.ts';
import { seedLimits } from './limits/demoLimits.ts';

export async function seedDemo(ctx: Ctx): Promise<void> {
  await seedLimits(ctx);
  await seedFlows(ctx);
  await seedDisplays(ctx);
}
