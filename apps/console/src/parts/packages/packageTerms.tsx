import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { Nothing } from '../../kit/table/cells.tsx';

type Validity = { readonly validityUnit: ValidityUnit; readonly validityCount: number };

/** How long a package runs, in words: `t(...validityOf(row))`. */
export const validityOf = ({ validityUnit, validityCount }: Validity): [Text, { n: number }] => [
  validityUnit === ValidityUnit.values.month ? units.nMonths : units.nDays,
  { n: validityCount },
];

/** «3 ×» before what a package has several times, one after the other. */
export const timesOf = (units = 1): string => (units === 1 ? '' : `${units} × `);

export function PackageValidity({ of }: { of: Validity & { readonly units?: number } }) {
  const t = useText();
  return timesOf(of.units) + t(...validityOf(of));
}

/** The data of a package: 0 is none of it, null has no limit. */
export function PackageVolume({ bytes, units }: { bytes: string | null; units?: number }) {
  const t = useText();
  if (bytes === null) return t(nouns.unlimited);
  if (bytes === '0') return <Nothing />;
  return (
    <>
      {timesOf(units)}
      <Volume bytes={bytes} />
    </>
  );
}
