import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { expect, test } from 'vitest';
import { findColumns, shownCells } from '../../sheetImports/face.ts';
import { CHIP_COLUMNS, readChipRow } from './chipRules.ts';
import { readStored } from './contents.ts';
import { countryOf } from './countryWords.ts';
import { iccidFault, NUMBER_COLUMNS, readNumberRow } from './numberRules.ts';

const { Lt, Yd, Gj } = Platform.values;
const EID = `890490320000000000000000000001${eidCheckDigits('890490320000000000000000000001')}`;
const row = (cells: string[], damaged?: number) => ({
  rowNumber: 2,
  cells,
  flaws:
    damaged === undefined
      ? []
      : [{ column: damaged, kind: 'damagedNumber' as const, problem: { text: { zh: '', en: '' } } }],
});

const CHIP_PLACES = { eid: 0, architecture: 1, productCode: 2, manufacturer: 3, imei: 4, bootstrapIccid: 5, remark: 6 };
const chip = (...cells: string[]) => readChipRow(row(cells), CHIP_PLACES);

test('columns are found by their titles in either language, and what is missing or twice is named', () => {
  expect(findColumns(CHIP_COLUMNS, ['Remark', 'EID*', '架构（必填）', 'product code'])).toEqual({
    places: { remark: 0, eid: 1, architecture: 2, productCode: 3 },
  });
  expect(findColumns(CHIP_COLUMNS, ['EID'])).toEqual({ missing: CHIP_COLUMNS.architecture.title });
  expect(findColumns(CHIP_COLUMNS, ['EID', 'eid号', '架构', '产品'])).toEqual({ twice: CHIP_COLUMNS.eid.title });
});

test('a chip is read, and wrong check digits are a warning only', () => {
  expect(chip(EID, 'SGP.32', 'ESIM-M2M', 'Kigen')).toMatchObject({
    subject: EID,
    fields: { architecture: 'iot', productCode: 'ESIM-M2M', manufacturer: 'Kigen', imei: null },
    faults: [],
    warnings: [],
  });
  expect(chip('89049032000000000000000000000100', '消费级', 'X').warnings).toEqual(['eidCheckDigits']);
  // An EID of another length has no check digits to be wrong.
  expect(chip('89049032000000', 'm2m', 'X')).toMatchObject({ faults: [], warnings: [] });
});

test('what is wrong with a chip is told cell by cell', () => {
  expect(chip('', '', '').faults).toEqual(['missing:eid', 'missing:architecture', 'missing:productCode']);
  expect(chip('8904', '5G', 'X', 'K', '12', '123', 'a').faults).toEqual([
    'eidForm',
    'architectureUnknown',
    'imeiForm',
    'bootstrapForm',
    'remarkForm',
  ]);
  const rounded = readChipRow(row(['8.9E+31', 'iot', 'X'], 0), CHIP_PLACES);
  expect(rounded.faults).toEqual(['damagedNumber:eid']);
  expect(readStored('chips', 'damagedNumber:eid').facts.fact).toBe(CHIP_COLUMNS.eid.title);
});

test('an ICCID belongs to the carrier of the sheet; of an international one anything but 898608 goes', () => {
  const of = (prefix: string) => withCheckDigit(prefix.padEnd(19, '1'));
  expect(iccidFault(of('898604'), Yd)).toBeUndefined();
  expect(iccidFault(of('898604'), Lt)).toBe(`crossPlatform:${Yd}`);
  expect(iccidFault(of('894930'), Lt)).toBe('otherPrefix:894930');
  expect(iccidFault(of('894930'), Gj)).toBeUndefined();
  expect(iccidFault('8'.repeat(32), Gj)).toBeUndefined();
  expect(iccidFault('8'.repeat(32), Lt)).toBe('iccidForm');
  for (const platform of [Lt, Gj]) expect(iccidFault(of('898608'), platform)).toBe('unknownPrefix');
  expect(iccidFault('89860412345678900000', Yd)).toBe('damagedIccid');
  expect(readStored('numbers', `crossPlatform:${Yd}`).facts.fact).toEqual(Platform.labelOf(Yd));
});

