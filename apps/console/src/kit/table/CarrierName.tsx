import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CARRIER_DOTS } from '@cardinal/ui/palette.ts';
import type { ReactNode } from 'react';

const { Lt, Yd, Dx, Gj, eSIM, Gd, thirdParty } = Platform.values;
const DOTS: Readonly<Record<number, string>> = {
  [Lt]: CARRIER_DOTS.red,
  [Yd]: CARRIER_DOTS.green,
  [Dx]: CARRIER_DOTS.blue,
  [Gd]: CARRIER_DOTS.teal,
  [Gj]: CARRIER_DOTS.amber,
  [eSIM]: CARRIER_DOTS.violet,
  [thirdParty]: CARRIER_DOTS.pink,
};

/** A carrier by its name, or one of its accounts (`children`), with a dot of its colour. */
export function CarrierName(props: { platform: Platform; children?: ReactNode }) {
  const t = useText();
  return (
    <>
      <i className="dot" style={{ background: DOTS[props.platform] ?? CARRIER_DOTS.grey }} />
      {props.children ?? t(Platform.labelOf(props.platform))}
    </>
  );
}
