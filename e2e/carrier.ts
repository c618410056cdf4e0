import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { SIMULATOR } from './cardinal.ts';

/** Unicom numbers nobody else uses: `series` keeps the journeys apart. */
export const iccidsOf = (series: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    withCheckDigit(`8986069${String(series).padStart(2, '0')}${String(at).padStart(10, '0')}`),
  );

async function control<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${SIMULATOR}/_control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The account of the demo that takes many calls a second, by its name here and by its name at the carrier. */
export const CARRIER_ACCOUNT = '联通 Jasper A · 中国联通';
/** Another one there, with few calls a second: what is held at the first does not wait at this one. */
export const OTHER_ACCOUNT = { name: '联通 Jasper B · 中国联通', username: 'cardinal-demo-b' };
/** The product of the demo its flow cards come under. */
export const CARD_PRODUCT = 'LT-JASPER · 联通物联网流量卡';
const ACCOUNT = 'cardinal-demo-a';

/** The carrier's side of a delivery: it has these cards, activated. */
export async function deliver(iccids: readonly string[], account = ACCOUNT): Promise<void> {
  await control('POST', 'jasper/devices', { account, iccids, status: 'ACTIVATED' });
}

/** From now on the carrier accepts changes and applies none of them until they are released. */
export async function holdChanges(): Promise<void> {
  await control('PATCH', `jasper/accounts/${ACCOUNT}`, { confirmAfterMs: null });
}

/** The carrier's usual pace again; held changes are applied. */
export async function usualPace(): Promise<void> {
  await control('PATCH', `jasper/accounts/${ACCOUNT}`, { confirmAfterMs: 1_000 });
  await control('POST', 'jasper/release', {});
}

/** Those of these cards whose change the carrier accepted and has not carried out. */
export async function heldOf(iccids: readonly string[]): Promise<string[]> {
  const { held } = await control<{ held: { iccid: string }[] }>('GET', 'jasper/held');
  const ours = new Set(iccids);
  return held.map(({ iccid }) => iccid).filter((iccid) => ours.has(iccid));
}

/** The carrier applies the held changes of these cards. */
export async function release(iccids: readonly string[]): Promise<void> {
  await control('POST', 'jasper/release', { iccids });
}

/** How often each card's status was really changed at the carrier: `{ "1": 5000 }` means each exactly once. */
export async function effectsOn(iccids: readonly string[]): Promise<Record<string, number>> {
  const { summary } = await control<{ summary: { byCount: Record<string, number> } }>('POST', 'jasper/effects', {
    iccids,
  });
  return summary.byCount;
}
