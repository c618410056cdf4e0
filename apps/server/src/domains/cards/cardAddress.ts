import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { CardAddress, CarrierDevice } from '../carriers/face.ts';
import type { CardRow } from './cardStore.ts';

/** The numbers a carrier may ask for. The number field of a card is the IMSI for Yd and the access number elsewhere. */
export const addressOf = (card: Pick<CardRow, 'iccid' | 'imsi' | 'business_number' | 'platform'>): CardAddress =>
  card.platform === Platform.values.Yd
    ? { iccid: card.iccid, imsi: card.imsi ?? card.business_number }
    : { iccid: card.iccid, imsi: card.imsi, msisdn: card.business_number };

/** What the number field of a card of this carrier holds, of what the carrier says. */
export const businessNumberOf = (platform: number, told: Pick<CarrierDevice, 'imsi' | 'msisdn'>): string | null =>
  platform === Platform.values.Yd ? told.imsi : told.msisdn;
