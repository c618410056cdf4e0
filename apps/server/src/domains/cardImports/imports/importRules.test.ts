import { type Platform, Platform as Platforms } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { say } from '@cardinal/primitives/text.ts';
import { describe, expect, test } from 'vitest';
import { FLAW_PROBLEMS } from '../../../sheets/sheetRow.ts';
import { STOCK_STATUS } from '../../cards/stockStatus.ts';
import { FLAW_FAULTS, findColumns } from '../../sheetImports/face.ts';
import { IMPORT_COLUMNS } from './importColumns.ts';
import { IMPORT_FAULTS, readFault, readRow } from './importRules.ts';

const faultsOf = (cells: string[], platform: Platform = 1, isPrefixConfirmed = false) =>
  readRow(
    { rowNumber: 2, cells, flaws: [] },
    { iccid: 0, imsi: 1, eid: 2, size: 3, remark: 4 },
    {
      platform,
      isPrefixConfirmed,
    },
  ).faults;
const right = withCheckDigit('8986011234567890123');

describe('the titles of a sheet', () => {
  test('are found in both languages, with stars, hints and blanks around them', () => {
    expect(findColumns(IMPORT_COLUMNS, ['序号', ' ICCID*', '业务号码（选填）', 'Mapping Number', '备 注'])).toEqual({
      places: { iccid: 1, businessNumber: 2, mappingNumber: 3, remark: 4 },
    });
  });
  test('need an ICCID, and each column once', () => {
    expect(findColumns(IMPORT_COLUMNS, ['IMSI', '备注'])).toEqual({ missing: IMPORT_COLUMNS.iccid.title });
    expect(findColumns(IMPORT_COLUMNS, ['ICCID', 'IMSI', 'imsi号'])).toEqual({ twice: IMPORT_COLUMNS.imsi.title });
  });
});

describe('a row', () => {
  test.each([
    ['', ['iccidMissing']],
    ['898601', ['iccidForm']],
    ['8986 0112345678901238', ['iccidForm']],
    [right, []],
    [`${right.slice(0, 19)}f`, []],
    [withCheckDigit('8986001234567890123'), ['otherCarrier:2']],
    [withCheckDigit('8986081234567890123'), ['unknownPrefix']],
    [withCheckDigit('8985201234567890123'), []],
    ['89860112345678900000', ['damagedNumber:iccid']],
  ])('with ICCID %j', (iccid, faults) => {
    expect(faultsOf([iccid])).toEqual(faults);
  });

  test('may have any known prefix where the carrier resells, and the unknown one once it is confirmed', () => {
    expect(faultsOf([withCheckDigit('8986001234567890123')], Platforms.values.other)).toEqual([]);
    expect(faultsOf([withCheckDigit('8986081234567890123')], 1, true)).toEqual([]);
    expect(faultsOf(['A'.repeat(32)], Platforms.values.Gj)).toEqual([]);
    expect(faultsOf(['A'.repeat(32)])).toEqual(['iccidForm']);
  });

  test('names everything that is wrong with it', () => {
    expect(faultsOf(['1', '46', 'short', '11', 'a@b'])).toEqual([
      'iccidForm',
      'sizeUnknown',
      'eidForm',
      'remarkForm',
      'imsiForm',
    ]);
  });

  test('with a number Excel has rounded is refused for that reason alone', () => {
    const flaw = { column: 0, kind: 'damagedNumber', problem: FLAW_PROBLEMS.damagedNumber } as const;
    const row = readRow(
      { rowNumber: 2, cells: ['89860112345678900000', 'x'], flaws: [flaw] },
      { iccid: 0 },
      {
        platform: 1,
        isPrefixConfirmed: false,
      },
    );
    expect(row.faults).toEqual(['damagedNumber:iccid']);
  });
});

test('every fault has words in both languages, its fact filled in', () => {
  const flaws: readonly string[] = Object.values(FLAW_FAULTS);
  for (const code of Object.keys(IMPORT_FAULTS)) {
    const fact = code === 'otherCarrier' ? '2' : flaws.includes(code) ? 'imsi' : '7';
    const { words, facts } = readFault(`${code}:${fact}`);
    for (const language of ['zh_CN', 'en'] as const) expect(say(words, language, facts)).not.toMatch(/[{}]|^$/);
  }
});

test('a card nobody asked about yet is unactivated in its carrier’s own words', () => {
  for (const [platform, status] of Object.entries(STOCK_STATUS)) {
    expect(lifecycleOf(Number(platform) as Platform, status)).toBe('unactivated');
  }
});
