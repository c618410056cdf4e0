import type { Datum } from '@cardinal/primitives/datum.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export const DATUM_NAMES: Readonly<Record<Datum, Text>> = {
  WGS84: text('WGS-84', 'WGS-84'),
  GCJ02: text('GCJ-02', 'GCJ-02'),
  BD09: text('BD-09', 'BD-09'),
};
