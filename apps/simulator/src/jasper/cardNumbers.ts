import type { JasperWorld } from './jasperWorld.ts';

/** The numbers of a card: those the carrier was told, otherwise made from the last ten digits of the ICCID. */
export function cardNumbers(
  world: JasperWorld,
  row: number,
): { readonly imsi: string; readonly msisdn: string; readonly imei: string } {
  const tail = world.devices.iccid(row).slice(-10);
  const known = world.devices.identity(row);
  return {
    imsi: known?.imsi ?? `46006${tail}`,
    msisdn: known?.msisdn ?? `86106${tail}`,
    imei: known?.imei ?? `86000${tail}`,
  };
}
