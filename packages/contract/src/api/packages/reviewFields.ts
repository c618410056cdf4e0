import { field } from '../../framework/fields.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packages');

export const notPassed = refusal.conflict(
  1742,
  'notPassed',
  '套餐审核状态为「{state}」，通过后才能上架',
  'Review: {state}. It can be published once it has passed',
);

/** What both the maker and its parent see of a review. */
export const reviewFields = {
  submittedBy: field.text('提交人', 'Submitted by', { nullable: true }),
  submittedAt: field.time('提交时间', 'Submitted at', { filters: ['range'], sortable: true, nullable: true }),
  checkedAt: field.time('审核时间', 'Reviewed at', { filters: ['range'], sortable: true, nullable: true }),
  /** Why it was rejected. */
  checkReason: field.text('驳回原因', 'Why rejected', { nullable: true }),
} as const;