const NUMBER_PLACES = {
  iccid: 0,
  imsi: 1,
  profileType: 2,
  country: 3,
  smdpAddress: 4,
  matchingId: 5,
  activationCode: 6,
  cost: 7,
};
const ICCID = withCheckDigit('8949300000000000001');
const number = (...more: string[]) =>
  readNumberRow(row([ICCID, '262010000000001', 'DE-LOCAL-1', '德国', ...more]), NUMBER_PLACES, {
    platform: Gj,
    currency: 'CNY',
  });

test('a code number is read; its activation code says address and matchingId where the columns do not', () => {
  expect(number('', '', 'LPA:1$SMDP.example.com$ABC', '8.60')).toEqual({
    subject: ICCID,
    fields: {
      imsi: '262010000000001',
      msisdn: null,
      profileType: 'DE-LOCAL-1',
      country: 'DE',
      cost: '860',
      smdpAddress: 'smdp.example.com',
    },
    secrets: {
      smdpAddress: 'smdp.example.com',
      matchingId: 'ABC',
      activationCode: 'LPA:1$SMDP.example.com$ABC',
    },
    faults: [],
    warnings: [],
  });
  expect(number('smdp.example.com', 'ABC').secrets?.activationCode).toBe('LPA:1$smdp.example.com$ABC');
  // A number with neither is ordered by its type: the SM-DP+ then assigns the matchingId.
  expect(number()).toMatchObject({ faults: [] });
  expect(number().secrets).toBeUndefined();
});

test('the ICCID of a code number has 19 or 20 digits', () => {
  const withIccid = (iccid: string) =>
    readNumberRow(row([iccid, '262010000000001', 'DE-LOCAL-1', '德国']), NUMBER_PLACES, {
      platform: Gj,
      currency: 'CNY',
    });
  expect(withIccid('8949300000000000001').faults).toEqual([]);
  expect(withIccid(withCheckDigit('8949300000000000001')).faults).toEqual([]);
  expect(withIccid('894930000000000001').faults).toEqual(['iccidForm']);
  expect(withIccid('894930000000000000001').faults).toEqual(['iccidForm']);
});

test('what says the same thing twice has to agree', () => {
  expect(number('other.example.com', '', 'LPA:1$smdp.example.com$ABC').faults).toEqual(['smdpDisagrees']);
  expect(number('', 'XYZ', '1$smdp.example.com$ABC').faults).toEqual(['matchingIdDisagrees']);
  expect(number('', 'ABC').faults).toEqual(['smdpMissing']);
  expect(number('', '', 'LPA:1$smdp').faults).toEqual(['activationCodeForm']);
  expect(number('not a name', 'a b', '', '-1').faults).toEqual(['costForm', 'smdpForm', 'matchingIdForm']);
});

test('the filling F of a carrier’s file falls away; secrets never stand in the cells that are given back', () => {
  const given = row([
    `${ICCID.slice(0, 19)}f`,
    '262010000000001',
    'X',
    'DE',
    'smdp.example.com',
    'ABC',
    'LPA:1$a.b$ABC',
  ]);
  expect(readNumberRow(given, NUMBER_PLACES, { platform: Gj, currency: 'CNY' }).subject).toBe(ICCID.slice(0, 19));
  expect(shownCells(NUMBER_COLUMNS, given, NUMBER_PLACES).slice(4)).toEqual(['smdp.example.com', '', '']);
});

test('countries by code and by name, and no other word', () => {
  expect(['de', '德国', 'Germany', 'CN', '中国'].map(countryOf)).toEqual(['DE', 'DE', 'DE', 'CN', 'CN']);
  expect(['Mars', 'ZZ', '', 'DEU'].map(countryOf)).toEqual([undefined, undefined, undefined, undefined]);
});
