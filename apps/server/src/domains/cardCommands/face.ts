// What other rooms may use of cardCommands.

export {
  CHANGE_ACTIONS,
  type ChangeAction,
  changeUnavailableReason,
  isChangeAction,
  kindOf,
  requestedChangeOf,
} from './changes/changeKinds.ts';
export { aboutChange, judgeChange } from './changes/judgeChanges.ts';
export {
  type AllocationValue,
  type Back,
  CHANGED_SINCE,
  doneWith,
  type ImeiValue,
  type ProductValue,
  type RemarkValue,
  type ServicePeriodValue,
  type TagsValue,
  undoValueOf,
} from './commands/backOf.ts';
export {
  type Decision,
  decide,
  isBeyondRefresh,
  STATUS_ACTIONS,
} from './commands/cardCommandRules.ts';
export {
  type CommandRow,
  commandFor,
  commandOf,
  oldestUnconfirmed,
  openCommandCount,
} from './commands/commandStore.ts';
export { aboutLifting, HELD_ABOVE, isPlatform, judgeLifting } from './commands/forcedStops.ts';
export { isForced, type Reasons, reasonsOf, reasonsText } from './commands/reasonRules.ts';
export { noteStops } from './commands/ruledStops.ts';
export { decideBack, haveAll, type Standing } from './commands/standing.ts';
export { liftReasons, raiseReasons } from './commands/stopReasons.ts';
export { accountsWithPlan } from './plans/accountsWithPlan.ts';
export { applyReadings, MOVED_BY } from './readings/applyReadings.ts';
export { type ReadingsTaken, readingsTaken } from './readings/readingsTaken.ts';
