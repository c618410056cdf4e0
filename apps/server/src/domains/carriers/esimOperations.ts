/**
 * What an SM-DP+ is asked (GSMA SGP.22 §5.3, ES2+). `callId` is the functionCallIdentifier: the same order asked again
 * carries the same one and is answered as the first time. EIDs have 32 digits, ICCIDs 18–20 without the trailing F.
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
};
