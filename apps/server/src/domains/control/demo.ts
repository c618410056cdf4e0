import type { Ctx } from '../../framework/context.ts';
import { seedLimits } from './limits/demoLimits.ts';

export async function seedDemo(ctx: Ctx): Promise<void> {
  await seedLimits(ctx);
}
