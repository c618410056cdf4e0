import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { CardAddress, CarrierDevice } from '../carriers/face.ts';
import type { CardRow } from './cardStore.ts';

/**
 * The numbers a carrier may need to address a card. The number field of a card is the IMSI for Yd and the access number
 * elsewhere.
 */
export const addressOf = (card: Pick<CardRow, 'iccid' | 'imsi' | 'business_number' | 'platform'>): CardAddress =>
  card.platform === Platform.values.Yd
    ? { iccid: card.iccid, imsi: card.imsi ?? card.business_number }
    : { iccid: card.iccid, imsi: card.imsi, msisdn: card.business_number };

/** The carrier's value that belongs into the card's number field. */
export const businessNumberOf = (platform: number, told: Pick<CarrierDevice, 'imsi' | 'msisdn'>): string | null =>
  platform === Platform.values.Yd ? told.imsi : told.msisdn;
