import { text } from '@cardinal/primitives/text.ts';
import { expect, test } from 'vitest';
import { importBatchPath, parameterLines } from './taskParameters.ts';

const said = (parameters: Record<string, unknown>) =>
  parameterLines(parameters, new Map([['7', '华东']])).map(({ label, value }) => [label.en, value]);

test('parameters read as words; what the program keeps for itself is left out', () => {
  expect(said({ tagIds: ['7', '8'], tagMode: 'replace', stoppedBy: '1' })).toEqual([
    ['Tags', '华东, 8'],
    ['Tag mode', text('替换原有标签', 'Replace existing tags')],
  ]);
  expect(said({ reason: '欠费', speedKbps: 512, remark: '' })).toEqual([
    ['Reason', '欠费'],
    ['Speed', '512 kbit/s'],
  ]);
  const why = text('对账差异', 'Difference found in reconciliation');
  expect(said({ reason: why })).toEqual([['Reason', why]]);
  expect(said({})).toEqual([]);
});

test('a task of an import leads to its batch, every other nowhere', () => {
  expect(importBatchPath('import_card', { batchId: '5', step: 'write' })).toBe('/system/importCard?batch=5');
  expect(importBatchPath('import_card', {})).toBeUndefined();
  expect(importBatchPath('stop_card', { batchId: '5' })).toBeUndefined();
});
