import type { Text } from '@cardinal/primitives/text.ts';

/** The state of a profile at its SM-DP+ (SGP.22 §3.1.6). */
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

/** A profile in a chip's own list. */
export type ProfileOnChip = { readonly iccid: string; readonly isEnabled: boolean; readonly isFallback: boolean };

/** The result of an operation requested of a chip. */
export type ChipOperation = {
  /** `rolledBack`: done, then undone by the chip because the new number found no network. */
  readonly state: 'waiting' | 'done' | 'failed' | 'rolledBack';
  /** Subject and reason, `8.2.1/3.9`, if it failed with a reason. */
  readonly code: string | null;
  readonly words: Text | null;
  /** The chip's list, if requested. */
  readonly profiles: readonly ProfileOnChip[] | null;
  readonly freeSlots: number | null;
};

type ToChip = { readonly callId: string; readonly eid: string };
type ToProfile = ToChip & { readonly iccid: string };
/** The eIM's own number of an accepted operation; the same `callId` gets the same number. */
type TakenByChip = { readonly reference: string };

/**
 * Operations of an SM-DP+ (GSMA SGP.22 §5.3, ES2+), and of an eIM for a chip (SGP.32). `callId` is the functionCallIdentifier:
 * a repeated order carries the same one and gets the first answer. EIDs have 32 digits, ICCIDs 18–20 without the trailing F.
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
  /** Returns the profile to stock, or makes it permanently unusable. */
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
  /** A profile's state at the SM-DP+, and its chip. Not part of ES2+: only if the vendor offers it. */
  getProfileState: {
    args: { readonly callId: string; readonly iccid: string };
    answer: { readonly state: ProfileState; readonly eid: string | null };
  };
  /** Requests the chip's own list of profiles, which `getChipOperation` returns later. */
  auditChip: { args: ToChip; answer: TakenByChip };
  /** Enables a profile and disables the one that runs, in one package. */
  enableProfile: { args: ToProfile; answer: TakenByChip };
  disableProfile: { args: ToProfile; answer: TakenByChip };
  deleteProfile: { args: ToProfile; answer: TakenByChip };
  setFallbackProfile: { args: ToProfile; answer: TakenByChip };
  getChipOperation: { args: { readonly eid: string; readonly reference: string }; answer: ChipOperation };
};
