import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ContractEnder, RenewalChargeState, SigningState } from '../../enumerations/autoRenewal.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { cardNotOfAccount } from '../publicAccounts/publicAccounts.ts';
import {
  cardNotRenewable,
  cardRenewsAlready,
  contractEnded,
  contractNotFound,
  offerNotFound,
  renewPriceMoved,
} from './refusals.ts';

const params = { account: idSchema };
const ofEndUser = { permission: 'endUser', scope: 'own', params } as const;
const time = z.iso.datetime({ offset: true });

const offer = z.object({
  id: idSchema,
  title: z.string(),
  firstPrice: integerString,
  renewPrice: integerString,
  currency: z.string(),
  validityUnit: z.number(),
  validityCount: z.number(),
  daysBefore: z.number(),
});
export type RenewalOffer = z.output<typeof offer>;

const contract = z.object({
  id: idSchema,
  cardId: idSchema,
  iccid: z.string(),
  title: z.string(),
  signingState: SigningState.schema,
  renewPrice: integerString,
  currency: z.string(),
  signedAt: time.nullable(),
  nextChargeAt: time.nullable(),
  periods: z.number(),
  chargeState: RenewalChargeState.schema.nullable(),
  isEnding: z.boolean(),
  endedBy: ContractEnder.schema.nullable(),
  endedAt: time.nullable(),
  /** What the user should know: why nothing is charged, why it failed, why it ended. */
  note: z.object({ zh: z.string(), en: z.string() }).nullable(),
});
export type EndUserContract = z.output<typeof contract>;

/** What a card of his can be renewed by, and his contracts, the newest first. */
export const readRenewals = read({
  name: 'h5.renewals',
  path: '/api/h5/v1/:account/renewals',
  summary: text('自动续费', 'Auto-renewal'),
  ...ofEndUser,
  query: { cardId: idSchema },
  answer: z.object({ offers: z.array(offer), contracts: z.array(contract) }),
  refusals: [cardNotOfAccount],
  example: { params: { account: '1' }, query: { cardId: '1' } },
});

/** Begins a contract at the prices he has seen; he signs it within WeChat. */
export const beginContract = change({
  name: 'h5.signRenewal',
  path: '/api/h5/v1/:account/sign-renewal',
  summary: text('签约自动续费', 'Sign for auto-renewal'),
  ...ofEndUser,
  isRecorded: false,
  movesMoney: true,
  body: z.strictObject({ cardId: idSchema, offerId: idSchema, firstPrice: integerString, renewPrice: integerString }),
  answer: z.object({ contractId: idSchema }),
  refusals: [cardNotOfAccount, offerNotFound, cardNotRenewable, cardRenewsAlready, renewPriceMoved],
  example: { params: { account: '1' }, body: { cardId: '1', offerId: '1', firstPrice: '1500', renewPrice: '1500' } },
});

/** How a contract is, and where to sign it while it waits for that. Asks the provider where nothing has been heard. */
export const followContract = change({
  name: 'h5.askRenewalAgain',
  path: '/api/h5/v1/:account/ask-renewal-again',
  summary: text('签约进度', 'Contract'),
  ...ofEndUser,
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ contractId: idSchema }),
  answer: z.object({ contract, signUrl: z.string().nullable() }),
  refusals: [contractNotFound],
  example: { params: { account: '1' }, body: { contractId: '1' } },
});

export const endOwnContract = change({
  name: 'h5.endRenewal',
  path: '/api/h5/v1/:account/end-renewal',
  summary: text('解除自动续费', 'End auto-renewal'),
  ...ofEndUser,
  isRecorded: false,
  body: z.strictObject({ contractId: idSchema }),
  answer: doneSchema,
  refusals: [contractNotFound, contractEnded],
  example: { params: { account: '1' }, body: { contractId: '1' } },
});
