import { expect, test } from 'vitest';
import { TaskKind, TaskState } from '../enumerations/task.ts';
import { OperationType } from './operationTypes.ts';
import { ACTION_CODES, actionsOfKind, isActionOfKind, kindOf, TaskType } from './taskCatalogue.ts';
import { isTaskFinal, mayTaskBecome, systemTaskStateOf, taskListStateOf } from './taskStates.ts';

test('task types are 0 to 79 and 10057, nothing between', () => {
  const codes = TaskType.options.map(({ value }) => value);
  expect(codes).toEqual([...Array(80).keys(), 10057]);
  expect(new Set(ACTION_CODES).size).toBe(81);
});

test('the kinds hold 11, 10, 20, 9, 8 and 6 actions; 17 are nobody’s to choose', () => {
  expect(TaskKind.options.map(({ value }) => actionsOfKind(value).length)).toEqual([17, 11, 10, 20, 9, 8, 6]);
});

test('every action belongs to exactly one kind, and is refused under every other and under 0', () => {
  for (const action of ACTION_CODES) {
    const accepting = TaskKind.options.filter(({ value }) => isActionOfKind(action, value)).map(({ value }) => value);
    expect(accepting).toEqual(kindOf(action) === 0 ? [] : [kindOf(action)]);
  }
  expect(isActionOfKind('speed_limit', 3)).toBe(false);
  expect(isActionOfKind('generate_bill', 0)).toBe(false);
  expect(isActionOfKind('toString', 1)).toBe(false);
});

test('every task has words in both languages', () => {
  for (const { label } of TaskType.options) {
    expect(label.zh).not.toBe('');
    expect(label.en).toMatch(/^[\x20-\x7e]+$/);
  }
});

test('operation types keep the named numbers and share the numbering of the tasks', () => {
  const { values } = OperationType;
  expect(OperationType.options).toHaveLength(75);
  expect(values).toMatchObject({ AllocateCard: 1, OrderPackage: 2, RecoverCard: 3, ImportCard: 4, RealNameCard: 5 });
  expect(values).toMatchObject({ StopCard: 11, RebootCard: 12, JoinPool: 14, BindIMEI: 16, EditRemark: 53 });
  expect(values).toMatchObject({ CardPoolTransfer: 61, qrCodeGeneration: 78, publicAccountWhitelistImport: 79 });
  for (const { value, label } of OperationType.options) {
    if (value < 80) expect(label).toEqual(TaskType.labelOf(value));
  }
  expect(OperationType.options.filter(({ value }) => value >= 80).map(({ value }) => value)).toEqual([
    80, 81, 82, 83, 84, 85, 86, 87,
  ]);
});

test('one stored state, two numberings', () => {
  const shown = TaskState.options.map(({ value: state }) => [
    state,
    systemTaskStateOf(state),
    taskListStateOf({ state, total: 10, failed: 3 }),
  ]);
  expect(shown).toEqual([
    ['untreated', 0, 1],
    ['processing', 1, 2],
    ['waiting', 1, 6],
    ['completed', 2, 3],
    ['failed', 3, 4],
    ['cancelled', 4, 5],
  ]);
});

test('completed with every item failed is a failure on the task list only', () => {
  expect(taskListStateOf({ state: 'completed', total: 10, failed: 10 })).toBe(4);
  expect(taskListStateOf({ state: 'completed', total: 0, failed: 0 })).toBe(3);
  expect(systemTaskStateOf('completed')).toBe(2);
});

test('nothing leaves a final state', () => {
  for (const { value: from } of TaskState.options) {
    const leads = TaskState.options.filter(({ value: to }) => mayTaskBecome(from, to));
    expect(leads.length === 0).toBe(isTaskFinal(from));
  }
  expect(mayTaskBecome('untreated', 'completed')).toBe(false);
  expect(mayTaskBecome('waiting', 'cancelled')).toBe(true);
});
