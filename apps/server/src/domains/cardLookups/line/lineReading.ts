import type { LineReading } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { type Language, say, type Text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { CardChange } from '../../cards/face.ts';
import type { AnswerOf } from '../../carriers/face.ts';
import type { LineReadingTable } from './lineTables.ts';

type Kept = { readonly code: string | null; readonly words: Text };
type Binding = NonNullable<LineReading['binding']>;
type Services = AnswerOf<'getServices'>['services'];

/** A stored reading in the caller's language. */
export function readingOf(row: Selectable<LineReadingTable>, language: Language): LineReading {
  const reason = row.stop_reason as Kept | null;
  const binding = row.binding as Omit<Binding, 'separatedAt'> | null;
  return {
    readAt: row.read_at.toISOString(),
    services: row.services as LineReading['services'],
    stopReason: reason && { code: reason.code, words: say(reason.words, language) },
    // Older readings were stored without the separation time.
    binding: binding && { separatedAt: null, ...binding },
    allowances: row.allowances as LineReading['allowances'],
  };
}

/**
 * What the services of a line say of its card. A service with several access points is on if it is on for all; the access point
 * is known only if there is exactly one.
 */
export function functionsTold(services: Services): CardChange {
  const isOn = (service: Services[number]['service']) => {
    const lines = services.filter((line) => line.service === service);
    return lines.length === 0 ? undefined : lines.every((line) => line.isOn);
  };
  const [data, voice, sms] = [isOn('data'), isOn('voice'), isOn('sms')];
  const apns = services.flatMap(({ service, apn }) => (service === 'data' && apn ? [apn] : []));
  return {
    ...(data === undefined ? {} : { data_on: data }),
    ...(voice === undefined ? {} : { voice_on: voice }),
    ...(sms === undefined ? {} : { sms_on: sms }),
    ...(apns.length === 1 && apns[0] ? { apn: apns[0] } : {}),
  };
}
