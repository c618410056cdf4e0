import type { Text } from '@cardinal/primitives/text.ts';

/** Where a profile stands at its SM-DP+ (SGP.22 §3.1.6). */
export const PROFILE_STATES = [
  'Available',
  'Allocated',
  'Linked',
  'Confirmed',
  'Released',
  'Downloaded',
  'Installed',
  'Error',
  'Unavailable',
] as const;
export type ProfileState = (typeof PROFILE_STATES)[number];

/** What a chip's own list says of one profile. */
export type ProfileOnChip = { readonly iccid: string; readonly isEnabled: boolean; readonly isFallback: boolean };

/** What became of something a chip was asked. */
export type ChipOperation = {
  /** `rolledBack`: done, and undone by the chip because the new number found no network. */
  readonly state: 'waiting' | 'done' | 'failed' | 'rolledBack';
  /** Subject and reason, `8.2.1/3.9`, where it failed and says why. */
  readonly code: string | null;
  readonly words: Text | null;
  /** The chip's list, where that was asked for. */
  readonly profiles: readonly ProfileOnChip[] | null;
  readonly freeSlots: number | null;
};

type ToChip = { readonly callId: string; readonly eid: string };
type ToProfile = ToChip & { readonly iccid: string };
/** The eIM's own number of what it took on; the same `callId` gets the same one. */
type TakenByChip = { readonly reference: string };

/**
 * What an SM-DP+ is asked (GSMA SGP.22 §5.3, ES2+), and what an eIM is asked to have done on a chip (SGP.32). `callId` is
 * the functionCallIdentifier: the same order asked again carries the same one and is answered as the first time. EIDs have
 * 32 digits, ICCIDs 18–20 without the trailing F.
 */
export type EsimOperations = {
  /** Reserves a profile: this one, or any of the type. */
  downloadOrder: {
    args: {
      readonly callId: string;
      readonly eid: string | null;
      readonly iccid: string | null;
      readonly profileType: string | null;
    };
    answer: { readonly iccid: string };
  };
  confirmOrder: {
    args: {
      readonly callId: string;
      readonly iccid: string;
      readonly eid: string | null;
      readonly matchingId: string | null;
      readonly confirmationCode: string | null;
      /** True: it may be downloaded at once; false: only after `releaseProfile`. */
      readonly isReleased: boolean;
    };
    answer: { readonly matchingId: string; readonly smdpAddress: string | null };
  };
  /** Gives the profile back to stock, or makes it unusable for good. */
  cancelOrder: {
    args: {
      readonly callId: string;
      readonly iccid: string;
      readonly eid: string | null;
      readonly matchingId: string | null;
      readonly backTo: 'Available' | 'Unavailable';
    };
    answer: Record<never, never>;
  };
  releaseProfile: { args: { readonly callId: string; readonly iccid: string }; answer: Record<never, never> };
  /** Where a profile stands at the SM-DP+, and for which chip. No part of ES2+: where the vendor offers it. */
  getProfileState: {
    args: { readonly callId: string; readonly iccid: string };
    answer: { readonly state: ProfileState; readonly eid: string | null };
  };
  /** Asks the chip for its own list of profiles, which `getChipOperation` then tells. */
  auditChip: { args: ToChip; answer: TakenByChip };
  /** Enables a profile and disables the one that runs, in one package. */
  enableProfile: { args: ToProfile; answer: TakenByChip };
  disableProfile: { args: ToProfile; answer: TakenByChip };
  deleteProfile: { args: ToProfile; answer: TakenByChip };
  setFallbackProfile: { args: ToProfile; answer: TakenByChip };
  getChipOperation: { args: { readonly eid: string; readonly reference: string }; answer: ChipOperation };
};
