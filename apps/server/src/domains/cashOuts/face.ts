// What other rooms may use of cashOuts.

export { askDaily, type DailyAnswer } from './asking/askDaily.ts';
export { cashOutOf as cashOutBeyondScope } from './cashOut/cashOutStore.ts';
