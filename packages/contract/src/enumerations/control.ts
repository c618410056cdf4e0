import { enumeration, type ValueOf } from './enumeration.ts';

/** When the volume counted for a speed limit begins at zero again, which ends the limit. */
export const LimitReset = enumeration('limitReset', '用量归零', 'Usage reset', {
  cycle: { zh: '每账期', en: 'Each cycle' },
  recordEnd: { zh: '套餐结束时', en: 'At the end of the package' },
  never: { zh: '不归零', en: 'Never' },
});
export type LimitReset = ValueOf<typeof LimitReset>;
