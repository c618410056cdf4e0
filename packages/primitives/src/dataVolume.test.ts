import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  bytesPerUnit,
  parseVolume,
  splitVolume,
  VOLUME_UNITS,
  volumeIn,
  volumeRule,
  volumeText,
  wholeGigabytes,
} from './dataVolume.ts';
import { absolute, decimalOf } from './decimal.ts';

const bytes = fc.bigInt(0n, 2n ** 62n);

describe('data volume', () => {
  it('counts on base 1,024', () => {
    expect(VOLUME_UNITS.map(bytesPerUnit)).toEqual([1n, 1_024n, 1_048_576n, 1_073_741_824n, 1_099_511_627_776n]);
    expect(bytesOf(2n, 'GB')).toBe(2_147_483_648n);
    expect(bytesOf('1.5', 'KB')).toBe(1_536n);
    expect(bytesOf('0.1', 'KB')).toBe(102n);
    expect(bytesOf({ units: 5n, scale: 1 }, 'B')).toBe(1n);
    expect(() => bytesOf('much', 'KB')).toThrow(RangeError);
  });

  it.each([
    [0n, '0 B'],
    [1n, '1 B'],
    [1_023n, '1023 B'],
    [1_024n, '1 KB'],
    [1_536n, '1.5 KB'],
    [1_048_575n, '1 MB'],
    [1_048_576n, '1 MB'],
    [10_737_418_240n, '10 GB'],
    [5_497_558_138_880_000n, '5000 TB'],
    [-1_536n, '-1.5 KB'],
    [-1_048_575n, '-1 MB'],
  ])('%s bytes read %s', (size, written) => expect(volumeText(size)).toBe(written));

  it('shows what is not zero as something', () => {
    fc.assert(
      fc.property(bytes, (size) => {
        const { value, unit } = splitVolume(size);
        expect(Number(value) > 0).toBe(size > 0n);
        expect(Number(value) < 1_024 || unit === 'TB').toBe(true);
      }),
    );
  });

  it('is off by less than half a last place when shown', () => {
    fc.assert(
      fc.property(bytes, (size) => {
        const { value, unit } = splitVolume(size);
        const shown = bytesOf(decimalOf(value), unit);
        expect(absolute(shown - size) * 200n <= bytesPerUnit(unit) + 200n).toBe(true);
      }),
    );
  });

  it('is read back as it was written, when nothing was rounded', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 1_023n), fc.constantFrom(...VOLUME_UNITS), (count, unit) => {
        expect(parseVolume(volumeText(bytesOf(count, unit)))).toBe(bytesOf(count, unit));
      }),
    );
  });

  it.each([
    ['2048', 2_048n],
    ['300M', 314_572_800n],
    ['300 mb', 314_572_800n],
    ['1.5GiB', 1_610_612_736n],
    [' 1 T ', 1_099_511_627_776n],
    ['12B', 12n],
    ['0', 0n],
  ])('reads «%s»', (written, size) => expect(parseVolume(written)).toBe(size));

  it.each(['', 'GB', '-1 GB', '1.', '.5G', '1 PB', '1 GB 2', '5I', '9999999999 TB', '1e3'])(
    'does not read «%s»',
    (written) => {
      expect(parseVolume(written)).toBeUndefined();
      expect(volumeRule(written)).toBeDefined();
    },
  );

  it('in one unit has no trailing zeros', () => {
    expect(volumeIn(1_610_612_736n, 'GB')).toBe('1.5');
    expect(volumeIn(1_610_612_736n, 'MB')).toBe('1536');
    expect(volumeIn(1_610_612_736n, 'GB', 0)).toBe('2');
    expect(volumeIn(10_737_418_240n, 'GB', 0)).toBe('10');
  });

  it('is billed by whole GB begun', () => {
    const gigabyte = bytesPerUnit('GB');
    expect([0n, 1n, gigabyte, gigabyte + 1n, -5n].map(wholeGigabytes)).toEqual([0n, 1n, 1n, 2n, 0n]);
  });
});
